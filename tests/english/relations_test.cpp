// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/english/relations.hpp>

#include <doctest/doctest.h>

#include <algorithm>
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
