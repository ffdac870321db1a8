// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Geva et al. 2021, Sec. 3.4: a question ends with a question mark and has not several verbs.
#include <mhqa/compose/question_checks.hpp>

#include <mhqa/io/datasets/strategyqa.hpp>

#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

using mhqa::question_fault;

TEST_CASE("question_checks: verb groups") {
  struct row {
    std::string_view question;
    std::size_t groups;
  };
  for (const row& r : std::initializer_list<row>{
           {"Did Aristotle use a laptop?", 1},
           {"Was the man who is mayor born here?", 2},
           {"Was the man who won born here?", 2},
           {"Who was the first man on the moon?", 1},
           {"Which came first?", 0},
           {"Would it have been common to find a penguin in Miami?", 1},
           {"Do fish have what dogs do?", 1},
           {"Can you use the app if you aren't a customer?", 2},
           {"Is the river which flows and which is long where it was?", 4},
           {"Hydrogen's atomic number squared exceeds number of Spice Girls?", 0},
           {"", 0},
       }) {
    CAPTURE(r.question);
    CHECK(mhqa::count_verb_groups(r.question) == r.groups);
  }
}

TEST_CASE("question_checks: faults by reason") {
  using faults = std::vector<question_fault>;
  CHECK(mhqa::check_question("Did Aristotle use a laptop?").empty());
  CHECK(mhqa::check_question("Did Aristotle use a laptop? \n").empty());
  CHECK(mhqa::check_question("Aristotle used a laptop.") == faults{question_fault::no_question_mark});
  CHECK(mhqa::check_question(" \t") == faults{question_fault::blank});
  CHECK(mhqa::check_question("") == faults{question_fault::blank});
  CHECK(mhqa::check_question("Is it what it is") ==
        faults{question_fault::no_question_mark, question_fault::several_verbs});
  CHECK(mhqa::check_question("?").empty());
  const auto tagger = [](std::string_view question) { return question.size(); };
  CHECK(mhqa::check_question("Did it?", tagger) == faults{question_fault::several_verbs});
  CHECK(to_string(question_fault::blank) == "blank");
  CHECK(to_string(question_fault::several_verbs) == "several-verbs");
}

TEST_CASE("question_checks: all 2,290 questions end with a question mark, 97 seem to have several verbs") {
  std::vector<std::size_t> groups(8);
  std::size_t marks_missing = 0;
  for (const char* const name : {"data/strategyqa/train.json", "data/strategyqa/dev.json"}) {
    const auto file = mhqa_test::shared_data(name);
    if (!file) return;
    mhqa::io::json_records in{file->string()};
    mhqa::strategyqa::record r;
    while (auto value = in.next()) {
      mhqa::io::strategyqa::read(*value, r);
      ++groups[mhqa::count_verb_groups(r.question)];
      for (const question_fault fault : mhqa::check_question(r.question)) {
        marks_missing += fault == question_fault::no_question_mark ? 1 : 0;
      }
    }
  }
  CHECK(groups == std::vector<std::size_t>{7, 2186, 92, 5, 0, 0, 0, 0});
  CHECK(marks_missing == 0);
}
