// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// SARI (Xu et al. 2016): scores how well a rewriting adds, keeps and deletes n-grams of its source, as
// Tensor2Tensor and StrategyQA's evaluator do (Equations 3 to 6). 0/0 is 1, and deletions count by precision.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/text/string_index.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace mhqa::inline v0_1 {

/// SARI and its three parts.
///
/// Units: fractions in [0, 1]
struct sari_scores {
  double sari = 0;
  double keep = 0;
  double addition = 0;
  double deletion = 0;

  friend constexpr bool operator==(const sari_scores&, const sari_scores&) = default;
};

namespace detail {

/// Counts of n-grams; weights over `targets` targets are summed as integers and divided once.
struct gram_counts {
  std::uint64_t right = 0, selected = 0, relevant = 0;
};

[[nodiscard]] constexpr double gram_ratio(std::uint64_t right, std::uint64_t of) noexcept {
  return of == 0 ? 1.0 : static_cast<double>(right) / static_cast<double>(of);
}

[[nodiscard]] constexpr double gram_f1(double precision, double recall) noexcept {
  return precision > 0 && recall > 0 ? 2 * precision * recall / (precision + recall) : 0.0;
}

}  // namespace detail

/// Scores rewritings one after another with reused memory; use one per thread.
class sari_scorer {
 public:
  static constexpr std::size_t longest = 4;  ///< n-grams of 1 to 4 tokens

  /// Scores a rewriting against one or more targets, all as tokens.
  ///
  /// Shape:     each distinct n-gram counts once; its weight is r / m if r of the m targets with n-grams of that length
  ///            contain it
  /// Undefined: for an n-gram length with nothing selected (or relevant), precision (recall) is 1; an empty prediction
  ///            and target score 1 for additions and deletions
  /// Cost:      O(t log t) for t tokens of all texts together
  /// Source:    get_sari_score of strategyqa-evaluator's sari.py (Tensor2Tensor), deletion beta 0
  /// Differs:   with three or more targets that program's last bits depend on Python's hash seed; here the weights are
  ///            summed as integers
  [[nodiscard]] sari_scores operator()(std::span<const std::string_view> source,
                                       std::span<const std::string_view> prediction,
                                       std::span<const std::span<const std::string_view>> targets);

  /// Scores a rewriting against one target.
  [[nodiscard]] sari_scores operator()(std::span<const std::string_view> source,
                                       std::span<const std::string_view> prediction,
                                       std::span<const std::string_view> target) {
    return (*this)(source, prediction, std::span{&target, 1});
  }

 private:
  using gram = std::array<std::uint32_t, longest>;  // words from 1, the rest 0
  struct occurrence {
    gram words;
    std::uint32_t text;  // 0 source, 1 prediction, then the targets
    friend bool operator==(const occurrence&, const occurrence&) = default;
    friend bool operator<(const occurrence& a, const occurrence& b) {
      return std::tie(a.words, a.text) < std::tie(b.words, b.text);
    }
  };

  void number(std::span<const std::string_view> tokens) {
    texts_.push_back(ids_.size());
    for (const std::string_view token : tokens) ids_.push_back(words_.insert(token).first + 1);
  }

  /// Computes the three scores for n-grams of one length.
  sari_scores score_length(std::size_t n);

  string_index words_;
  std::vector<std::uint32_t> ids_;
  std::vector<std::size_t> texts_;
  std::vector<occurrence> grams_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/sari.ipp>
#endif
