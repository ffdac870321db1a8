// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/english/lexicon.hpp>

#include <doctest/doctest.h>

#include <string_view>

using mhqa::lexicon;
using mhqa::word_class;

TEST_CASE("lexicon: what nouns name, also in the plural") {
  const lexicon& words = lexicon::standard();
  CHECK(words.size() > 10000);
  for (const std::string_view noun : {"novelist", "singer", "politician", "scientist", "scientists", "spokesman"}) {
    CAPTURE(noun);
    CHECK(words.is(noun, word_class::person));
    CHECK(words.is(noun, word_class::noun));
  }
  CHECK(words.is("county", word_class::place));
  CHECK(words.is("cities", word_class::place));
  CHECK(words.is("albums", word_class::work));
  CHECK(words.is("band", word_class::organization));
  CHECK(words.is("century", word_class::time));
  CHECK_FALSE(words.is("dynasty", word_class::person));
  CHECK_FALSE(words.is("star", word_class::person));  // of persons and in the sky
}

TEST_CASE("lexicon: closed classes, common words and names") {
  const lexicon& words = lexicon::standard();
  CHECK(words.is("whose", word_class::determiner));
  CHECK(words.is("whom", word_class::question));
  CHECK(words.is("beneath", word_class::preposition));
  CHECK(words.is("might", word_class::auxiliary));
  CHECK(words.is("third", word_class::number));
  CHECK(words.is("germany", word_class::proper));
  CHECK(words.is_common("island"));
  CHECK_FALSE(words.is_common("germany"));
  CHECK(words.classes_of("nottingham") == 0);
  CHECK(words.classes_of("") == 0);
}

TEST_CASE("lexicon: a packed table is checked before it is read") {
  // "art" JN, "artist" with three letters of it, NP
  constexpr std::string_view packed{"0artJN3istNP"};
  std::uint64_t sum = 0xCBF29CE484222325U;
  for (const char c : packed) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  const lexicon own{packed, sum};
  CHECK(own.size() == 2);
  CHECK(own.is("artist", word_class::person));
  CHECK(own.is("art", word_class::adjective));
  CHECK_THROWS_WITH_AS(lexicon(packed, sum + 1), "lexicon: the table of words does not have the expected checksum",
                       mhqa::data_error);
}
