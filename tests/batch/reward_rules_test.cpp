// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/batch/reward_rules.hpp>

#include <doctest/doctest.h>

namespace rewards = mhqa::batch::rewards;
using mhqa::batch::reward_of;

static_assert(mhqa::batch::find_reward("verl")->spam_divisor == 4);
static_assert(mhqa::batch::find_reward("none") == nullptr);
static_assert(reward_of(rewards::recall_f1, true, false, true, {.f1 = 0}) == 0.1);

TEST_CASE("reward_rules: each rule is found by its name") {
  for (const auto& rule : rewards::all) {
    CAPTURE(rule.name);
    CHECK(mhqa::batch::find_reward(rule.name) == &rule);
  }
}

TEST_CASE("reward_rules: Search-R1's five cases with a format") {
  const mhqa::scores right{1, 1, 1, 1};
  CHECK(reward_of(rewards::search_r1_format, true, false, true, right) == 1);
  CHECK(reward_of(rewards::search_r1_format, true, false, false, right) == 1 - 0.2);
  CHECK(reward_of(rewards::search_r1_format, true, false, true, {}) == 0.2);
  CHECK(reward_of(rewards::search_r1_format, true, false, false, {}) == 0.1);
  CHECK(reward_of(rewards::search_r1_format, false, false, true, {}) == 0.2);
  CHECK(reward_of(rewards::search_r1_format, false, false, false, {}) == 0);
}

TEST_CASE("reward_rules: tag spam quarters a right answer under verl's rule alone") {
  const mhqa::scores right{1, 1, 1, 1};
  CHECK(reward_of(rewards::verl, true, true, true, right) == 0.25);
  CHECK(reward_of(rewards::search_r1, true, true, true, right) == 1);
  CHECK(reward_of(rewards::verl, true, true, true, {}) == 0);
}
