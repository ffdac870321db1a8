// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/detail/fronting.hpp>

#include "support/row_examples.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

std::string first(std::string_view question) {
  return mhqa::detail::with_adverbial_first(question, [](std::size_t) { return true; });
}

}  // namespace

TEST_CASE("fronting: a phrase of time or place behind a reference opens the question") {
  CHECK(first("Who visited #1 in 1888?") == "In 1888, who visited #1?");
  CHECK(first("What was the reach of #1 in the 1950s?") == "In the 1950s, what was the reach of #1?");
  CHECK(first("What is the #1 affiliate in #2?") == "In #2, what is the #1 affiliate?");
  CHECK(first("Who aired on #1 after late shows?") == "After late shows, who aired on #1?");
  CHECK(first("How many ships did #1 lose on May 3?") == "On May 3, how many ships did #1 lose?");
  CHECK(first("Who saw #1 on May 3?") == "On May 3, who saw #1?");
  CHECK(first("Who saw #1 by May 3?") == "By May 3, who saw #1?");
  CHECK(first("Who was mayor of #1 between May and June?") == "Between May and June, who was mayor of #1?");
}

TEST_CASE("fronting: other phrases and other questions stay") {
  for (const char* question :
       {"When was #1 in power?", "Who saw #1 with Ann?", "Who saw #1 after he died?", "Who saw #1 in what year?",
        "Did Ann see #1 in 1888?", "In Rome, who saw #1 in 1888?", "Who saw #1?", "Who saw #1 in?",
        "Who saw #1 in Rome, where Ann was?", "Who saw Rome in 1888?", "Who saw #1 on a hill?",
        "What was made of #1 by Ann?", "What was the time of #1 between May and June called?", ""}) {
    CAPTURE(std::string{question});
    CHECK(first(question) == question);
  }
  CHECK(mhqa::detail::with_adverbial_first("Who saw #1 in 1888?", [](std::size_t n) { return n == 2; }) ==
        "Who saw #1 in 1888?");
}

TEST_CASE("fronting: each row by its examples") {
  mhqa_test::check_examples(mhqa::detail::fronting_rows);
}
