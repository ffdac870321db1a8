// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// When a single-hop question counts as not answered, by the mean scores of models: a head without its paragraph, a tail
// without the answer that it mentions (Trivedi et al. 2022, Sec. 5, S3).
#pragma once

#include <mhqa/compose/requests.hpp>

#include <cstddef>
#include <cstdint>

namespace mhqa {
inline namespace v0 {

/// The connection filter's settings; the paper's values. Either half can be left out.
struct connection_limits {
  bool heads = true;
  bool tails = true;
  double head_answer_f1 = 0.5;     ///< a head is kept if its mean answer F1 without context is below
  double tail_answer_f1 = 0.25;    ///< a tail is kept if its mean answer F1 is not above, or
  double tail_answer_most = 0.75;  ///< if it is not above this and
  double tail_support_f1 = 1;      ///< its mean support F1 is below
  std::size_t distractors = 9;     ///< beside a tail's own paragraph
  std::uint32_t folds = 5;         ///< three to train, one to validate, one to test
  std::uint32_t models = 2;        ///< that answer each request, from different seeds

  friend constexpr bool operator==(const connection_limits&, const connection_limits&) = default;
};

/// Whether a head may stay: mean answer F1 without a context.
[[nodiscard]] constexpr bool head_stays(const reading_scores& mean, const connection_limits& limits = {}) noexcept {
  return mean.answer_f1 < limits.head_answer_f1;
}
/// Whether a masked tail may stay.
[[nodiscard]] constexpr bool tail_stays(const reading_scores& mean, const connection_limits& limits = {}) noexcept {
  return mean.answer_f1 <= limits.tail_answer_f1 ||
         (mean.answer_f1 <= limits.tail_answer_most && mean.support_f1 < limits.tail_support_f1);
}

}  // namespace v0
}  // namespace mhqa
