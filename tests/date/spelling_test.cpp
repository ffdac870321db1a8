// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/date/spelling.hpp>

#include <mhqa/date/stated_date.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string_view>

using namespace mhqa;

TEST_CASE("spelling: words, EDTF, unknown parts and brackets; numbers only in the order that is asked for") {
  struct row {
    std::string_view text, numbers;
    stated_date want;
  };
  const std::array<row, 9> rows{row{"July 12, 1637", "", stated({1637, 7, 12})},
                                row{"1637-07-00", "", stated({1637, 7})},
                                row{"(July 1637)", "", stated({1637, 7})},
                                row{"3.4.1999", "day-first", stated({1999, 4, 3})},
                                row{"3/4/1999", "month-first", stated({1999, 3, 4})},
                                row{"1637~", "", approximate({1637})},
                                row{"0000-00-00", "", stated({0})},
                                row{"[1637]", "", stated({1637})},
                                row{"[c. 1637]", "", approximate({1637})}};
  for (const row& r : rows) {
    CAPTURE(r.text);
    CHECK(parse_spelling(r.text, {.numbers = std::string{r.numbers}}).value == r.want);
  }
  CHECK_FALSE(parse_spelling("3/4/1999"));
  CHECK_FALSE(parse_spelling("12 July 67"));
  CHECK(parse_spelling("12 July 67", {.two_digit_from = 1900}).value == stated({1967, 7, 12}));
  CHECK_FALSE(parse_spelling(""));
}

TEST_CASE("spelling: numeric dates have years of three digits or more, unless the caller names the century") {
  for (const char* text : {"1/2/99", "1.2.5", "1-2-99", "31/12/67"}) {
    CAPTURE(text);
    const auto date = parse_spelling(text, {.numbers = "day-first"});
    CHECK_FALSE(date);
    CHECK(date.expected == "a year of at least three digits");
  }
  CHECK(parse_spelling("1/2/476", {.numbers = "day-first"}).value == stated({476, 2, 1}));
  CHECK(parse_spelling("1/2/99", {.numbers = "day-first", .two_digit_from = 1950}).value == stated({1999, 2, 1}));
  CHECK(parse_spelling("(2.1.37)", {.numbers = "month-first", .two_digit_from = 1950}).value == stated({2037, 2, 1}));
  CHECK(parse_spelling("13/4/1999", {.numbers = "month-first"}).expected == "a month from 1 to 12");
  CHECK(parse_spelling("31/4/1999", {.numbers = "day-first"}).expected == "a day that the month has");
  for (const char* text : {"31/4/1999", "5/6/1801", "05.06.1801", "5-6-1801"}) {
    CHECK(parse_spelling(text).expected == "a month by its name, because day and month may stand in either order");
  }
  CHECK_FALSE(parse_spelling("1/2/5", {.numbers = "day-first", .two_digit_from = 1950}));
  CHECK_FALSE(parse_spelling("29/2/00", {.numbers = "day-first", .two_digit_from = 1900}));  // no leap year
}

TEST_CASE("spelling: white space around a spelling, and a text of white space only") {
  static_assert(trim_spelling(" \t1637\r\n") == "1637");
  static_assert(trim_spelling(" \n").empty());
  static_assert(trim_spelling("a b") == "a b");
}

TEST_CASE("spelling: a span has two ends, other statements have none") {
  const auto ends = ends_of(parse_spelling("1593/1637").value.value());
  REQUIRE(ends);
  CHECK(ends->first == stated({1593}));
  CHECK(ends->second == stated({1637}));
  CHECK_FALSE(ends_of(stated({1593})));
  CHECK_FALSE(ends_of(before({1300})));
}
