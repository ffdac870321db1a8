// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The means of scored results with bootstrap intervals, over all questions and over groups of them: the numbers of a
// report's tables and bars.
#pragma once

#include <mhqa/metrics/comparison.hpp>
#include <mhqa/metrics/scored_result.hpp>
#include <mhqa/metrics/significance.hpp>
#include <mhqa/parallel.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mhqa::inline v0_1 {

/// A mean over the questions that have the number.
struct mean_cell {
  double mean = 0;
  difference_interval interval{};
  std::uint64_t questions = 0;
};

/// A named number of several results; empty where a result lacks it.
struct summary_column {
  std::string name{};
  std::vector<std::optional<mean_cell>> cells{};  ///< one for each result
};

/// Returns the names of all numbers, in the order in which they first occur.
[[nodiscard]] std::vector<std::string> number_names(std::span<const scored_result* const> results);

/// Returns the mean of a column of scores with its percentile interval.
///
/// Undefined: no scores -> empty
template <executor E = serial_executor>
[[nodiscard]] std::optional<mean_cell> mean_with_interval(std::span<const double> values,
                                                          const significance_options& options = {}, E&& exec = E{}) {
  if (values.empty()) return std::nullopt;
  const std::vector<double> zeros(values.size(), 0);
  const compared_columns columns{zeros, values};
  const compared found = compare_columns(std::span{&columns, 1}, options, exec)[0];
  return mean_cell{found.system, found.interval, values.size()};
}

/// Returns every number of the results with intervals.
///
/// Shape: results[m] -> a column for each name, with m cells
/// Cost:  O(samples * questions) for each cell
template <executor E = serial_executor>
[[nodiscard]] std::vector<summary_column> summarize(std::span<const scored_result* const> results,
                                                    const significance_options& options = {}, E&& exec = E{}) {
  std::vector<summary_column> out;
  std::vector<double> values;
  for (const std::string& name : number_names(results)) {
    summary_column& column = out.emplace_back();
    column.name = name;
    for (const scored_result* const result : results) {
      values.clear();
      for (const result_answer& answer : result->answers) {
        if (const auto value = answer.number(name)) values.push_back(*value);
      }
      column.cells.push_back(mean_with_interval(values, options, exec));
    }
  }
  return out;
}

/// Returns the columns of these names, in the order of the names; all columns if there is no name.
///
/// Errors: data_error for a name that no result has, or that is there twice
[[nodiscard]] std::vector<summary_column> choose_columns(std::vector<summary_column> all,
                                                         const std::vector<std::string>& metrics);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/result_summary.ipp>
#endif
