// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/wording_faults.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::array<std::string_view, 1> aliases{"Miss Austen"};

const mhqa::wording_request request{"id",
                                    {"Who wrote Emma in 1815?", "In what year was #1 born?"},
                                    {"Jane Austen", "1775"},
                                    {},
                                    {{"Who wrote Emma in 1815?", "Jane Austen", aliases, "Emma", ""},
                                     {"In what year was Jane Austen born?", "1775", {}, "Jane Austen", ""}}};

std::string fault(std::string_view words) {
  return std::string{mhqa::to_string(mhqa::find_fault(request, words))};
}

}  // namespace

TEST_CASE("wording_faults: good words in several ways") {
  CHECK(fault("In what year was the person who wrote Emma in 1815 born?").empty());
  CHECK(fault("When was the writer of Emma (1815) born?").empty());
  CHECK(fault("\"Emma\" was written in 1815 by somebody who was born when?").empty());
}

TEST_CASE("wording_faults: each fault has its name") {
  CHECK(fault("  ") == "no-words");
  CHECK(fault("When was the writer of Emma\nof 1815 born?") == "control-character");
  CHECK(fault("When was the writer of \x1b[31mEmma of 1815 born?") == "control-character");
  CHECK(fault("When was the writer of Emma of 1815 born") == "no-question");
  CHECK(fault("Who? When was the writer of Emma of 1815 born?") == "no-question");
  CHECK(fault("when was the writer of Emma of 1815 born?") == "bad-beginning");
  CHECK(fault("When was #1, who wrote Emma in 1815, born?") == "bad-beginning");
  CHECK(fault("When was Jane Austen, who wrote Emma in 1815, born?") == "answer-shown");
  CHECK(fault("When was Miss Austen, who wrote Emma in 1815, born?") == "answer-shown");
  CHECK(fault("Was the person who wrote Emma in 1815 born in 1775?") == "answer-shown");
  CHECK(fault("When was the person who wrote it in 1815 born?") == "name-lost");
  CHECK(fault("When was the person who wrote Emma born?") == "name-lost");
  CHECK(fault("When did the person who wrote Emma in 1815 die?") == "constraint-lost");
  CHECK(fault("When was the person behind Emma of 1815 born?") == "constraint-lost");
}

TEST_CASE("wording_faults: words far longer than the steps are refused, an answer in a step is not") {
  std::string longer = "In what year was the person who wrote Emma in 1815 born";
  for (int i = 0; i < 40; ++i) longer += " again";
  CHECK(fault(longer + '?') == "too-long");
  const mhqa::wording_request known{
      "id", {"Who wrote Emma, her first novel?", "Was #1 first or last?"}, {"x", "first"}, {}, {}};
  CHECK(mhqa::find_fault(known, "Was the person who wrote Emma, her first novel, first or last?") ==
        mhqa::wording_fault::none);
}

TEST_CASE("wording_faults: what the rules word has no fault") {
  for (const auto& steps : std::vector<std::vector<std::string>>{
           {"What network showed Emma?", "Where is the #1 archive?"},
           {"Along with Canada, what country generally doesn't join?", "Who rules #1?"},
           {"The Rhine forms a delta into which lake?", "Who owns #1?"}}) {
    const mhqa::wording_request asked{"id", steps, {"x", "y"}, {}, {}};
    const mhqa::wording words = mhqa::rule_verbaliser{}(asked);
    REQUIRE(words);
    CAPTURE(words.question);
    CHECK(mhqa::to_string(mhqa::find_fault(asked, words.question)).empty());
  }
}
