// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/ircot.hpp>

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

namespace {

mhqa::published_result scored(std::string_view prediction, const std::vector<std::string_view>& golds) {
  mhqa::published_result out;
  mhqa::score_ircot({.prediction = {&prediction, 1}, .golds = golds}, out);
  return out;
}

}  // namespace

TEST_CASE("ircot: the answer follows the last \"answer is\" of the first line") {
  using mhqa::detail::ircot_answer;
  CHECK(ircot_answer("So the answer is: Rome.") == "Rome");
  CHECK(ircot_answer("an answer is x. The answer is y.") == "y");
  CHECK(ircot_answer("the answer is:Rome") == "the answer is:Rome");
  CHECK(ircot_answer("answer is Rome") == "answer is Rome");  // needs a space before
  CHECK(ircot_answer(" answer is ") == "");
  CHECK(ircot_answer("x\nthe answer is y") == "x\nthe answer is y");
  CHECK(ircot_answer("\"Rome\"") == "Rome");
  CHECK(ircot_answer("\"") == "");
}

TEST_CASE("ircot: DROP's numbers and the set scores of the spans") {
  const mhqa::published_result out = scored("[\"Rome\", Paris]", {"Rome", "Lyon"});
  REQUIRE(out.numbers().size() == 8);
  CHECK(out.prediction().size() == 2);
  CHECK(*out.numbers()[0].value == 0);
  CHECK(*out.numbers()[1].value == 0.5);
  CHECK(*out.numbers()[5].value == 0.5);
}

TEST_CASE("ircot: no gold, and text that the program takes for a paragraph's id, raise") {
  CHECK_FALSE(scored("x", {}).error().empty());
  CHECK_FALSE(scored("x", {"pid 5"}).error().empty());
  CHECK_FALSE(scored("pidgin", {"x"}).error().empty());
  CHECK(scored("x", {"x"}).error().empty());
}
