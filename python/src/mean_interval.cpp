// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See mean_interval.hpp.
#include "mean_interval.hpp"

#include "arrays.hpp"
#include "pool.hpp"
#include "progress.hpp"
#include "texts.hpp"

#include <mhqa/metrics/result_summary.hpp>

#include <optional>
#include <span>

namespace nb = nanobind;

namespace mhqa_python {

std::tuple<double, double> mean_interval(nb::handle given, double confidence, std::uint64_t samples,
                                         std::uint64_t seed) {
  const array held{given, "values"};
  const std::span<const double> values = held.values<double>("float64");
  if (values.empty()) throw_value_error({"values"}, "at least one number");
  interruptible threads;
  const nb::gil_scoped_release released;
  const auto found =
      mhqa::mean_with_interval(values, {.samples = samples, .seed = seed, .confidence = confidence}, threads);
  return {found->interval.low, found->interval.high};
}

}  // namespace mhqa_python
