// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/question_terms.hpp>

#include <doctest/doctest.h>

#include <string>

TEST_CASE("question_terms: finds content words in any form, and no function words") {
  mhqa::question_terms terms;
  terms.assign("Who wrote the cities of Emma's novels, novels in 1815?");
  REQUIRE(terms.size() == 5);
  CHECK(terms.find(mhqa::stem_key("written")) == 0);
  CHECK(terms.find(mhqa::stem_key("writing")) == 0);
  CHECK(terms.find(mhqa::stem_key("city")) == 1);
  CHECK(terms.find(mhqa::stem_key("emma")) == 2);
  CHECK(terms.find(mhqa::stem_key("novel")) == 3);
  CHECK(terms.find(mhqa::stem_key("1815")) == 4);
  CHECK(terms.find(mhqa::stem_key("the")) == -1);
  CHECK(terms.find(mhqa::stem_key("sense")) == -1);
}

TEST_CASE("question_terms: an irregular form finds the others") {
  mhqa::question_terms terms;
  terms.assign("Which man begins?");
  CHECK(terms.find(mhqa::stem_key("men")) == 0);
  CHECK(terms.find(mhqa::stem_key("began")) == 1);
}

TEST_CASE("question_terms: nothing gives nothing, and the first 64 of many count") {
  mhqa::question_terms terms;
  terms.assign("Is it?");
  CHECK(terms.size() == 0);
  std::string many;
  for (int i = 100; i < 200; ++i) many += std::to_string(i) + ' ';
  terms.assign(many);
  CHECK(terms.size() == 64);
  CHECK(terms.find(mhqa::stem_key("163")) == 63);
  CHECK(terms.find(mhqa::stem_key("164")) == -1);
}
