// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/break.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_CASE("break: the steps of a record, or the place where its text is malformed") {
  mhqa::break_qdmr::record r;
  r.decomposition = "return the  country ;return #1 that  has Anren Town";
  const auto steps = mhqa::break_qdmr::steps_of(r);
  REQUIRE(steps);
  CHECK(*steps == std::vector<std::string>{"the  country", "#1 that  has Anren Town"});
  r.decomposition = "return cities ;#1 in Peru";
  CHECK(mhqa::break_qdmr::steps_of(r).expected == "return");
  CHECK(mhqa::break_qdmr::steps_of(r).position == 15);
  CHECK_FALSE(mhqa::break_qdmr::steps_of({}));
}
