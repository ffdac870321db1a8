// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/wordings.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

const std::vector<mhqa::wording_request> requests{{"a", {"Who wrote Emma?", "Where was #1 born?"}, {}, {}},
                                                  {"b", {"Who wrote Emma?", "Who sold #1 shows?"}, {}, {}},
                                                  {"c", {}, {}, {}},
                                                  {"d", {"Who wrote Emma?", "Who saw #1 shows?"}, {}, {}},
                                                  {"e", {"Who wrote Emma?", "Who wrote Persuasion?"}, {}, {}}};

using mhqa::reason_count;

}  // namespace

TEST_CASE("wordings: a verbaliser words some questions, and the others are counted by reason") {
  const auto words = mhqa::word_questions(requests, mhqa::rule_verbaliser{});
  CHECK(words.questions == std::vector<std::string>{"Where was the person who wrote Emma born?", "", "", "", ""});
  CHECK(words.dropped == std::vector<reason_count>{{"attributive", 2}, {"bad-steps", 1}, {"unused-step", 1}});
}

TEST_CASE("wordings: a doubtful question is counted by its heaviest sign") {
  mhqa::wording_request request{"id", {"What did Emma join?", "Who saw #1?"}, {"Ulm", "Bob"}, {}, {}};
  request.hops = {{"What did Emma join?", "Ulm", {}, "", ""}, {"Who saw Ulm?", "Bob", {}, "", ""}};
  const auto words = mhqa::word_questions(std::vector{request}, mhqa::rule_verbaliser{.most_doubts = 8});
  CHECK(words.dropped == std::vector<reason_count>{{"doubtful-head-asks-what-did", 1}});
}

TEST_CASE("wordings: a custom verbaliser; an empty wording is not a question, even without a reason") {
  const auto echo = [](const mhqa::wording_request& r) {
    return mhqa::wording{r.steps.empty() ? "" : r.steps.back(), mhqa::unworded::no, 0};
  };
  static_assert(mhqa::verbaliser<decltype(echo)>);
  const auto words = mhqa::word_questions(requests, echo);
  CHECK(words.questions[4] == "Who wrote Persuasion?");
  CHECK(words.dropped == std::vector<reason_count>{{"no-words", 1}});
}

TEST_CASE("wordings: of equal wordings the first stays, in any capitalisation") {
  const auto same = [](const mhqa::wording_request& r) {
    return mhqa::wording{r.id == "a" ? "Where is Rome?" : "Where is rome?", mhqa::unworded::no, 0};
  };
  const auto words = mhqa::word_questions(requests, same);
  CHECK(words.questions == std::vector<std::string>{"Where is Rome?", "", "", "", ""});
  CHECK(words.dropped == std::vector<reason_count>{{"equal-wording", 4}});
}

TEST_CASE("wordings: answers word the questions of their ids, and a verdict is the reason of the others") {
  const std::vector<mhqa::wording_answer> answers{
      {"d", "Who saw shows of the person who wrote Emma?", true}, {"a", "x", false}, {"b", " ", true}};
  const auto words = mhqa::word_questions(requests, answers);
  CHECK(words.questions == std::vector<std::string>{"", "", "", "Who saw shows of the person who wrote Emma?", ""});
  CHECK(words.dropped == std::vector<reason_count>{{"different-entities", 1}, {"missing", 2}, {"no-words", 1}});
  const std::vector<mhqa::wording_answer> lost{{"d", "Where does she lie?", true}};
  CHECK(mhqa::word_questions(requests, lost).dropped == std::vector<reason_count>{{"missing", 4}, {"name-lost", 1}});
  CHECK_THROWS_AS((void)mhqa::word_questions(requests, std::vector<mhqa::wording_answer>{{"f", "x", true}}),
                  mhqa::data_error);
  CHECK(mhqa::word_questions({}, mhqa::rule_verbaliser{}) == mhqa::worded_questions{});
}
