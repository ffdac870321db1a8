// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/circularity.hpp>

#include <mhqa/compose/mentions.hpp>

#include <doctest/doctest.h>

#include <string_view>

namespace {

bool repeats(std::string_view head, std::string_view answer, std::string_view tail) {
  const auto m = mhqa::find_mention(answer, tail);
  REQUIRE(m);
  return mhqa::tail_repeats_head(head, tail, *m);
}

}  // namespace

TEST_CASE("circularity: the bridge or the head tells the tail's answer") {
  CHECK(mhqa::tail_answer_is_given("What country left?", "Ireland", "Irish"));
  CHECK(mhqa::tail_answer_is_given("Whom did it favour?", "ABC", "ABC Circle Films"));
  CHECK(mhqa::tail_answer_is_given("What did Kenya name itself?", "Republic of Kenya", "Mount Kenya"));
  CHECK(mhqa::tail_answer_is_given("Which station flew in 1973-1974?", "Skylab", "May 1973"));
  CHECK_FALSE(mhqa::tail_answer_is_given("Which station flew in 1974?", "Skylab", "May 1973"));
  CHECK(mhqa::tail_answer_is_given("Where do the Norse come from?", "Scandinavia", "Scandinavia"));
  CHECK_FALSE(mhqa::tail_answer_is_given("What state is it?", "Victoria", "Victorian Alps"));
  CHECK_FALSE(mhqa::tail_answer_is_given("Who has a digital company?", "BSkyB", "Sky Digital"));
  CHECK_FALSE(mhqa::tail_answer_is_given("Who wrote Emma?", "Jane Austen", "1775"));
  CHECK_FALSE(mhqa::tail_answer_is_given("Who wrote Emma?", "Jane Austen", "the"));
}

TEST_CASE("circularity: a tail that asks the head again") {
  CHECK(repeats("In what area of the United States did Tesla move to?", "New York City",
                "When did Tesla move to New York City?"));
  CHECK(repeats("What is the stadium where Super Bowl 50 was played?", "Levi's Stadium",
                "What was used to sod Levi's Stadium for Super Bowl 50?"));
  CHECK(repeats("Which group headlined the Super Bowl 50 halftime show?", "Coldplay",
                "On what date did the NFL announce that Coldplay would headline the halftime show?"));
  CHECK_FALSE(repeats("Which group headlined the Super Bowl 50 halftime show?", "Coldplay",
                      "On what date did the NFL announce that Coldplay would leave the halftime show?"));
  CHECK_FALSE(repeats("Who wrote Emma?", "Jane Austen", "When was Jane Austen born?"));
  CHECK_FALSE(repeats("", "x", "Who was x?"));
}
