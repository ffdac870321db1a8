// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// DROP's exact match and F1 for answers of one or several spans: spans as sets of words, aligned one to one, gated by
// numbers. IRCoT scores every data set with them.
//   drop_score({{"2 men"}}, {{"the 2.0 men"}}).f1 == 1
#pragma once

#include <mhqa/metrics/assignment.hpp>
#include <mhqa/text/drop_text.hpp>
#include <mhqa/text/number.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// An answer's spans in DROP's normal form, each with its set of words.
class drop_answer {
 public:
  drop_answer() = default;
  explicit drop_answer(std::span<const std::string_view> spans) {
    for (const std::string_view span : spans) add(span);
  }

  void add(std::string_view span) {
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

  [[nodiscard]] std::span<const std::string> texts() const noexcept { return texts_; }
  [[nodiscard]] std::size_t size() const noexcept { return texts_.size(); }

 private:
  friend struct drop_scorer;
  struct bag {
    std::vector<std::string> words;    // sorted, without repeats
    std::vector<std::string> numbers;  // words that float() reads
  };
  std::vector<std::string> texts_;
  std::vector<bag> bags_;
};

/// DROP's numbers for one answer; each is rounded to two places as NumPy rounds.
///
/// Undefined: no span on either side -> NaN, the mean of an empty list
struct drop_scores {
  double em = 0;
  double f1 = 0;
  double precision = 0;  ///< as in IRCoT: of the pairs aligned by F1
  double recall = 0;
};

namespace detail {

/// Returns NumPy's round(value, 2): scales, rounds to even, scales back.
[[nodiscard]] inline double numpy_round_2(double value) noexcept {
  return std::nearbyint(value * 100) / 100;
}

/// Returns NumPy's sum: up to 7 numbers in order, up to 128 in eight columns, more in halves.
[[nodiscard]] inline double numpy_sum(std::span<const double> values) noexcept {
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

[[nodiscard]] inline std::size_t common_sorted(const std::vector<std::string>& a, const std::vector<std::string>& b) {
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

/// Computes DROP's numbers.
struct drop_scorer {
  /// Cost:   O(spans^3) and the words of every pair of spans
  /// Source: get_metrics of allennlp_rc/eval/drop_eval.py, and IRCoT's copy for precision and recall
  [[nodiscard]] static drop_scores score(const drop_answer& predicted, const drop_answer& gold) {
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

 private:
  [[nodiscard]] static bool same_sets(std::vector<std::string> a, std::vector<std::string> b) {
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    a.erase(std::unique(a.begin(), a.end()), a.end());
    b.erase(std::unique(b.begin(), b.end()), b.end());
    return a == b;
  }

  /// Leaves zeros if the gold bag has numbers but shares none.
  static void compare(const drop_answer::bag& predicted, const drop_answer::bag& gold, double& f1, double& precision,
                      double& recall) {
    if (!gold.numbers.empty() && detail::common_sorted(gold.numbers, predicted.numbers) == 0) return;
    const auto common = static_cast<double>(detail::common_sorted(gold.words, predicted.words));
    precision = predicted.words.empty() ? 1.0 : common / static_cast<double>(predicted.words.size());
    recall = gold.words.empty() ? 1.0 : common / static_cast<double>(gold.words.size());
    f1 = precision == 0 && recall == 0 ? 0.0 : (2 * precision * recall) / (precision + recall);
  }
};

/// Returns DROP's numbers for a prediction (the spans of one answer) against a gold answer.
///
/// Example: drop_score(std::array{"2 men"sv}, std::array{"the 2.0 men"sv}).f1  // 1
[[nodiscard]] inline drop_scores drop_score(std::span<const std::string_view> predicted,
                                            std::span<const std::string_view> gold) {
  return drop_scorer::score(drop_answer{predicted}, drop_answer{gold});
}

}  // namespace v0_1
}  // namespace mhqa
