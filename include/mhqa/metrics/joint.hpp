// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The joint score of several tasks on one question, as HotpotQA defines it: precision and recall are products, F1 is
// computed from them, exact match requires all. Yang et al. 2018, Sec. 5.2.
#pragma once

#include <mhqa/metrics/overlap.hpp>
#include <mhqa/rounded.hpp>

#include <concepts>

namespace mhqa::inline v0_1 {

/// Returns the joint scores of two or more tasks, multiplied from left to right.
///
/// Undefined: both products 0 -> F1 0
/// Source:    eval() of the HotpotQA and 2WikiMultihopQA evaluators
/// Example:   joint({1, 1, 1, 1}, {0, 0.5, 0.5, 0.5}).f1  // 0.5
template <std::same_as<scores>... More>
[[nodiscard]] MHQA_HD constexpr scores joint(const scores& first, const scores& second, const More&... more) noexcept {
  scores result{first.em * second.em, 0, rounded(first.precision * second.precision),
                rounded(first.recall * second.recall)};
  if constexpr (sizeof...(more) > 0) {
    return joint(result, more...);
  } else {
    if (result.precision + result.recall > 0) {
      result.f1 = 2 * result.precision * result.recall / (result.precision + result.recall);
    }
    return result;
  }
}

}  // namespace mhqa::inline v0_1
