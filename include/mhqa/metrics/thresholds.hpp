// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the best threshold of the no-answer probability above which to answer "no answer", and the average precision of
// answering the surest questions first, as SQuAD 2.0's evaluate-v2.0.py does.
#pragma once

#include <mhqa/metrics/overlap.hpp>
#include <mhqa/rounded.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace mhqa::inline v0_1 {

/// An answered question with the model's probability that it has no answer.
struct rejectable {
  double no_answer = 0;        ///< the model's probability that there is no answer; not a NaN
  std::uint64_t position = 0;  ///< breaks ties: the published program keeps the order of the file of probabilities
  scores score;                ///< of the answer, as if it were kept
  bool has_answer = false;     ///< gold: the question has an answer
  bool answered = false;       ///< the predicted text is not empty

  friend constexpr bool operator==(const rejectable&, const rejectable&) = default;
};

namespace detail {

[[nodiscard]] constexpr bool surer(const rejectable& a, const rejectable& b) noexcept {
  return std::tie(a.no_answer, a.position) < std::tie(b.no_answer, b.position);
}

}  // namespace detail

/// Sorts questions by probability, then by position, as the two functions below require.
///
/// Cost: O(n log n)
inline void sort_by_no_answer(std::span<rejectable> rows) {
  std::sort(rows.begin(), rows.end(), detail::surer);
}

/// The result of keeping the answers up to a threshold.
struct threshold_choice {
  double sum = 0;                         ///< sum of the scores of all questions
  std::uint64_t questions = 0;            ///< number of questions, at least one
  double threshold = 0;                   ///< answers up to this probability are kept; 0 keeps none
  std::optional<std::uint64_t> position;  ///< of the last question whose answer is kept

  /// Returns the mean score. `scale` is applied before the division, as in the published program.
  [[nodiscard]] constexpr double mean(double scale = 1) const noexcept {
    return scale * sum / static_cast<double>(questions);
  }
  friend constexpr bool operator==(const threshold_choice&, const threshold_choice&) = default;
};

/// Finds the threshold with the highest mean score; among several, the lowest.
///
/// Shape:     `number` returns a row's score: [](const rejectable& r) { return r.score.f1; }
/// Undefined: no row -> empty
/// Requires:  sort_by_no_answer(rows)
/// Cost:      O(n)
/// Source:    find_best_thresh of evaluate-v2.0.py, in its order of additions: it starts with no answer kept and takes
///            questions one by one, so the best place may lie between equal probabilities; it charges 1 for a text that
///            is not empty if there is no answer, even if the text normalises to nothing
template <std::invocable<const rejectable&> Number>
[[nodiscard]] constexpr std::optional<threshold_choice> best_threshold(std::span<const rejectable> rows,
                                                                       Number number) {
  MHQA_EXPECTS(std::is_sorted(rows.begin(), rows.end(), detail::surer), "mhqa::best_threshold: sort the rows first");
  if (rows.empty()) return std::nullopt;
  double current = 0;
  for (const rejectable& row : rows) current += row.has_answer ? 0 : 1;
  threshold_choice best{current, rows.size(), 0, std::nullopt};
  for (const rejectable& row : rows) {
    current += row.has_answer ? static_cast<double>(number(row)) : row.answered ? -1.0 : 0.0;
    if (current > best.sum) best = {current, rows.size(), row.no_answer, row.position};
  }
  return best;
}

/// Computes the area under the precision-recall curve for answering the surest questions first.
///
/// Shape:     `number` as for best_threshold; a fraction
/// Undefined: no question with an answer -> empty
/// Requires:  sort_by_no_answer(rows)
/// Cost:      O(n)
/// Source:    make_precision_recall_eval of evaluate-v2.0.py: one step per distinct probability
template <std::invocable<const rejectable&> Number>
[[nodiscard]] constexpr std::optional<double> average_precision(std::span<const rejectable> rows, Number number) {
  MHQA_EXPECTS(
      std::is_sorted(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.no_answer < b.no_answer; }),
      "mhqa::average_precision: sort the rows first");
  std::size_t relevant = 0;
  for (const rejectable& row : rows) relevant += row.has_answer ? 1 : 0;
  if (relevant == 0) return std::nullopt;
  double found = 0, previous_recall = 0, area = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].has_answer) found += static_cast<double>(number(rows[i]));
    if (i + 1 < rows.size() && rows[i + 1].no_answer == rows[i].no_answer) continue;
    const double precision = found / static_cast<double>(i + 1);
    const double recall = found / static_cast<double>(relevant);
    area += rounded(precision * (recall - previous_recall));
    previous_recall = recall;
  }
  return area;
}

}  // namespace mhqa::inline v0_1
