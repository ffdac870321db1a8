// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/english/clause.hpp>

#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string_view>

TEST_CASE("clause: a question from its auxiliary on becomes a statement, or nothing") {
  struct row {
    std::string_view question, statement;  // "": nothing
  };
  constexpr std::array rows{
      row{"did the Dutch fleet sink in 1652", "the Dutch fleet sank in 1652"},
      row{"does the Rhine rise", "the Rhine rises"},
      row{"do the Alps end", "the Alps end"},
      row{"did he write", "he wrote"},
      row{"did #1 initially settle here", "#1 initially settled here"},
      row{"did Tesla not visit", "Tesla did not visit"},
      row{"can the court revoke", "the court can revoke"},
      row{"has the team won", "the team has won"},
      row{"was the Treaty of Paris signed in", "the Treaty of Paris was signed in"},
      row{"is the river running", "the river is running"},
      row{"did Super Bowl 50 take place in", "Super Bowl 50 took place in"},
      row{"did Ann study or work in Rome", "Ann studied or worked in Rome"},
      row{"does Ann study and with whom", "Ann studies and with whom"},
      row{"did the dynasty", ""},
      row{"did the empire initial", ""},
      row{"did the state pass", "the state passed"},
      row{"did US state pass", ""},         // which is the verb?
      row{"did the man that won run", ""},  // a clause inside the subject
      row{"was the tall tower", ""},
      row{"did", ""},
      row{"rivers run", ""},
  };
  for (const row& r : rows) {
    CAPTURE(r.question);
    const auto words = mhqa::question_words(r.question);
    CHECK(mhqa::without_inversion(words).value_or("") == r.statement);
  }
  const auto place = mhqa::question_words("is the source of #1");
  CHECK(mhqa::without_inversion(place, true) == "the source of #1 is");
  const auto part = mhqa::question_words("is Datsun part of"), mission = mhqa::question_words("is Apollo mission");
  CHECK(mhqa::without_inversion(part, true) == "Datsun is part of");
  CHECK(mhqa::without_inversion(mission, true) == "Apollo mission is");
}

TEST_CASE("clause: an abbreviation keeps its last point") {
  CHECK(mhqa::question_words("Who left the U.S.?").back().written == "U.S.");
  CHECK(mhqa::question_words("Who won it.").back().written == "it");
}

TEST_CASE("clause: adverbs in -ly, and words that only look like them") {
  CHECK(mhqa::detail::is_adverb("fully"));
  CHECK(mhqa::detail::is_adverb("notably"));
  CHECK_FALSE(mhqa::detail::is_adverb("supply"));
  CHECK_FALSE(mhqa::detail::is_adverb("monopoly"));
}
