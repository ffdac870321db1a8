// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/contains.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

TEST_CASE("contains: agrees with find() on every short text over two letters, for any needle length") {
  const auto word = [](unsigned bits, std::size_t size) {
    std::string out;
    for (std::size_t i = 0; i < size; ++i) out += (bits >> i & 1U) != 0 ? 'b' : 'a';
    return out;
  };
  const std::string filler(70, 'a');  // makes a needle long enough for the other algorithm
  for (unsigned text = 0; text < 256; ++text) {
    for (unsigned needle = 0; needle < 16; ++needle) {
      const std::string haystack = filler + word(text, 8) + filler + word(text, 8), small = word(needle, 4);
      CHECK(mhqa::contains(haystack, small) == (haystack.find(small) != std::string::npos));
      const std::string large = filler + small;
      CHECK(mhqa::contains(haystack, large) == (haystack.find(large) != std::string::npos));
    }
  }
}

TEST_CASE("contains: empty and equal texts") {
  CHECK(mhqa::contains("", ""));
  CHECK(mhqa::contains("x", ""));
  CHECK_FALSE(mhqa::contains("", "x"));
  const std::string same(100, 'x');
  CHECK(mhqa::contains(same, same));
  CHECK_FALSE(mhqa::contains(same, same + "x"));
}

TEST_CASE("contains: a needle that fails at its last byte everywhere takes linear time") {
  const std::string text(1 << 20, 'a');
  CHECK_FALSE(mhqa::contains(text, std::string(1 << 19, 'a') + "b"));
}
