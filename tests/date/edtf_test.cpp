// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// EDTF (ISO 8601-2:2019), levels 0 to 2: what is read, what is refused and where, and one spelling for each value.
#include <mhqa/date/edtf.hpp>

#include "support/allocations.hpp"
#include "support/effort.hpp"
#include "support/random_dates.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string_view>

using mhqa::calendar_model;
using mhqa::date_doubt;
using mhqa::date_term;
using mhqa::partial_date;
using mhqa::stated_date;
using mhqa::statement;

static_assert(mhqa::parse_edtf("1637~").value == mhqa::approximate({1637}));
static_assert(mhqa::to_edtf(mhqa::before({1300})).view() == "../1300");

namespace {

struct row {
  std::string_view text;
  std::string_view canonical;  // "" = the same
};

}  // namespace

TEST_CASE("edtf: each form of the three levels is read and written again") {
  constexpr row rows[]{
      // level 0
      {"1637", ""},
      {"1637-07", ""},
      {"1637-07-12", ""},
      {"1964/2008", ""},
      {"2004-06/2006-08", ""},
      {"2004-02-01/2005", ""},
      {"1985-04-12T23:20:30", "1985-04-12"},
      {"1985-04-12T23:20:30Z", "1985-04-12"},
      {"1985-04-12T23:20:30-04", "1985-04-12"},
      {"1985-04-12T23:20:30+04:30", "1985-04-12"},
      // level 1
      {"Y17000", ""},
      {"Y-17000", ""},
      {"1637~", ""},
      {"1637?", ""},
      {"2004-06-11%", ""},
      {"201X", ""},
      {"20XX", ""},
      {"2004-XX", ""},
      {"1985-04-XX", ""},
      {"1985-XX-XX", ""},
      {"1637-22", ""},
      {"../1300", ""},
      {"1345/..", ""},
      {"/1300", ""},
      {"1345/", ""},
      {"1984-06-02?/2004-08-08~", ""},
      {"1984-06-02?/..", ""},
      {"-0043", ""},
      {"-0043-03-15", ""},
      {"0000", ""},
      // level 2
      {"Y-17E3", "Y-17000"},
      {"Y171E2", "Y17100"},
      {"1950S2", ""},
      {"Y17101S3", ""},
      {"Y3388E0S3", "3388S3"},
      {"2001-34", ""},
      {"2001-41", ""},
      {"[1887,1893]", ""},
      {"[1667, 1668, 1670..1672]", "[1667,1668,1670..1672]"},
      {"[..1760-12-03]", ""},
      {"[1760-12..]", ""},
      {"[1760-01,1760-02,1760-12..]", ""},
      {"{1667,1668,1670..1672}", ""},
      {"{1960,1961-12}", ""},
      {"{..1984}", ""},
      {"156X-12-25", ""},
      {"15XX-12-25", ""},
      {"XXXX-12-XX", ""},
      {"1XXX-XX", ""},
      {"1XXX-12", ""},
      {"1984-1X", ""},
      {"-00XX", ""},
      {"2004-06~-11", ""},
      {"2004?-06-11", ""},
      {"?2004-06-~11", "2004?-06-~11"},
      {"2004-%06-11", ""},
      {"2011-23~", ""},
      {"2004-06-~01/2004-06-~20", ""},
      // ISO's expanded years, for a month that Y cannot have
      {"+12345-01-31", ""},
      {"-12345-01", ""},
      {"+1637-07", "1637-07"},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    const auto date = mhqa::parse_edtf(each.text);
    REQUIRE(date);
    CHECK(mhqa::to_edtf(*date).view() == (each.canonical.empty() ? each.text : each.canonical));
    CHECK(mhqa::parse_edtf(mhqa::to_edtf(*date)).value == *date);
  }
}

TEST_CASE("edtf: the parts of a reading are where they belong") {
  const auto masked = mhqa::parse_edtf("15XX-1X-25");
  REQUIRE(masked);
  CHECK(masked->first().year == 1500);
  CHECK(masked->first().month == 10);
  CHECK(masked->first().masked == (date_term::year_tens | date_term::year_units | date_term::month_units));
  const auto parts = mhqa::parse_edtf("2004-06~-?11");
  REQUIRE(parts);
  CHECK(parts->first().doubts == 0b10'01'01);
  CHECK(mhqa::parse_edtf("1345/..").value == mhqa::after({1345}));
  CHECK(mhqa::parse_edtf("[1887,1893]").value == mhqa::one_of({{1887}, {1893}}));
}

TEST_CASE("edtf: 60 hostile strings are refused at the place where they go wrong") {
  struct hostile {
    std::string_view text;
    std::size_t position;
  };
  constexpr hostile rows[]{
      {"", 0},
      {" ", 0},
      {"1", 0},
      {"163", 0},
      {"16370", 0},
      {"1637 ", 4},
      {" 1637", 0},
      {"1637-", 5},
      {"1637-7", 5},
      {"1637-7-12", 5},
      {"1637-07-", 8},
      {"1637-07-1", 8},
      {"1637-07-123", 8},
      {"1637-00", 5},
      {"1637-13", 5},
      {"1637-20", 5},
      {"1637-42", 5},
      {"1637-22-01", 7},
      {"1637-07-00", 8},
      {"1637-07-32", 8},
      {"1637-02-30", 0},
      {"1700-02-29", 0},
      {"1637-02-3X", 0},
      {"1637-XX-4X", 8},
      {"1637-2X", 5},
      {"1637/07/12", 5},
      {"12-07-1637", 0},
      {"1637--07", 5},
      {"1637~~", 5},
      {"~", 1},
      {"?1637?-", 7},
      {"1637-07-12T", 10},
      {"1637-07-12T1", 10},
      {"1637-07-12T25:00:00Z", 10},
      {"1637-07-12T23:60", 10},
      {"1637-07T12:00:00Z", 7},
      {"XX37-07-12T12:00:00Z", 10},
      {"/", 0},
      {"..", 2},
      {"../..", 2},
      {"/..", 0},
      {"1637/1638/1639", 9},
      {"1637/x", 5},
      {"1638/1637", 5},
      {"[", 1},
      {"[]", 1},
      {"[1637", 5},
      {"[1637}", 5},
      {"[1637,]", 6},
      {"[1637..1638..1639]", 11},
      {"[..]", 3},
      {"[1638..1637]", 7},
      {"[1637]x", 6},
      {"[1667,1668,1669,1670,1671,1672,1673,1674]", 36},
      {"Y", 0},
      {"Y163", 0},
      {"Y32768", 0},
      {"Y-99999999999999999999", 0},
      {"Y1E9999999999", 0},
      {"Y17E", 3},
      {"1950S", 4},
      {"1950S0", 4},
      {"1950S5", 4},
      {"19X0S2", 4},
      {"-0000", 0},
      {"16X7X", 0},
      {"+99999", 0},
      {"1637\xE2\x80\x93"
       "1640",
       4},
  };
  static_assert(std::size(rows) >= 60);
  for (const hostile& each : rows) {
    CAPTURE(each.text);
    const auto date = mhqa::parse_edtf(each.text);
    CHECK_FALSE(date);
    CHECK_FALSE(date.expected.empty());
    CHECK(date.position == each.position);
  }
}

TEST_CASE("edtf: a Julian day is written as the Gregorian day, and a Julian year as it is") {
  CHECK(mhqa::to_edtf(mhqa::stated(partial_date{1700, 2, 29}, calendar_model::julian)).view() == "1700-03-11");
  CHECK(mhqa::to_edtf(mhqa::stated(partial_date{1700, 2}, calendar_model::julian)).view() == "1700-02");
  CHECK(mhqa::to_edtf(mhqa::stated(partial_date{1700}, calendar_model::julian)).view() == "1700");
}

TEST_CASE("edtf: 1,000,000 random statements come back as they were") {
  mhqa_test::random_dates random{20261121};
  int wrong = 0;
  std::array<int, 5> kinds{};
  for (std::size_t i = 0; i < mhqa_test::large(1'000'000); ++i) {
    const stated_date date = random.date();
    ++kinds[static_cast<std::size_t>(date.kind)];
    const mhqa::edtf_text text = mhqa::to_edtf(date);
    const auto back = mhqa::parse_edtf(text);
    if (!back || *back != date) {
      if (wrong++ < 5) {
        CAPTURE(text.view());
        CHECK(back);
        CHECK(back.value == date);
      }
    }
  }
  CHECK(wrong == 0);
  for (const statement kind : {statement::date, statement::interval, statement::one_of, statement::all_of}) {
    CHECK(kinds[static_cast<std::size_t>(kind)] > mhqa_test::large(50'000));
  }
}

TEST_CASE("edtf: reading and writing allocate nothing") {
  const mhqa_test::allocations_here counted;
  const auto date = mhqa::parse_edtf("[1667-02-11~,1668,1670..1672]");
  const auto text = mhqa::to_edtf(*date);
  CHECK(counted() == 0);
  CHECK(text.view() == "[1667-02-11~,1668,1670..1672]");
}
