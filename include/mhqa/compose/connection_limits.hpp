// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Thresholds on mean scores of models below which a single-hop question counts as not answered: a head without its
// paragraph, a tail without the answer that it mentions (Trivedi et al. 2022, Sec. 5, S3).
#pragma once

#include <mhqa/compose/requests.hpp>

#include <cstddef>
#include <cstdint>

namespace mhqa::inline v0_1 {

/// The settings of the connection filter, with the paper's values. Either half can be omitted.
struct connection_limits {
  bool heads = true;
  bool tails = true;
  bool own_paragraph = true;       ///< both questions must find their own paragraph first among the pool's
  double head_answer_f1 = 0.5;     ///< keeps a head if its mean answer F1 without context is below this
  double tail_answer_f1 = 0.25;    ///< keeps a tail if its mean answer F1 is at most this, or
  double tail_answer_most = 0.75;  ///< if it is at most this and
  double tail_support_f1 = 1;      ///< its mean support F1 is below this
  std::size_t distractors = 9;     ///< besides the tail's own paragraph
  std::uint32_t folds = 5;         ///< three to train, one to validate, one to test

  friend constexpr bool operator==(const connection_limits&, const connection_limits&) = default;
};

/// Returns true if a head may stay, by its mean answer F1 without a context.
[[nodiscard]] constexpr bool head_stays(const reading_scores& mean, const connection_limits& limits = {}) noexcept {
  return mean.answer_f1 < limits.head_answer_f1;
}
/// Returns true if a masked tail may stay.
[[nodiscard]] constexpr bool tail_stays(const reading_scores& mean, const connection_limits& limits = {}) noexcept {
  return mean.answer_f1 <= limits.tail_answer_f1 ||
         (mean.answer_f1 <= limits.tail_answer_most && mean.support_f1 < limits.tail_support_f1);
}

}  // namespace mhqa::inline v0_1
