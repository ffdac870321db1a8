// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores the answers of a result again by another evaluator, under that evaluator's names of the numbers.
//   rescored(result, "flashrag").answers[0].number("acc")
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/published_dialects.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/scored_result.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// Returns the answers as a dialect or a published program scores them.
///
/// Shape:     one answer for each of the result's, with the same texts
/// Undefined: a missing prediction has zeros, or no numbers if the dialect leaves the question out; so has an answer on
///            which the program raises; `refused` has its id and the reason
/// Errors:    data_error for an unknown name
[[nodiscard]] inline scored_result rescored(const scored_result& result, std::string_view evaluator) {
  scored_result out{std::string{evaluator}, {}, {}, {}};
  const published_dialect* const program = find_published(evaluator);
  const dialect* const rules = find<dialect>(evaluator);
  if (program == nullptr && rules == nullptr) {
    throw_data_error({.field = std::string{evaluator}}, "expected the name of a dialect or a published program",
                     errc::unknown_name);
  }
  out.signature = program != nullptr ? signature_of(*program) : make_signature(*rules, {}, {});
  out.answers.reserve(result.answers.size());
  std::optional<answer_scorer<>> scorer;
  if (rules != nullptr) scorer.emplace(*rules);
  published_result numbers;
  std::vector<std::string_view> golds;
  std::vector<std::string> names{"em", "f1", "precision", "recall"};
  if (program != nullptr) {
    const std::string_view sample = "x";
    score_published(*program, {.prediction = {&sample, 1}, .golds = {&sample, 1}}, numbers);
    names.clear();
    for (const published_number& one : numbers.numbers()) names.emplace_back(one.name);
  }
  for (const result_answer& one : result.answers) {
    result_answer& now =
        out.answers.emplace_back(result_answer{one.id, one.prediction, one.golds, {}, one.answer_type});
    if (!one.prediction) {
      const bool zero = rules == nullptr || rules->missing == missing_rule::zero;
      for (const std::string& name : names) now.numbers.emplace_back(name, zero ? std::optional{0.0} : std::nullopt);
      continue;
    }
    const std::string_view said = *one.prediction;
    golds.assign(one.golds.begin(), one.golds.end());
    if (program == nullptr) {
      const scores s = golds.empty() ? scores{} : (*scorer)(said, golds);
      const std::array values{s.em, s.f1, s.precision, s.recall};
      for (std::size_t i = 0; i < values.size(); ++i) {
        now.numbers.emplace_back(names[i], golds.empty() ? std::nullopt : std::optional{values[i]});
      }
      continue;
    }
    score_published(*program, {.prediction = {&said, 1}, .golds = golds, .answer_type = one.answer_type}, numbers);
    if (numbers.error().empty()) {
      for (const published_number& number : numbers.numbers()) now.numbers.emplace_back(number.name, number.value);
    } else {
      for (const std::string& name : names) now.numbers.emplace_back(name, std::nullopt);
      out.refused.emplace_back(one.id, numbers.error());
    }
  }
  return out;
}

/// Returns the numbers of two results that can be compared: exact match (or the number in its place) and F1. Where one
/// evaluator has only one of the two, it is compared with both of the other's.
[[nodiscard]] inline std::vector<std::pair<std::string, std::string>> matching_numbers(const scored_result& a,
                                                                                       const scored_result& b) {
  const std::array<std::string, 2> left = usual_numbers(a), right = usual_numbers(b);
  std::vector<std::pair<std::string, std::string>> out;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string& x = left[i].empty() ? left[1 - i] : left[i];
    const std::string& y = right[i].empty() ? right[1 - i] : right[i];
    if (x.empty() || y.empty()) continue;
    if (out.empty() || out.back() != std::pair{x, y}) out.emplace_back(x, y);
  }
  return out;
}

}  // namespace v0_1
}  // namespace mhqa
