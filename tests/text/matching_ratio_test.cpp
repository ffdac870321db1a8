// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/matching_ratio.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using mhqa::matching_ratio;

TEST_CASE("matching_ratio: worked by hand") {
  struct row {
    std::string_view a, b;
    double want;
  };
  for (const row& r : {
           row{"", "", 1}, row{"a", "", 0}, row{"abcd", "bcde", 0.75},  // bcd: 2 * 3 / 8
           row{"abxcd", "abcd", 8.0 / 9},                               // ab and cd
           row{"cdab", "abcd", 0.5},                         // cd, the first of the two in a; ab is on the wrong side
           row{"\xC3\xA9t\xC3\xA9", "et\xC3\xA9", 2.0 / 3},  // characters, not bytes
           row{"the capital", "a capital", 0.8},             // " capital": 2 * 8 / 20
       }) {
    CAPTURE(r.a);
    CHECK(matching_ratio(r.a, r.b) == r.want);
  }
}

TEST_CASE("matching_ratio: in 200 characters a frequent one begins no block, but a block goes on over it") {
  const std::string a(199, 'a');
  CHECK(matching_ratio(a, a) == 1);
  CHECK(matching_ratio('x' + a + 'a', a + 'a') == 0);  // a is more than 1 % of b, and nothing else is in both
  CHECK(matching_ratio(a + 'b', a + 'b') == 1);        // from b to the left
  CHECK(matching_ratio("x" + a + "b", "y" + a + "b") == 2.0 * 200 / 402);
}
