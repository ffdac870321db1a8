// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of step_reward.hpp.
#pragma once

#include <mhqa/rollout/step_reward.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE void step_rewards(const rollout& r, const rollout_finding& finding, const step_reward_weights& weights,
                              std::vector<double>& out) {
  MHQA_EXPECTS(finding.each_step.size() == r.steps.size(), "mhqa::step_rewards: expected the finding of this rollout");
  out.assign(r.steps.size(), 0);
  const auto hops = static_cast<double>(std::count_if(finding.hops.begin(), finding.hops.end(),
                                                      [](const hop_finding& one) { return one.has_evidence(); }));
  for (const hop_finding& hop : finding.hops) {
    if (hop.has_evidence() && hop.evidence_step() != 0) out[hop.evidence_step() - 1] += weights.evidence / hops;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    const step_finding& step = finding.each_step[i];
    if (step.repeated) out[i] -= weights.repeated_query;
    if (step.near_repeated) out[i] -= weights.near_query;
    if (step.documents != 0) {
      out[i] -=
          weights.repeated_documents * static_cast<double>(step.documents_again) / static_cast<double>(step.documents);
    }
  }
  std::vector<char> flawed(out.size());
  for (const rollout_flaw& flaw : r.flaws) {
    if (flaw.step < flawed.size()) flawed[flaw.step] = 1;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (flawed[i] != 0) out[i] -= weights.flaw;
  }
}

MHQA_INLINE void place_step_rewards(const rollout& r, std::span<const double> rewards,
                                    std::span<const std::size_t> token_ends, std::span<double> out) {
  MHQA_EXPECTS(rewards.size() == r.steps.size() && out.size() == token_ends.size(),
               "mhqa::place_step_rewards: expected a reward for each step and a place for each token");
  std::fill(out.begin(), out.end(), 0.0);
  if (out.empty()) return;
  std::size_t token = 0;
  for (std::size_t i = 0; i < rewards.size(); ++i) {
    while (token + 1 < out.size() && token_ends[token] < r.steps[i].end) ++token;
    out[token] += rewards[i];
  }
}

}  // namespace mhqa::inline v0_1
