// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// DROP's exact match and F1 for answers of one or several spans: spans as sets of words, aligned one to one, gated by
// numbers. IRCoT scores every data set with them.
//   drop_score({{"2 men"}}, {{"the 2.0 men"}}).f1 == 1
#pragma once

#include <mhqa/text/extract_profiles.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// An answer's spans in DROP's normal form, each with its set of words.
class drop_answer {
 public:
  drop_answer() = default;
  explicit drop_answer(std::span<const std::string_view> spans) {
    for (const std::string_view span : spans) add(span);
  }

  void add(std::string_view span);

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
[[nodiscard]] double numpy_sum(std::span<const double> values) noexcept;

[[nodiscard]] std::size_t common_sorted(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace detail

/// Computes DROP's numbers.
struct drop_scorer {
  /// Cost:   O(spans^3) and the words of every pair of spans
  /// Source: get_metrics of allennlp_rc/eval/drop_eval.py, and IRCoT's copy for precision and recall
  [[nodiscard]] static drop_scores score(const drop_answer& predicted, const drop_answer& gold);

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
                      double& recall);
};

/// Returns DROP's numbers for a prediction (the spans of one answer) against a gold answer.
///
/// Example: drop_score(std::array{"2 men"sv}, std::array{"the 2.0 men"sv}).f1  // 1
[[nodiscard]] inline drop_scores drop_score(std::span<const std::string_view> predicted,
                                            std::span<const std::string_view> gold) {
  return drop_scorer::score(drop_answer{predicted}, drop_answer{gold});
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/drop.ipp>
#endif
