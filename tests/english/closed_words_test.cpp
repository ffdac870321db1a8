// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/english/closed_words.hpp>

#include <mhqa/english/lexicon.hpp>

#include <doctest/doctest.h>

#include <string_view>

namespace {

namespace detail = mhqa::detail;

constexpr detail::word_list colours{"green", "red"};
static_assert(colours("red") && !colours("re") && !colours(""));
static_assert(mhqa::is_article("an") && !mhqa::is_article("An"));
static_assert(detail::is_form_of_be("were") && !detail::is_form_of_be("be"));

}  // namespace

TEST_CASE("closed_words: a list finds the ending of a word") {
  CHECK(colours.ending_of("evergreen") == "green");
  CHECK(colours.ending_of("green tea").empty());
  CHECK(detail::owner_ending("Watt's") == "'s");
  CHECK(detail::owner_ending("Watt\u2019s") == "\u2019s");
  CHECK(detail::owner_ending("Orleans'").empty());
  CHECK(detail::owner_mark("Orleans'") == 1);
  CHECK(detail::owner_mark("Orleans") == 0);
}

TEST_CASE("closed_words: the lexicon has the same determiners and prepositions") {
  const mhqa::lexicon& words = mhqa::lexicon::standard();
  for (const std::string_view w : detail::is_determiner.words) {
    CAPTURE(w);
    CHECK(words.is(w, mhqa::word_class::determiner));
  }
  for (const std::string_view w : detail::is_preposition.words) {
    CAPTURE(w);
    CHECK((words.is(w, mhqa::word_class::preposition) || w == "unlike" || w == "via"));
  }
}
