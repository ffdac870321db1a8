// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/english/relations.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

TEST_CASE("relations: every row has a question about its subject and a phrase or none") {
  for (const mhqa::relation_words& r : mhqa::relations) {
    CAPTURE(r.label);
    CHECK(r.property.starts_with('P'));
    CHECK(r.question.ends_with('?'));
    CHECK(std::count(r.question.begin(), r.question.end(), 'X') == 1);
    CHECK((r.phrase.empty() || r.phrase.starts_with("the ")));
    CHECK((r.phrase.empty() || std::count(r.phrase.begin(), r.phrase.end(), 'X') == 1));
    CHECK(mhqa::find_relation_words(r.label)->label == r.label);
    CHECK_FALSE(mhqa::wikidata_property(r.property).empty());
  }
}

TEST_CASE("relations: labels of noun phrases, and others") {
  for (const std::string_view label : {"official symbol", "color", "head of department"}) {
    CAPTURE(label);
    CHECK(mhqa::is_noun_label(label));
  }
  for (const std::string_view label : {"owned by", "crosses", "located in time zone", "shares border with", "", "of"}) {
    CAPTURE(label);
    CHECK_FALSE(mhqa::is_noun_label(label));
  }
}

TEST_CASE("relations: the kind of the answer and the question word") {
  CHECK(mhqa::word_relation("the * that borders X", "Rome", "Brown County", false) == "the county that borders Rome");
  CHECK(mhqa::word_relation("the * that borders X", "Rome", "Gaul", false) == "the place that borders Rome");
  CHECK(mhqa::word_relation("% is the namesake of X?", "Ulm", "Ann Lee", true) == "Who is the namesake of Ulm?");
  CHECK(mhqa::word_relation("% is the namesake of X?", "Ulm", "a lake", false) == "What is the namesake of Ulm?");
}

TEST_CASE("relations: events of a year get an article, works do not") {
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
