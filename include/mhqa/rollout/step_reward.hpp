// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A reward for each step of a rollout: evidence that it brings, less what it repeats and its malformed text; and the
// places of these rewards among tokens.
//   step_rewards(r, finding, {}, out); place_step_rewards(r, out, token_ends, per_token);
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/rollout/analysis.hpp>
#include <mhqa/rollout/record.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace mhqa::inline v0_1 {

/// The weights of a step's reward. Over a rollout without repetition and faults, the rewards sum to `evidence` times
/// the share of hops whose evidence came.
struct step_reward_weights {
  double evidence = 1;              ///< divided among the hops whose gold says what their evidence is
  double repeated_query = 0.1;      ///< for a repeated query
  double near_query = 0.05;         ///< for a nearly repeated query
  double repeated_documents = 0.1;  ///< times the share of the step's documents that were seen before
  double flaw = 0.1;                ///< for a step with malformed text
};

/// Computes a reward for each step.
///
/// Shape: out[i] belongs to r.steps[i]. A flaw counts for the step in whose text it is, several as one
/// Cost:  O(steps + hops + flaws)
/// Requires: the finding is the rollout's
void step_rewards(const rollout& r, const rollout_finding& finding, const step_reward_weights& weights,
                  std::vector<double>& out);

/// Puts each step's reward on the token that holds the step's last byte; other tokens get 0.
///
/// Shape:    token_ends[i] is the byte after token i of the same text, ascending; out[i] belongs to token i. A step
///           that ends after the last token puts its reward there
/// Requires: rewards.size() == r.steps.size(), out.size() == token_ends.size()
/// Cost:     O(tokens + steps)
void place_step_rewards(const rollout& r, std::span<const double> rewards, std::span<const std::size_t> token_ends,
                        std::span<double> out);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/rollout/detail/step_reward.ipp>
#endif
