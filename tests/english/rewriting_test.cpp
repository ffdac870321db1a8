// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rewritings: rows that put the words of a sentence into another order.
#include <mhqa/english/rewriting.hpp>
#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>

TEST_CASE("a rewriting moves the words of its tests and keeps the rest") {
  constexpr std::array<mhqa::rewriting_row, 2> rows{{
      {"season", "@reference season $", "the season of $1", "", ""},
      {"swap", "between @name+ and @name+", "between $4 and $2", "", ""},
  }};
  const mhqa::rewriter made{rows};
  CHECK(made.rewrite("When is opening day of #3 season?") == "When is opening day of the season of #3?");
  CHECK(made.rewrite("What lies between New York and Ohio, if anything?") ==
        "What lies between Ohio and New York, if anything?");
  CHECK(made.rewrite("When did #3 season its food?") == "When did #3 season its food?");
  CHECK(made.rewrite("") == "");
}

TEST_CASE("a test without words leaves no double space, and one that is not there is empty") {
  constexpr std::array<mhqa::rewriting_row, 1> rows{{{"gap", "from @reference ... $", "$3 $9 of $2", "", ""}}};
  CHECK(mhqa::rewriter{rows}.rewrite("Who is from #1?") == "Who is of #1?");
  CHECK(mhqa::rewriter{rows}.rewrite("Who is from #1 today?") == "Who is today of #1?");
}

TEST_CASE("a rewriting with a fault in its pattern is refused by name") {
  constexpr std::array<mhqa::rewriting_row, 1> rows{{{"bad", "@nothing", "$1", "", ""}}};
  CHECK_THROWS_WITH_AS(mhqa::rewriter{rows}, "pattern \"@nothing\": no class is called \"nothing\"", mhqa::data_error);
}
