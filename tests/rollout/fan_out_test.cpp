// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/rollout/fan_out.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

TEST_CASE("fan_out: hops that differ only in a premise's answer are one step, which fans out") {
  mhqa::rollout_gold gold;
  gold.hops = {{"Which capitals?", {"York", "New York"}, {}, {}},
               {"Who governs New York, and was born in New York?", {}, {}, {0}},
               {"Who governs York, and was born in York?", {}, {}, {0}},
               {"How many are they?", {}, {}, {0}},
               {"Which song was #1?", {}, {}, {}}};
  const mhqa::fan_out_plan plan = mhqa::plan_fan_out(gold);
  std::vector<std::string> texts;
  for (const mhqa::fan_out_step& step : plan.steps) texts.push_back(step.text());
  CHECK(texts == std::vector<std::string>{"Which capitals?", "Who governs #1, and was born in #1?",
                                          "How many are they?", "Which song was #1?"});
  CHECK(plan.steps[3].references().empty());
  CHECK(plan.step_of == std::vector<std::uint32_t>{1, 2, 2, 3, 4});
  CHECK(plan.premises == 3);
  CHECK(plan.named == 2);
  CHECK(plan.fans_out());
}
