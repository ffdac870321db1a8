// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/split.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

// Python's str.split() without arguments: runs of white space separate, none is kept, no empty word comes.

namespace {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  mhqa::split_whitespace(text, [&out](std::string_view word) { out.emplace_back(word); });
  return out;
}

constexpr int count(std::string_view text) {
  int n = 0;
  mhqa::split_whitespace(text, [&n](std::string_view) { ++n; });
  return n;
}

using list = std::vector<std::string>;

}  // namespace

static_assert(count("") == 0 && count(" \t ") == 0 && count("a b") == 2);

TEST_CASE("split: white space of any script separates, at the ends too") {
  CHECK(words("").empty());
  CHECK(words(" \n\x1c\u3000").empty());
  CHECK(words("one") == list{"one"});
  CHECK(words("  The U.S.A. \t won ") == list{"The", "U.S.A.", "won"});
  CHECK(words("a\u00a0b\u0085"
              "c\u2028"
              "d\x1f"
              "e") == list{"a", "b", "c", "d", "e"});
}

TEST_CASE("split: characters that only look like white space do not separate") {
  CHECK(words("a\u200bb\u180ec\ufeff"
              "d") == list{"a\u200bb\u180ec\ufeff"
                           "d"});
  CHECK(words(std::string_view{"a\0b", 3}) == list{std::string{"a\0b", 3}});
  CHECK(words("\xC2 \xA0") == list{"\xC2", "\xA0"});  // the bytes of U+00A0 apart
  CHECK(words("x\xED\xA0\xBD y\xC3") == list{"x\xED\xA0\xBD", "y\xC3"});
}

TEST_CASE("split: the words point into the text") {
  const std::string_view text = " ab c";
  const char* first = nullptr;
  mhqa::split_whitespace(text, [&first](std::string_view word) {
    if (first == nullptr) first = word.data();
  });
  CHECK(first == text.data() + 1);
}
