// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the hops of a gold question as steps that fan out over the answers of earlier steps.
//   execute_fan_out(plan_fan_out(gold).steps, reader)
#pragma once

#include <mhqa/graph/fan_out.hpp>
#include <mhqa/rollout/gold.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mhqa::inline v0_1 {

/// The steps of a gold question, and what became of its hops.
struct fan_out_plan {
  std::vector<fan_out_step> steps;
  std::vector<std::uint32_t> step_of;  ///< the step, from 1, of each hop
  std::size_t premises = 0;            ///< of all hops
  std::size_t named = 0;               ///< premises of which the hop's question names an answer

  /// Returns true if a step stands for several hops.
  [[nodiscard]] bool fans_out() const noexcept { return steps.size() < step_of.size(); }
};

/// Returns the hops as steps that refer to the answers of premises wherever a hop's question names one. Hops whose
/// questions are then equal are one step.
///
/// Requires: premises of a hop are hops before it
/// Shape:    of several answers of one premise that a question names, the longest is a reference: "New York City"
///           rather than "New York". A question that names no answer of a premise does not refer to it
/// Cost:     O(bytes) for each answer of a premise, and hops times steps
/// Example:  "Which capitals?" {"Oslo", "Riga"}, "Who governs Oslo?", "Who governs Riga?"
///           // {"Which capitals?", "Who governs #1?"}
[[nodiscard]] fan_out_plan plan_fan_out(const rollout_gold& gold);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/rollout/detail/fan_out.ipp>
#endif
