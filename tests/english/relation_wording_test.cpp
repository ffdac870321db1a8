// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/english/relation_wording.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

TEST_CASE("relation_wording: the kind of the answer and the question word") {
  CHECK(mhqa::word_relation("the * that borders X", "Rome", "Brown County", false) == "the county that borders Rome");
  CHECK(mhqa::word_relation("the * that borders X", "Rome", "Gaul", false) == "the place that borders Rome");
  CHECK(mhqa::word_relation("% is the namesake of X?", "Ulm", "Ann Lee", true) == "Who is the namesake of Ulm?");
  CHECK(mhqa::word_relation("% is the namesake of X?", "Ulm", "a lake", false) == "What is the namesake of Ulm?");
}

TEST_CASE("relation_wording: events of a year get an article, works do not") {
  const auto winner = [](std::string_view of) { return mhqa::word_relation("the winner of X", of, "", false); };
  for (const mhqa::rewriting_row& row : mhqa::relation_subject_rows) {
    CAPTURE(row.name);
    CHECK(winner(row.before) == "the winner of " + std::string{row.after});
  }
  CHECK(winner("2011 Australian Open – Men's Doubles") == "the winner of the 2011 Australian Open – Men's Doubles");
  CHECK(winner("the 2011 Australian Open") == "the winner of the 2011 Australian Open");
  CHECK(winner("1967: The Last Good Year") == "the winner of 1967: The Last Good Year");
  CHECK(winner("FA Cup") == "the winner of FA Cup");
}
