// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of result_summary.hpp.
#pragma once

#include <mhqa/metrics/result_summary.hpp>

#include <mhqa/error.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::vector<std::string> number_names(std::span<const scored_result* const> results) {
  std::vector<std::string> out;
  for (const scored_result* const result : results) {
    for (const result_answer& answer : result->answers) {
      for (const auto& number : answer.numbers) {
        if (std::find(out.begin(), out.end(), number.first) == out.end()) out.push_back(number.first);
      }
    }
  }
  return out;
}

MHQA_INLINE std::vector<summary_column> choose_columns(std::vector<summary_column> all,
                                                       const std::vector<std::string>& metrics) {
  if (metrics.empty()) return all;
  std::vector<summary_column> out;
  for (const std::string& name : metrics) {
    const auto is_named = [&](const summary_column& column) { return column.name == name; };
    if (std::any_of(out.begin(), out.end(), is_named)) {
      throw_data_error({}, "`metrics`: expected each number once, found \"" + name + "\" twice");
    }
    bool found = false;
    for (const summary_column& column : all) {
      if (column.name == name) out.push_back(column);
      found = found || column.name == name;
    }
    if (!found) throw_data_error({}, "`metrics`: no result has the number \"" + name + "\"");
  }
  return out;
}

}  // namespace mhqa::inline v0_1
