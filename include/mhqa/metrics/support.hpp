// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores supporting facts as sets: sentences, paragraphs, indices, anything that compares with ==.
#pragma once

#include <mhqa/metrics/overlap.hpp>

namespace mhqa::inline v0_1 {

/// Scores a set from its overlap counts; exact match means that nothing is missing or superfluous.
[[nodiscard]] MHQA_HD constexpr scores score_set(const overlap& counts, empty_rule rule) noexcept {
  return score(counts, counts.common == counts.predicted && counts.common == counts.gold, rule);
}

/// Scores predicted supporting facts against gold ones, both as sets.
///
/// Shape:     two ranges of items that compare with ==
/// Undefined: both empty -> exact match 1 and F1 by the rule (HotpotQA 0, MuSiQue 1)
/// Cost:      see set_overlap
/// Source:    update_sp of the HotpotQA evaluator, SupportMetric of MuSiQue's
/// Example:   score_support(std::vector{1, 2, 2}, std::vector{2, 3}).f1  // 0.5
template <class Predicted, class Gold>
requires comparable_items<Predicted, Gold>
[[nodiscard]] constexpr scores score_support(const Predicted& predicted, const Gold& gold,
                                             empty_rule rule = empty_rule::zero) {
  return score_set(set_overlap(predicted, gold), rule);
}

}  // namespace mhqa::inline v0_1
