// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of scored_result.hpp.
#pragma once

#include <mhqa/metrics/scored_result.hpp>

#include <mhqa/metrics/answer_plan.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::array<std::string, 2> usual_numbers(const scored_result& result) {
  std::array<std::string, 2> out;
  if (result.evaluator == "drop") return {"max_em", "max_f1"};  // golds are aliases, not the spans of one answer
  for (const result_answer& answer : result.answers) {
    for (const auto& number : answer.numbers) {
      const std::optional<answer_plan> plan = find_plan(result.evaluator, number.first);
      if (!plan) continue;
      const bool part = plan->number == plan_number::precision || plan->number == plan_number::recall ||
                        plan->number == plan_number::answered || plan->number == plan_number::unused;
      std::string& place = out[plan->number == plan_number::f1 ? 1 : 0];
      if (place.empty() && !part) place = number.first;
    }
    if (!out[0].empty() && !out[1].empty()) break;
  }
  return out;
}

}  // namespace mhqa::inline v0_1
