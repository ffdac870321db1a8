// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The connection filter: a head must not be answerable without its paragraph, nor a tail without the answer that it
// mentions. Judges by readings of connection_plan's questions (Trivedi et al. 2022, Sec. 5, S3).
//   auto verdicts = mhqa::judge_connection(pool, plan, heads, tails);
//   auto kept = mhqa::connected_pairs(words, pairs, verdicts).kept;
#pragma once

#include <mhqa/compose/connection_limits.hpp>
#include <mhqa/compose/connection_plan.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/requests.hpp>
#include <mhqa/compose/rules.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace mhqa::inline v0_1 {

/// The verdict on each request: true if its question may stay.
struct connection_verdicts {
  std::vector<bool> heads;
  std::vector<bool> tails;
  std::vector<std::uint32_t> head_questions;  ///< of the head requests, ascending; questions without a request stay
  std::vector<masked_tail> masks;             ///< of the tail requests, ascending

  [[nodiscard]] bool head_stays(std::uint32_t head) const noexcept;
  [[nodiscard]] bool tail_stays(masked_tail mask) const noexcept;
  /// Returns the shares that stay, as in the paper (74.5 % of the heads, 26.5 % of the tails); 0 without requests.
  [[nodiscard]] double head_share() const noexcept { return share(heads); }
  [[nodiscard]] double tail_share() const noexcept { return share(tails); }

  friend bool operator==(const connection_verdicts&, const connection_verdicts&) = default;

 private:
  [[nodiscard]] static double share(const std::vector<bool>& stay) noexcept;
};

/// Judges heads and tails by the readings of one or several models.
///
/// Shape:   readings[model][request] of plan.heads and of plan.tails; means over the models
/// Errors:  data_error for no model, or unless there is one reading per request; heads or tails that were not
///          planned need no readings
/// Source:  Trivedi et al. 2022, Sec. 5, S3
[[nodiscard]] connection_verdicts judge_connection(const single_hop_pool& pool, const connection_plan& plan,
                                                   const model_readings& heads, const model_readings& tails,
                                                   const connection_limits& limits = {});

/// The pairs whose head and masked tail both stay, and counts of the others.
struct connected_result {
  std::vector<question_pair> kept;    ///< in the order of the input
  std::vector<reason_count> dropped;  ///< "head-needs-no-context", then "tail-needs-no-bridge"

  friend bool operator==(const connected_result&, const connected_result&) = default;
};

/// Keeps the connected pairs by the verdicts on their heads and masked tails.
///
/// Shape:   a head or tail without a request stays
/// Cost:    O(pairs log requests)
/// Source:  Trivedi et al. 2022, Sec. 5, S3: "both head and tail node are acceptable"
[[nodiscard]] connected_result connected_pairs(const pool_words& words, std::span<const question_pair> pairs,
                                               const connection_verdicts& verdicts);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/connection.ipp>
#endif
