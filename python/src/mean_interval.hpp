// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bootstrap interval of a mean.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <tuple>

namespace mhqa_python {

/// Returns the ends of the percentile interval of the mean of an array of float64, as mhqa::mean_with_interval.
///
/// Errors: ValueError for an empty array and another element type; KeyboardInterrupt
[[nodiscard]] std::tuple<double, double> mean_interval(nanobind::handle values, double confidence,
                                                       std::uint64_t samples, std::uint64_t seed);

}  // namespace mhqa_python
