// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// When a model may say that a question has no answer: the probability above which an answer is best taken
// back, and the average precision of answering the surest questions first. SQuAD 2.0's evaluate-v2.0.py.
#pragma once

#include <mhqa/metrics/overlap.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// One answered question and how sure the model is that it has no answer.
struct rejectable {
  double no_answer = 0;        ///< the model's probability that there is no answer; must not be a NaN
  std::uint64_t position = 0;  ///< breaks ties: the published program keeps the order of the file of probabilities
  scores score;                ///< of the answer, as if it were not taken back
  bool has_answer = false;     ///< gold: the question has an answer
  bool answered = false;       ///< the predicted text is not empty

  friend constexpr bool operator==(const rejectable&, const rejectable&) = default;
};

/// Sorts questions as the two functions below want them: by probability, then by position.
///
/// Cost: O(n log n)
inline void sort_by_no_answer(std::span<rejectable> rows) {
  std::sort(rows.begin(), rows.end(), [](const rejectable& a, const rejectable& b) {
    return std::tie(a.no_answer, a.position) < std::tie(b.no_answer, b.position);
  });
}

/// What answering up to a threshold would give.
struct threshold_choice {
  double sum = 0;                         ///< of the scores of all questions
  std::uint64_t questions = 0;            ///< at least one
  double threshold = 0;                   ///< the probability up to which an answer stands; 0 where none should
  std::optional<std::uint64_t> position;  ///< of the last question whose answer stands

  /// The mean score, times `scale` before the division as the program does it.
  [[nodiscard]] constexpr double mean(double scale = 1) const noexcept {
    return scale * sum / static_cast<double>(questions);
  }
  friend constexpr bool operator==(const threshold_choice&, const threshold_choice&) = default;
};

/// The threshold at which the mean score is highest; of several, the lowest.
///
/// Shape:     `number` gives a row's score: [](const rejectable& r) { return r.score.f1; }
/// Undefined: no row -> empty
/// Requires:  sort_by_no_answer(rows)
/// Cost:      O(n)
/// Source:    find_best_thresh of evaluate-v2.0.py, in its order of additions: it starts from all answers taken back,
///            looks at the questions one by one, so that a best place may lie between equal probabilities, and charges
///            1 for a text that is not empty where there is no answer, even if it normalises to nothing
template <std::invocable<const rejectable&> Number>
[[nodiscard]] constexpr std::optional<threshold_choice> best_threshold(std::span<const rejectable> rows,
                                                                       Number number) {
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

/// Area under precision and recall when questions are answered from the surest to the least sure.
///
/// Shape:     `number` as for best_threshold; a fraction
/// Undefined: no question with an answer -> empty
/// Requires:  sort_by_no_answer(rows)
/// Cost:      O(n)
/// Source:    make_precision_recall_eval of evaluate-v2.0.py: a step for each distinct probability
template <std::invocable<const rejectable&> Number>
[[nodiscard]] constexpr std::optional<double> average_precision(std::span<const rejectable> rows, Number number) {
  std::size_t relevant = 0;
  for (const rejectable& row : rows) relevant += row.has_answer ? 1 : 0;
  if (relevant == 0) return std::nullopt;
  double found = 0, previous_recall = 0, area = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].has_answer) found += static_cast<double>(number(rows[i]));
    if (i + 1 < rows.size() && rows[i + 1].no_answer == rows[i].no_answer) continue;
    const double precision = found / static_cast<double>(i + 1);
    const double recall = found / static_cast<double>(relevant);
    area += precision * (recall - previous_recall);
    previous_recall = recall;
  }
  return area;
}

}  // namespace v0
}  // namespace mhqa
