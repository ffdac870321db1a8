// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/wordings.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

const std::vector<mhqa::wording_request> requests{{"a", {"Who wrote Emma?", "Where was #1 born?"}, {}},
                                                  {"b", {"Who wrote Emma?", "Where is #1's house?"}, {}},
                                                  {"c", {}, {}},
                                                  {"d", {"Who wrote Emma?", "Where is #1's grave?"}, {}},
                                                  {"e", {"Who wrote Emma?", "Who wrote Persuasion?"}, {}}};

using mhqa::reason_count;

}  // namespace

TEST_CASE("wordings: a verbaliser words what it can, and each other question is counted by its reason") {
  const auto words = mhqa::word_questions(requests, mhqa::rule_verbaliser{});
  CHECK(words.questions == std::vector<std::string>{"Where was the person who wrote Emma born?", "", "", "", ""});
  CHECK(words.dropped == std::vector<reason_count>{{"bad-steps", 1}, {"possessive", 2}, {"unused-step", 1}});
}

TEST_CASE("wordings: a verbaliser of one's own; no words are no question, even if it says that all is well") {
  const auto echo = [](const mhqa::wording_request& r) {
    return mhqa::wording{r.steps.empty() ? "" : r.steps.back(), mhqa::unworded::no, 0};
  };
  static_assert(mhqa::verbaliser<decltype(echo)>);
  const auto words = mhqa::word_questions(requests, echo);
  CHECK(words.questions[4] == "Who wrote Persuasion?");
  CHECK(words.dropped == std::vector<reason_count>{{"no-words", 1}});
}

TEST_CASE("wordings: answers word the questions of their ids, and a verdict is the reason of the others") {
  const std::vector<mhqa::wording_answer> answers{
      {"d", "Where does she lie?", true}, {"a", "x", false}, {"b", " ", true}};
  const auto words = mhqa::word_questions(requests, answers);
  CHECK(words.questions == std::vector<std::string>{"", "", "", "Where does she lie?", ""});
  CHECK(words.dropped == std::vector<reason_count>{{"different-entities", 1}, {"missing", 2}, {"no-words", 1}});
  CHECK_THROWS_AS((void)mhqa::word_questions(requests, std::vector<mhqa::wording_answer>{{"f", "x", true}}),
                  mhqa::data_error);
  CHECK(mhqa::word_questions({}, mhqa::rule_verbaliser{}) == mhqa::worded_questions{});
}
