// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/fold.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string_view>

using mhqa::equal_ignoring_case;
using mhqa::find_ignoring_case;
using mhqa::find_word;
using mhqa::text_place;

static_assert(find_ignoring_case("Who is older, JAY'ED or", "jay'ed") == text_place{14, 6});
static_assert(!find_ignoring_case("", "a") && !find_ignoring_case("a", ""));

TEST_CASE("fold: a text is found in any case, and its place is in bytes of the text searched") {
  struct row {
    std::string_view text, wanted;
    std::optional<text_place> want;
  };
  const row rows[] = {
      {"Mart Van Duren or", "Mart van Duren", text_place{0, 14}},
      {"or ÉMILE ZOLA", "émile zola", text_place{3, 11}},
      {"x\u212A", "xk", text_place{0, 4}},  // the Kelvin sign is a k of three bytes
      {"ß", "SS", std::nullopt},
      {"aab", "AB", text_place{1, 2}},
      {"\xFFq", "Q", text_place{1, 1}},
      {"\xFF", "\xFE", std::nullopt},
      {"ab", "abc", std::nullopt},
  };
  for (const row& r : rows) {
    CAPTURE(r.text);
    CHECK(find_ignoring_case(r.text, r.wanted) == r.want);
  }
  CHECK(find_ignoring_case("a A", "a", 1) == text_place{2, 1});
}

TEST_CASE("fold: a whole word has no letter or digit beside it") {
  CHECK(find_word("at the Age of 83", "age") == text_place{7, 3});
  CHECK_FALSE(find_word("average ages, aged, teenAge", "age"));
  CHECK(find_word("village age", "age") == text_place{8, 3});
  CHECK(find_word("age", "age") == text_place{0, 3});
  CHECK_FALSE(find_word("éage", "age"));
  CHECK(find_word("(age)", "age") == text_place{1, 3});
}

TEST_CASE("fold: equal texts differ at most in case") {
  CHECK(equal_ignoring_case("Jeon Myeong-un", "JEON Myeong-Un"));
  CHECK(equal_ignoring_case("", ""));
  CHECK_FALSE(equal_ignoring_case("ab", "a"));
  CHECK_FALSE(equal_ignoring_case("a", "ab"));
  CHECK_FALSE(equal_ignoring_case("a", "\xC3\xA0"));
}
