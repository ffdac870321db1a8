// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The pattern language: %d %m %B %^B %Y %nY %E %^E %o, a blank, _, [optional], and everything else as itself.
#include <mhqa/date/pattern.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using mhqa::date_match;
using mhqa::date_pattern;
using mhqa::partial_date;

static_assert(mhqa::date_format<date_pattern<"%Y">>);
static_assert(date_pattern<"%d/%m/%Y">::match("03/04/1999").date == partial_date{1999, 4, 3});
static_assert(date_pattern<"%m/%d/%Y">::match("03/04/1999").date == partial_date{1999, 3, 4});

static_assert(mhqa::detail::is_date_pattern("%d/%m/%Y") && mhqa::detail::is_date_pattern("[%d ]%B_%3Y[ %^E]"));
static_assert(!mhqa::detail::is_date_pattern(""));
static_assert(!mhqa::detail::is_date_pattern("%d %B"), "a date has a year");
static_assert(!mhqa::detail::is_date_pattern("%d %Y"), "a day has a month");
static_assert(!mhqa::detail::is_date_pattern("%B[ %Y]"), "the year is not optional");
static_assert(!mhqa::detail::is_date_pattern("%Y %"), "a field has a name");
static_assert(!mhqa::detail::is_date_pattern("%Y %q"), "and a known one");
static_assert(!mhqa::detail::is_date_pattern("%^Y"));
static_assert(!mhqa::detail::is_date_pattern("%Y[%m"), "brackets close");
static_assert(!mhqa::detail::is_date_pattern("%Y%m]"));
static_assert(!mhqa::detail::is_date_pattern("%Y[[%m]]"), "and do not nest");

TEST_CASE("pattern: days and months have one or two digits and stay in range") {
  using format = date_pattern<"%d.%m.%Y">;
  CHECK(format::match("3.4.1999").date == partial_date{1999, 4, 3});
  CHECK(format::match("03.04.1999").length == 10);
  const struct {
    std::string_view text, expected;
    std::size_t position;
  } rows[] = {
      {"", "a day from 1 to 31", 0},
      {"x", "a day from 1 to 31", 0},
      {"0.4.1999", "a day from 1 to 31", 0},
      {"32.4.1999", "a day from 1 to 31", 0},
      {"003.4.1999", "a day from 1 to 31", 0},
      {"3-4-1999", "the punctuation of the format", 1},
      {"3", "the punctuation of the format", 1},
      {"3.13.1999", "a month from 1 to 12", 2},
      {"3.0.1999", "a month from 1 to 12", 2},
      {"3.4.", "a year", 4},
      {"31.4.1999", "a day that the month has", 0},
      {"29.2.1900", "a day that the month has", 0},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const date_match missed = format::match(row.text);
    CHECK_FALSE(missed);
    CHECK(missed.expected == row.expected);
    CHECK(missed.position == row.position);
  }
  CHECK(format::match("29.2.2000").date == partial_date{2000, 2, 29});
}

TEST_CASE("pattern: a year is a whole run of digits within 16 bits") {
  using format = date_pattern<"%Y[ %E]">;
  CHECK(format::match("1").date == partial_date{1});
  CHECK(format::match("0044").date == partial_date{44});
  CHECK(format::match("32767").date == partial_date{32'767});
  CHECK(format::match("32768").expected == "a year of at most 16 bits");
  CHECK(format::match("32768 BC").date == partial_date{-32'767});
  CHECK(format::match("32769 BC").expected == "a year of at most 16 bits");
  CHECK(format::match("65537").expected == "a year of at most 16 bits");
  CHECK(format::match("18446744073709553253").expected == "a year of at most 16 bits");  // 2^64 + 1637
  CHECK(format::match(std::string(10'000'000, '9')).expected == "a year of at most 16 bits");
  CHECK(format::match("0").expected == "a year from 1");
  CHECK(format::match("0 BC").expected == "a year from 1");
  CHECK(format::match("").expected == "a year");
  CHECK(date_pattern<"%3Y">::match("99").expected == "a year of more digits");
  CHECK(date_pattern<"%3Y[ %E]">::match("99 BC").date == partial_date{-98});
  CHECK_FALSE(date_pattern<"%3Y[ %E]">::match("99 B"));
  CHECK(date_pattern<"%3Y">::match("099").date == partial_date{99});
}

TEST_CASE("pattern: an era stands behind or before, in any of its spellings") {
  using format = date_pattern<"[%E_]%Y[_%E]">;
  for (const std::string_view text : {"44 BC", "44 B.C.", "44 BCE", "44 B.C.E.", "44BC", "44 bc", "BC 44", "44  BC"}) {
    CAPTURE(text);
    CHECK(format::match(text).date == partial_date{-43});
    CHECK(format::match(text).length == text.size());
  }
  for (const std::string_view text : {"79 AD", "79 A.D.", "79 CE", "79 C.E.", "AD 79", "A.D. 79", "AD79"}) {
    CAPTURE(text);
    CHECK(format::match(text).date == partial_date{79});
    CHECK(format::match(text).length == text.size());
  }
  for (const std::string_view text : {"44 BCA", "44 B", "44 BCEE", "44 Bx", "44 adverts"}) {
    CAPTURE(text);
    CHECK(format::match(text).date == partial_date{44});
    CHECK(format::match(text).length == 2);
  }
  CHECK(date_pattern<"%Y[ %^E]">::match("79 ad").length == 2);
  CHECK(date_pattern<"%Y[ %^E]">::match("79 AD").length == 5);
}

TEST_CASE("pattern: a blank is any white space, an underscore any or none") {
  CHECK(date_pattern<"%B %Y">::match("July 1637").length == 9);
  CHECK(date_pattern<"%B %Y">::match("July \t\n 1637").length == 12);
  CHECK(date_pattern<"%B %Y">::match("July\xC2\xA0"
                                     "1637")
            .length == 10);
  CHECK(date_pattern<"%B %Y">::match("July1637").expected == "a blank");
  CHECK(date_pattern<"%B_%Y">::match("July1637").length == 8);
  CHECK(date_pattern<"%B_%Y">::match("July   1637").length == 11);
  CHECK_FALSE(date_pattern<"%B_%Y">::match(std::string_view{"July\0 1637", 10}));
  CHECK_FALSE(
      date_pattern<"%B_%Y">::match("July\xE2\x80\x89"
                                   "1637"));  // a thin space
}

TEST_CASE("pattern: an optional group is taken whole or leaves no trace") {
  using format = date_pattern<"[%B %d, ]%Y">;
  CHECK(format::match("July 12, 1637").date == partial_date{1637, 7, 12});
  CHECK(format::match("1637").date == partial_date{1637});
  CHECK_FALSE(format::match("July 12; 1637"));
  using late = date_pattern<"%Y[-%m-%d]">;
  CHECK(late::match("1637-07-12").date == partial_date{1637, 7, 12});
  CHECK(late::match("1637-07").date == partial_date{1637});
  CHECK(late::match("1637-07").length == 4);
  using closed = date_pattern<"%Y[ (%E)][ %B;]">;
  CHECK(closed::match("44 (BC)").date == partial_date{-43});
  CHECK(closed::match("44 (BC;").date == partial_date{44});
  CHECK(closed::match("44 July;").date == partial_date{44, 7});
  CHECK(closed::match("44 July").date == partial_date{44});
}

TEST_CASE("pattern: ordinals, words and capitals") {
  using format = date_pattern<"[the ]%d[%o][ of] %^B %Y">;
  for (const std::string_view text : {"1st of May 1990", "the 1st of May 1990", "1 May 1990", "THE 1ST OF May 1990"}) {
    CAPTURE(text);
    CHECK(format::match(text).date == partial_date{1990, 5, 1});
    CHECK(format::match(text).length == text.size());
  }
  CHECK(format::match("2nd May 1990").date == partial_date{1990, 5, 2});
  CHECK(format::match("3rd May 1990").date == partial_date{1990, 5, 3});
  CHECK(format::match("11th May 1990").date == partial_date{1990, 5, 11});
  CHECK_FALSE(format::match("1stof May 1990"));
  CHECK_FALSE(format::match("1st of may 1990"));
}

TEST_CASE("pattern: the bytes that it can begin with are known") {
  const auto begins = [](const mhqa::byte_set& set) {
    std::string out;
    for (int byte = 0; byte < 256; ++byte) {
      if (set.contains(static_cast<char>(byte))) out += static_cast<char>(byte);
    }
    return out;
  };
  CHECK(begins(date_pattern<"%d/%m/%Y">::first_bytes) == "0123456789");
  CHECK(begins(date_pattern<"[the ]%d %B %Y">::first_bytes) == "0123456789Tt");
  CHECK(begins(date_pattern<"%^B %Y">::first_bytes) == "ADFJMNOS");
  CHECK(begins(date_pattern<"[%^E ]_%Y">::first_bytes) == "\t\n\v\f\r 0123456789ABC\xC2");
  CHECK(begins(date_pattern<"(%Y)">::first_bytes) == "(");
}
