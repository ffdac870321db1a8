// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/bridge_sense.hpp>

#include "support/row_examples.hpp"

#include <mhqa/compose/mentions.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

std::string sense(std::string_view asking, std::string_view answer, std::string_view question,
                  std::string_view paragraph = {}) {
  const auto m = mhqa::find_mention(answer, question);
  REQUIRE(m);
  return std::string{mhqa::to_string(mhqa::check_sense(asking, answer, paragraph, question, *m))};
}

}  // namespace

TEST_CASE("bridge_sense: an adjective is the same only in the role that is asked for") {
  CHECK(sense("What language did he learn?", "German", "What is the German word for sea?").empty());
  CHECK(sense("What language did he learn?", "German", "Which books are in German?").empty());
  CHECK(sense("What language did he learn?", "German", "Which German poet fled?") == "adjective");
  CHECK(sense("Which army attacked?", "Spanish", "Who spoke in Spanish?") == "adjective");
  CHECK(sense("Who fought?", "the British", "Who beat the British?").empty());
  CHECK(sense("Who fought?", "the British", "What do British schools cost?") == "adjective");
  CHECK(sense("What religion is it?", "Catholic", "What did Catholic schools teach?").empty());
  CHECK(sense("What party won?", "the Conservative", "What does Conservative Islam hold?") == "adjective");
}

TEST_CASE("bridge_sense: spellings differ by case and symbols") {
  CHECK(sense("What numeral is it?", "LI.", "When did Li Tan rise?") == "spelling");
  CHECK(sense("What group is it?", "HAMAS", "When did Hamas win?").empty());
  CHECK(sense("What group is it?", "AIM", "When did Aim win?") == "spelling");
  CHECK(sense("What class counts?", "#P", "What does P equal?") == "spelling");
  CHECK(sense("Which member left?", "The UK", "Who leads the UK?").empty());
  CHECK(sense("Which country left?", "U.S", "Who lives in the US?").empty());
}

TEST_CASE("bridge_sense: answers that are not entities, and names of many things") {
  CHECK(sense("How many came?", "Ten", "Who saw Ten?") == "no-entity");
  CHECK(sense("Which uses are shown?", "All", "Who wrote All?", "All uses of all kinds.") == "no-entity");
  CHECK(sense("Who came?", "Students", "Who taught Students?", "The students came.") == "no-entity");
  CHECK(sense("Why?", "Rome burned", "Who saw that Rome burned?") == "no-entity");
  CHECK(sense("Where is it?", "the South", "What is in the South?") == "undecided");
  CHECK(sense("What program?", "V", "Who won V?") == "undecided");
}

TEST_CASE("bridge_sense: a person is not a place") {
  CHECK(sense("What Queen opened it?", "Victoria", "What was found in Victoria?") == "place");
  CHECK(sense("Who did Ohio ally with?", "Germany", "What was found in Germany?").empty());  // a country is one
  CHECK(sense("What Queen opened it?", "Victoria", "When was Victoria born?").empty());
  CHECK(sense("What state is it?", "Victoria", "What was found in Victoria?").empty());
}

TEST_CASE("bridge_sense: a people without an article, in the singular, is a language") {
  const std::string_view group = "Which group painted the tables?";
  CHECK(sense(group, "German", "How many people speak German?") == "adjective");
  CHECK(sense(group, "the English", "In what way is logic unlike English?") == "adjective");
  CHECK(sense(group, "the English", "Who fled from the English?").empty());
  CHECK(sense(group, "Germans", "Where did Germans settle?").empty());
}

TEST_CASE("bridge_sense: each row fires on its first example and passes its second") {
  mhqa_test::check_examples(mhqa::bridge_rows);
}
