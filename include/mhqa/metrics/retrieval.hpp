// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// StrategyQA's recall@k: the share of the evidence among the first k retrieved paragraphs, for the best-matching
// annotator. metrics/ranking.hpp has trec_eval's measures, metrics/evidence_groups.hpp those for several supports.
#pragma once

#include <mhqa/metrics/overlap.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>
#include <ranges>
#include <span>

namespace mhqa::inline v0_1 {

/// Returns the fraction of relevant items among the first k retrieved ones. Repeats on either side count once.
///
/// Undefined: nothing relevant -> 0
/// Cost:      see set_overlap
/// Source:    ParagraphsEvaluator of strategyqa-evaluator's eval.py; Geva et al. 2021, Sec. 5.2
/// Example:   recall_at<int>(std::array{7, 1, 2}, std::array{1, 2}, 2)  // 0.5
template <class T>
[[nodiscard]] constexpr double recall_at(std::span<const T> retrieved, std::span<const T> relevant, std::size_t k) {
  const overlap counts = set_overlap(retrieved.first(std::min(k, retrieved.size())), relevant);
  if (counts.gold == 0) return 0;
  return static_cast<double>(counts.common) / static_cast<double>(counts.gold);
}

/// Returns the highest recall_at over annotators.
///
/// Shape:     a range of ranges of relevant items, one per annotator
/// Undefined: no annotator -> empty
template <class T, std::ranges::input_range Annotators>
requires std::convertible_to<std::ranges::range_reference_t<Annotators>, std::span<const T>>
[[nodiscard]] constexpr std::optional<double> best_recall_at(std::span<const T> retrieved, Annotators&& annotators,
                                                             std::size_t k) {
  std::optional<double> best;
  for (auto&& relevant : annotators) {
    const double recall = recall_at<T>(retrieved, std::span<const T>{relevant}, k);
    if (!best || recall > *best) best = recall;
  }
  return best;
}

}  // namespace mhqa::inline v0_1
