// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/batch/published_reward.hpp>

#include <doctest/doctest.h>

TEST_CASE("published_reward: a verdict keeps the program's numbers in order, undefined ones too") {
  mhqa::batch::reward_verdict verdict;
  CHECK_FALSE(verdict.reward);
  verdict.add("em", 1);
  verdict.add_undefined("f1");
  REQUIRE(verdict.more_count == 2);
  CHECK(verdict.more[0].name == "em");
  CHECK(*verdict.more[0].value == 1);
  CHECK_FALSE(verdict.more[1].value);
}
