// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/english/sentence_words.hpp>

#include <mhqa/compose/pool.hpp>

#include <doctest/doctest.h>

#include <string_view>
#include <utility>

TEST_CASE("sentence_words: a possessive ending is cut and noted") {
  const mhqa::sentence_words words{"Was Watt's partner at New Orleans' dome?"};
  REQUIRE(words.size() == 7);
  CHECK(words[1].text == "Watt");
  CHECK(words[1].possessive);
  CHECK(words[5].text == "Orleans");
  CHECK(words[5].possessive);
  CHECK_FALSE(words[6].possessive);
  CHECK(words[6].text == "dome");
  CHECK(words[6].mark_after);
}

TEST_CASE("sentence_words: marks and quotations are noted, symbols of a name are kept") {
  const mhqa::sentence_words words{"In \"The Go Between\", who (of U.S. fame) has Sky+ – or #P?"};
  CHECK(words[1].quoted);
  CHECK(words[1].mark_before);
  CHECK(words[3].quoted);
  CHECK(words[3].mark_after);
  CHECK_FALSE(words[4].quoted);
  CHECK(words[5].text == "of");
  CHECK(words[5].mark_before);
  CHECK(words[6].text == "U.S");
  CHECK_FALSE(words[6].mark_after);
  CHECK(words[9].text == "Sky+");
  CHECK(words[9].mark_after);  // the dash
  CHECK(words[11].text == "#P");
}

TEST_CASE("sentence_words: capitals of any script, and numbers") {
  const mhqa::sentence_words words{"Élan élan 50 X"};
  CHECK(words[0].capital);
  CHECK_FALSE(words[1].capital);
  CHECK(words[2].number);
  CHECK(words[3].capital);
  CHECK(mhqa::sentence_words{" ?! "}.empty());
}

TEST_CASE("sentence_words: a mention covers words") {
  const std::string_view question = "When was Jane Austen born?";
  const mhqa::sentence_words words{question};
  CHECK(words.of(mhqa::mention{9, 11}) == std::pair<std::size_t, std::size_t>{2, 4});
  CHECK(words.of(mhqa::mention{0, 0}).first == words.of(mhqa::mention{0, 0}).second);
}

TEST_CASE("sentence_words: words of a question keep their marks, the question mark goes") {
  const auto words = mhqa::question_words("Who, in \"Emma\", met #1's aunt ?");
  REQUIRE(words.size() == 6);
  CHECK(words[0].core == "who");
  CHECK(words[0].mark_after);
  CHECK(words[2].core == "emma");
  CHECK(words[2].name);
  CHECK(words[4].written == "#1's");
  CHECK(mhqa::join_words(words) == "Who, in \"Emma\", met #1's aunt");
  CHECK(mhqa::question_words(" ? ").empty());
}

TEST_CASE("sentence_words: a word as written, with its ending, and as a name") {
  const mhqa::sentence_words words{"(Watt's \"engine\" -- of #1)"};
  REQUIRE(words.size() == 4);
  CHECK(words[0].written == "(Watt's");
  CHECK(words[0].core == "watt's");
  CHECK(words[0].lower == "watt");
  CHECK(words[0].name);
  CHECK(words[1].written == "\"engine\" --");
  CHECK(words[1].name);
  CHECK_FALSE(words[2].name);
  CHECK(words[3].name);
  CHECK(words[3].written == "#1)");
}

TEST_CASE("sentence_words: an apostrophe at the end of a word is no mark, a single quotation mark is one") {
  CHECK_FALSE(mhqa::sentence_words{"Nothin' more"}[0].mark_after);
  CHECK_FALSE(mhqa::sentence_words{"Orleans' mayor"}[0].mark_after);
  CHECK(mhqa::sentence_words{"'Emma' is"}[0].mark_after);
  CHECK(mhqa::sentence_words{"'Nothin more' is"}[1].mark_after);
}

TEST_CASE("sentence_words: the last word of a text that goes on") {
  CHECK(mhqa::last_word("When did The ") == "the");
  CHECK(mhqa::last_word("The ") == "the");
  CHECK(mhqa::last_word("When did The").empty());
  CHECK(mhqa::last_word("").empty());
}
