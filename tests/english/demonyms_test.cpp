// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/english/demonyms.hpp>

#include <doctest/doctest.h>

#include <algorithm>

static_assert(mhqa::place_of_demonym("irish") == "ireland");
static_assert(mhqa::place_of_demonym("north american") == "america");
static_assert(mhqa::place_of_demonym("ireland").empty());
static_assert(mhqa::is_creed("catholic") && !mhqa::is_creed("germany"));

TEST_CASE("demonyms: both tables are sorted, and each entry is a word and its place") {
  CHECK(std::is_sorted(mhqa::demonyms.begin(), mhqa::demonyms.end()));
  CHECK(std::is_sorted(mhqa::creed_adjectives.begin(), mhqa::creed_adjectives.end()));
  for (const std::string_view entry : mhqa::demonyms) {
    CAPTURE(entry);
    const std::string_view adjective = entry.substr(0, entry.find(' '));
    CHECK(mhqa::place_of_demonym(adjective) == entry.substr(adjective.size() + 1));
  }
}
