// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/verb_forms.hpp>

#include <doctest/doctest.h>

#include <algorithm>

TEST_CASE("verb_forms: pasts are regular but for the table") {
  CHECK(mhqa::past_tense("write") == "wrote");
  CHECK(mhqa::past_tense("die") == "died");
  CHECK(mhqa::past_tense("marry") == "married");
  CHECK(mhqa::past_tense("play") == "played");
  CHECK(mhqa::past_tense("work") == "worked");
  CHECK(mhqa::past_tense("y") == "yed");
  const auto by_base = [](const auto& a, const auto& b) { return a.first < b.first; };
  CHECK(std::is_sorted(mhqa::irregular_pasts.begin(), mhqa::irregular_pasts.end(), by_base));
}

TEST_CASE("verb_forms: the third person ends in s") {
  CHECK(mhqa::third_person("rise") == "rises");
  CHECK(mhqa::third_person("cross") == "crosses");
  CHECK(mhqa::third_person("carry") == "carries");
  CHECK(mhqa::third_person("play") == "plays");
  CHECK(mhqa::third_person("have") == "has");
  CHECK(mhqa::third_person("go") == "goes");
}

TEST_CASE("verb_forms: finite verbs show by their endings") {
  CHECK(mhqa::may_be_finite("crosses"));
  CHECK(mhqa::may_be_finite("wrote"));
  CHECK(mhqa::may_be_finite("designed"));
  CHECK_FALSE(mhqa::may_be_finite("river"));
  CHECK_FALSE(mhqa::may_be_finite("glass"));
  CHECK_FALSE(mhqa::may_be_finite("red"));
  CHECK_FALSE(mhqa::may_be_finite(""));
}
