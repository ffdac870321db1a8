// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of drop.hpp.
#pragma once

#include <mhqa/metrics/drop.hpp>

#include <mhqa/metrics/assignment.hpp>
#include <mhqa/text/drop_text.hpp>
#include <mhqa/text/number.hpp>

#include <limits>
#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE void drop_answer::add(std::string_view span) {
  std::string form;
  append_drop_text(form, span);
  bag words;
  for (std::size_t at = 0; at < form.size();) {
    const std::size_t end = std::min(form.find(' ', at), form.size());
    words.words.push_back(form.substr(at, end - at));
    at = end + 1;
  }
  std::sort(words.words.begin(), words.words.end());
  words.words.erase(std::unique(words.words.begin(), words.words.end()), words.words.end());
  for (const std::string& word : words.words) {
    if (detail::drop_number(word)) words.numbers.push_back(word);
  }
  texts_.push_back(std::move(form));
  bags_.push_back(std::move(words));
}

namespace detail {

MHQA_INLINE double numpy_sum(std::span<const double> values) noexcept {
  const std::size_t n = values.size();
  if (n < 8) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum;
  }
  if (n > 128) {
    std::size_t half = n / 2;
    half -= half % 8;
    return numpy_sum(values.first(half)) + numpy_sum(values.subspan(half));
  }
  double r[8];
  std::copy_n(values.begin(), 8, r);
  std::size_t i = 8;
  for (; i < n - n % 8; i += 8) {
    for (std::size_t k = 0; k < 8; ++k) r[k] += values[i + k];
  }
  double sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
  for (; i < n; ++i) sum += values[i];
  return sum;
}

MHQA_INLINE std::size_t common_sorted(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const int order = a[i].compare(b[j]);
    common += order == 0 ? 1 : 0;
    i += order <= 0 ? 1 : 0;
    j += order >= 0 ? 1 : 0;
  }
  return common;
}

}  // namespace detail

MHQA_INLINE drop_scores drop_scorer::score(const drop_answer& predicted, const drop_answer& gold) {
  const std::size_t rows = gold.size(), columns = predicted.size(), slots = std::max(rows, columns);
  drop_scores out;
  out.em = rows == columns && same_sets(predicted.texts_, gold.texts_) ? 1 : 0;
  std::vector<double> f1(rows * columns, 0), precision(rows * columns, 0), recall(rows * columns, 0);
  for (std::size_t g = 0; g < rows; ++g) {
    for (std::size_t p = 0; p < columns; ++p) {
      compare(predicted.bags_[p], gold.bags_[g], f1[g * columns + p], precision[g * columns + p],
              recall[g * columns + p]);
    }
  }
  std::vector<double> slot_f1(slots, 0), slot_precision(slots, 0), slot_recall(slots, 0);
  const std::vector<std::size_t> column_of = best_assignment(f1, rows, columns);
  for (std::size_t g = 0; g < rows; ++g) {
    if (column_of[g] == static_cast<std::size_t>(-1)) continue;
    const std::size_t at = g * columns + column_of[g];
    slot_f1[g] = f1[at];
    slot_precision[g] = precision[at];
    slot_recall[g] = recall[at];
  }
  const auto mean = [slots](std::span<const double> values) {
    if (slots == 0) return std::numeric_limits<double>::quiet_NaN();
    return detail::numpy_round_2(detail::numpy_sum(values) / static_cast<double>(slots));
  };
  out.f1 = mean(slot_f1);
  out.precision = mean(slot_precision);
  out.recall = mean(slot_recall);
  return out;
}

MHQA_INLINE void drop_scorer::compare(const drop_answer::bag& predicted, const drop_answer::bag& gold, double& f1,
                                      double& precision, double& recall) {
  if (!gold.numbers.empty() && detail::common_sorted(gold.numbers, predicted.numbers) == 0) return;
  const auto common = static_cast<double>(detail::common_sorted(gold.words, predicted.words));
  precision = predicted.words.empty() ? 1.0 : common / static_cast<double>(predicted.words.size());
  recall = gold.words.empty() ? 1.0 : common / static_cast<double>(gold.words.size());
  f1 = precision == 0 && recall == 0 ? 0.0 : (2 * precision * recall) / (precision + recall);
}

}  // namespace mhqa::inline v0_1
