// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/phrase_swap.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

namespace {

mhqa::phrase_swap swap_of(std::initializer_list<std::array<std::string_view, 2>> pairs) {
  mhqa::phrase_swap swap;
  for (const auto& [from, to] : pairs) swap.add(from, to);
  return swap;
}

}  // namespace

TEST_CASE("phrase_swap: replaces whole words in any case, and keeps the rest byte for byte") {
  struct row {
    std::string_view from, to, text, want;
  };
  const std::array rows{row{"Paris", "Oslo", "Paris, paris and PARIS's", "Oslo, Oslo and Oslo's"},
                        row{"art", "craft", "part art cart", "part craft cart"},
                        row{"U.S.", "U.K.", "the U.S.", "the U.K."},
                        row{"caf", "x", "café", "café"},
                        row{"café", "bar", "café, cafés", "bar, cafés"},
                        row{"1947", "1950", "in 1947; 19471", "in 1950; 19471"},
                        row{"x", "", "a x b", "a  b"},
                        row{"", "y", "a", "a"},
                        row{"long phrase", "y", "long", "long"},
                        row{"x", "y", "", ""}};
  for (const row& r : rows) {
    CAPTURE(r.from);
    CAPTURE(r.text);
    CHECK(swap_of({{r.from, r.to}})(r.text) == r.want);
  }
}

TEST_CASE("phrase_swap: the longest phrase wins, then the first; a replacement is not searched") {
  CHECK(swap_of({{"Peter", "Edson"}, {"Peter Schmeichel", "Edson Arantes"}})("Peter Schmeichel and Peter") ==
        "Edson Arantes and Edson");
  CHECK(swap_of({{"a", "b"}, {"b", "a"}})("a b") == "b a");
  CHECK(swap_of({{"a", "1"}, {"a", "2"}})("a") == "1");
}

TEST_CASE("phrase_swap: a phrase of exact case leaves other cases") {
  mhqa::phrase_swap swap;
  swap.add("Band", "Crew", mhqa::letter_case::exact);
  CHECK(swap("The Band is a band") == "The Crew is a band");
}
