// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/english/pattern.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string_view>

namespace {

bool found(std::string_view pattern, std::string_view sentence) {
  return mhqa::word_pattern{pattern}.found(mhqa::sentence_words{sentence});
}

}  // namespace

TEST_CASE("pattern: words, choices and conditions of neighbouring words") {
  CHECK(found("more|less then", "Is it more then one?"));
  CHECK_FALSE(found("more|less then", "Is it more than one, then?"));
  CHECK_FALSE(found("more then", "Is it more, then?"));  // a mark separates
  CHECK(found("is !a", "It is the"));
  CHECK_FALSE(found("is !a", "It is a"));
  CHECK(found("a|the&!@name =&!the", "It is a a"));
  CHECK_FALSE(found("a|the =&!the", "It is the the"));
}

TEST_CASE("pattern: classes of the lexicon and of forms") {
  CHECK(found("the @person", "Meet the novelists now"));
  CHECK(found("@preposition @name $", "It is in Rome"));
  CHECK_FALSE(found("@preposition @name $", "It is in Rome now"));
  CHECK(found("^ @name @year", "Ulm 1530"));
  CHECK_FALSE(found("^ @name", "The town"));  // the capital begins a sentence
  CHECK(found("was @participle by", "It was built by them"));
}

TEST_CASE("pattern: beginnings, ends, gaps, repetition and what never comes later") {
  CHECK(found("^ how ... many $", "How is it so many"));
  CHECK_FALSE(found("^ is", "How is it"));
  CHECK(found("did @name+ moved", "When did Ann Lee moved?"));
  CHECK_FALSE(found("did @name+ moved", "When did moved?"));
  CHECK(found("did ~won", "When did Ann come?"));
  CHECK_FALSE(found("did ~won", "When did Ann say who won?"));
}

TEST_CASE("pattern: any number of words, what never came earlier, and given words") {
  CHECK(found("the !@function* team", "Who led the team?"));
  CHECK(found("the !@function* team", "Who led the old red team?"));
  CHECK(found("the !@function* team old", "Who led the red team old?"));  // the team is one of any number, too
  CHECK_FALSE(found("the !@function* team", "Who led the town of the old, red team?"));
  CHECK(found("-@referent he", "Where did he go?"));
  CHECK_FALSE(found("-@referent he", "When Ann fell, where did he go?"));
  const mhqa::word_pattern asks{"^ who is @given $"};
  struct place {
    std::size_t begin, size;
  };
  CHECK(asks.found(mhqa::sentence_words{"Who is Ann?", place{7, 3}}));
  CHECK_FALSE(asks.found(mhqa::sentence_words{"Who is Ann?", place{0, 3}}));
}

TEST_CASE("pattern: a fault of a pattern is one clear line") {
  CHECK_THROWS_WITH_AS(mhqa::word_pattern{"the @nuon"}, "pattern \"the @nuon\": no class is called \"nuon\"",
                       mhqa::data_error);
  CHECK_THROWS_WITH_AS(mhqa::word_pattern{"the  a"}, "pattern \"the  a\": expected a test between two spaces",
                       mhqa::data_error);
  CHECK_THROWS_WITH_AS(mhqa::word_pattern{"the|"}, "pattern \"the|\": expected a word or a class", mhqa::data_error);
}

TEST_CASE("pattern: the first row that fires, without those that are left out") {
  static constexpr std::array<mhqa::language_row, 2> rows{
      {{"one", {"more then"}, "", ""}, {"two", {"the the"}, "", ""}}};
  const mhqa::row_matcher matcher{rows};
  const mhqa::sentence_words both{"more then the the"};
  CHECK(matcher.first(both) == 0);
  CHECK(matcher.first(both, 1) == 1);
  CHECK(matcher.first(both, 3) == 2);
}

TEST_CASE("pattern: a row is found by its name") {
  static constexpr std::array<mhqa::language_row, 2> rows{
      {{"one", {"who"}, "Who?", "When?"}, {"two", {"who"}, "Who?", ""}}};
  static_assert(mhqa::row_number(rows, "two") == 1);
  CHECK_THROWS_AS(static_cast<void>(mhqa::row_number(rows, "three")), mhqa::data_error);
}
