// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/undetermined.hpp>

#include "support/row_examples.hpp"

#include <doctest/doctest.h>

#include <string_view>

TEST_CASE("undetermined: a noun that only the paragraph determines") {
  for (const char* const question : {
           "Who did Sky team up with because it was not part of the consortium?",
           "How did Luther express the destruction?", "When did Tesla first show off the new turbine?",
           "What action did the rebels take in Ohio?", "What was the reaction of Ann to the team's loss?",
           "In the locker room, who was shown?",
           "Where did Ann go at the invitation of the President?",  // an office of many
       }) {
    CAPTURE(question);
    CHECK(mhqa::names_bare_thing(question));
  }
}

TEST_CASE("undetermined: a noun with a name, a superlative, a phrase or a clause, or that has one meaning") {
  for (const char* const question : {
           "What is the capital of Ohio?",  // what is asked
           "Who met the President of Ohio?",
           "What does the water flow of Ohio merge with?",
           "Who did the police bring to Ohio?",
           "Who met the Emperor Otto?",
           "Who leads the government of Ohio?",  // a phrase
           "Who used the code that governed the army in Ohio?",
           "What is the length of the Ohio river?",      // a name
           "Who had the highest speed?",                 // a superlative
           "Who was the first person in the world?",     // there is one
           "Who controlled Sicily before the Normans?",  // a name
           "What is \"the consortium\" about?",          // quoted
           "Who won in the 1972 survey?",                // a number
           "Who owned a house in the mid-1960s?",
           "Which Ohio team member was the team's captain?",
           "What did Ann expect for the autonomy she granted them?",
       }) {
    CAPTURE(question);
    CHECK_FALSE(mhqa::names_bare_thing(question));
  }
  const std::string_view question = "What happened to the house in 1913?";
  CHECK_FALSE(mhqa::names_bare_thing("Who owns the old house?", {17, 5}));  // replaced by a head
  CHECK_FALSE(mhqa::names_bare_thing("Who led Ohio in the space program?", {8, 4}));
  CHECK(mhqa::names_bare_thing("Who led Ohio in the space program?"));
  CHECK(mhqa::names_bare_thing("Who led Ohio in the rebellion?", {8, 4}));
  CHECK_FALSE(mhqa::names_bare_thing(question));
  CHECK_FALSE(mhqa::names_bare_thing("NBC finished behind what network in the ratings?"));
}

TEST_CASE("undetermined: a name whose paragraph numbers it") {
  const std::string_view numbered = "Super Bowl 50 was a game. The Super Bowl is played every year.";
  CHECK(mhqa::names_series("Who won the Super Bowl?", numbered));
  CHECK(mhqa::names_series("Who won the Super Bowl's prize?", "In Super Bowl XX, Ann won."));
  CHECK_FALSE(mhqa::names_series("How many teams won the Super Bowl?", numbered));
  CHECK_FALSE(mhqa::names_series("Who sang in the Super Bowl show?", numbered));
  CHECK_FALSE(mhqa::names_series("Who won the Super Bowl 50?", numbered));
  CHECK_FALSE(mhqa::names_series("Who won a Super Bowl?", numbered));
  CHECK_FALSE(mhqa::names_series("Who won the Super Bowl?", numbered, {12, 10}));  // replaced by a head
  CHECK_FALSE(mhqa::names_series("Who lost the April 2000 dispute?", "On April 20 they met."));
  CHECK_FALSE(mhqa::names_series("Who crossed the Rhine?", "Along the Rhine 2000 people live; the Rhine I saw."));
}

TEST_CASE("undetermined: an answer that changes with time") {
  CHECK(mhqa::depends_on_time("Who is the current president of Ohio?"));
  CHECK(mhqa::depends_on_time("What network will carry the games?"));
  CHECK_FALSE(mhqa::depends_on_time("Who was the current president in 1913?"));
  CHECK_FALSE(mhqa::depends_on_time("Who wrote \"Now and Then\"?"));
  CHECK_FALSE(mhqa::depends_on_time("Who read the will of Ann?"));
  CHECK_FALSE(mhqa::depends_on_time("Who founded Ohio?"));
  CHECK(mhqa::depends_on_time("Who claimed what is now Ohio?"));
  CHECK(mhqa::depends_on_time("What team was the Ohio champion?"));
  CHECK(mhqa::depends_on_time("Who is the president of Ohio?"));
  CHECK_FALSE(mhqa::depends_on_time("What team was the Ohio champion in 1913?"));
  CHECK_FALSE(mhqa::depends_on_time("Who was the MVP of Super Bowl XLI?"));
  CHECK_FALSE(mhqa::depends_on_time("What did the champion of Ohio eat?"));
  CHECK_FALSE(mhqa::depends_on_time("Who was the winner's father?"));
  CHECK_FALSE(mhqa::depends_on_time("Who was the first president of Ohio?"));
  CHECK_FALSE(mhqa::depends_on_time("Which current type did Ann favor?"));
  CHECK(mhqa::depends_on_time("Who is Ohio's current king?"));
}

TEST_CASE("undetermined: the row of what changes with time fires on its first example and passes its second") {
  mhqa_test::check_examples(mhqa::time_rows);
}
