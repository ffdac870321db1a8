// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of fan_out.hpp.
#pragma once

#include <mhqa/rollout/fan_out.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE fan_out_plan plan_fan_out(const rollout_gold& gold) {
  fan_out_plan out;
  for (const rollout_hop& hop : gold.hops) {
    fan_out_step step{hop.question};
    for (const std::size_t premise : hop.premises) {
      ++out.premises;
      std::string_view named;
      for (const std::string_view answer : gold.hops[premise].answers) {
        if (answer.size() > named.size() && step.names(answer)) named = answer;
      }
      if (named.empty()) continue;
      ++out.named;
      step.refer(named, out.step_of[premise]);
    }
    const auto same = std::find(out.steps.begin(), out.steps.end(), step);
    out.step_of.push_back(static_cast<std::uint32_t>(same - out.steps.begin()) + 1);
    if (same == out.steps.end()) out.steps.push_back(std::move(step));
  }
  return out;
}

}  // namespace mhqa::inline v0_1
