// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/english/subject_nouns.hpp>

#include <mhqa/english/detail/subject_nouns_data.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

using mhqa::subject_noun;
using mhqa::subject_noun_of;

TEST_CASE("subject nouns: each table is sorted, without repeats, for the binary search") {
  namespace detail = mhqa::detail;
  for (std::string_view table :
       {detail::nouns_of_people, detail::thing_nouns, detail::lively_things, detail::animals}) {
    std::string_view last;
    while (!table.empty()) {
      const std::string_view word = table.substr(0, table.find(' '));
      CHECK(last < word);
      last = word;
      table.remove_prefix(std::min(table.size(), word.size() + 1));
    }
  }
}

TEST_CASE("subject nouns: persons by a table or an ending, things, and things with a life of their own") {
  CHECK(subject_noun_of("poet") == subject_noun::person);
  CHECK(subject_noun_of("zoologist") == subject_noun::person);
  CHECK(subject_noun_of("bailiff") == subject_noun::person);
  CHECK(subject_noun_of("castle") == subject_noun::thing);
  CHECK(subject_noun_of("barque") == subject_noun::lively_thing);
  CHECK(subject_noun_of("mare") == subject_noun::lively_thing);
  CHECK(subject_noun_of("star") == subject_noun::unknown);
  CHECK(subject_noun_of("man") == subject_noun::person);
  CHECK(subject_noun_of("") == subject_noun::unknown);
  CHECK((mhqa::is_animal("wolf") && !mhqa::is_animal("ship")));
  CHECK((mhqa::is_thing(subject_noun::lively_thing) && !mhqa::is_thing(subject_noun::person)));
}
