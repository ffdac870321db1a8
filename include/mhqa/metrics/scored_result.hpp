// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The answers of one model with their texts and numbers, as an evaluator scored them: the input of differences,
// summaries and report pages.
//   scored_result r{"hotpotqa", "hotpotqa|n:1", {{"q1", "Paris", {"Paris"}, {{"em", 1.0}}}}};
#pragma once

#include <mhqa/metrics/report.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// A question of a result: the texts and the numbers that its evaluator gave.
struct result_answer {
  std::string id{};
  std::optional<std::string> prediction{};  ///< empty: the model has none; of a list, its spans between "; "
  std::vector<std::string> golds{};
  std::vector<std::pair<std::string, std::optional<double>>> numbers{};  ///< fractions; empty: not in the mean
  std::string answer_type{};                                             ///< MoreHopQA's, see published_input
  std::vector<std::string> spans{};                                      ///< of a prediction that is a list
  bool is_list = false;                                                  ///< the prediction is a list

  /// Returns a number by its name; empty also where the question has none of that name.
  [[nodiscard]] std::optional<double> number(std::string_view name) const {
    for (const auto& [key, value] : numbers) {
      if (key == name) return value;
    }
    return std::nullopt;
  }
};

/// The answers of one model as one evaluator scored them.
struct scored_result {
  std::string evaluator{};  ///< a dialect's or a published program's name
  std::string signature{};
  std::vector<result_answer> answers{};
  std::vector<std::pair<std::string, std::string>> refused{};  ///< ids on which the program raises, with the reasons
  std::vector<named_score> totals{};  ///< the numbers of a program that computes them once, from the whole file

  /// Returns how many answers have no prediction.
  [[nodiscard]] std::size_t absent() const noexcept {
    std::size_t out = 0;
    for (const result_answer& one : answers) out += one.prediction ? 0 : 1;
    return out;
  }
};

/// Returns the name of a result's exact match (or of the number that takes its place) and of its F1; empty where the
/// evaluator has none.
///
/// Example: usual_numbers("popqa")  // {"is_correct", ""}
[[nodiscard]] std::array<std::string, 2> usual_numbers(const scored_result& result);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/scored_result.ipp>
#endif
