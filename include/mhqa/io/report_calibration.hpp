// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the section of the report page about sufficiency: how often contexts are sufficient when a model predicts it
// with a certain probability, as a table and a drawing for each model.
#pragma once

#include <mhqa/io/result_file.hpp>
#include <mhqa/metrics/calibration.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace mhqa::inline v0_1::io {

/// Counts the questions of a result whose predictions state a probability.
[[nodiscard]] calibration calibration_of(const result_file& result, std::size_t bins = 10);

/// Appends the section. Nothing where no result has a question with a stated probability.
///
/// Shape:     names[i], escaped for HTML, is that of results[i]
/// Undefined: a model without probabilities has no error; an empty bin has neither mean nor frequency; both show "–"
void append_calibration(std::string& out, std::span<const result_file> results, std::span<const std::string> names);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/report_calibration.ipp>
#endif
