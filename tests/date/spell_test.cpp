// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A date in every published spelling, and in the forms that machines read.
#include <mhqa/date/spell.hpp>

#include <mhqa/date/parse.hpp>

#include "support/allocations.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

using mhqa::date_style;
using mhqa::partial_date;
using mhqa::spell;

static_assert(spell({1991, 5, 9}).view() == "May 09, 1991");
static_assert(std::is_trivially_copyable_v<mhqa::date_text>);

namespace {

constexpr date_style every_style[] = {date_style::padded_month_first,
                                      date_style::padded_day_first,
                                      date_style::glued_month_first,
                                      date_style::day_first,
                                      date_style::day_first_comma,
                                      date_style::blank_month_first,
                                      date_style::month_first,
                                      date_style::iso,
                                      date_style::edtf,
                                      date_style::wikidata};

std::vector<std::string> published(partial_date date) {
  std::vector<std::string> out;
  for (const std::string_view text : mhqa::published_spellings(date)) out.emplace_back(text);
  return out;
}

}  // namespace

TEST_CASE("spell: each style of a whole date, a month, a year, and a year before the era") {
  const struct {
    date_style style;
    std::string_view day, month, year, before;
  } rows[] = {
      {date_style::padded_month_first, "May 09, 1991", "July 1637", "1637", "March 15, 44 BC"},
      {date_style::padded_day_first, "09 May 1991", "July 1637", "1637", "15 March 44 BC"},
      {date_style::glued_month_first, "May 9, 1991", "July 1637", "1637", "March15, 44 BC"},
      {date_style::day_first, "9 May 1991", "July 1637", "1637", "15 March 44 BC"},
      {date_style::day_first_comma, "9 May, 1991", "July, 1637", "1637", "15 March, 44 BC"},
      {date_style::blank_month_first, "May  9, 1991", "July 1637", "1637", "March 15, 44 BC"},
      {date_style::month_first, "May 9, 1991", "July 1637", "1637", "March 15, 44 BC"},
      {date_style::iso, "1991-05-09", "1637-07", "1637", "-0043-03-15"},
      {date_style::edtf, "1991-05-09", "1637-07", "1637", "-0043-03-15"},
      {date_style::wikidata, "+1991-05-09T00:00:00Z", "+1637-07-00T00:00:00Z", "+1637-00-00T00:00:00Z",
       "-0044-03-15T00:00:00Z"},
  };
  static_assert(std::size(rows) == std::size(every_style));
  for (const auto& row : rows) {
    CAPTURE(row.day);
    CHECK(spell({1991, 5, 9}, row.style).view() == row.day);
    CHECK(spell({1637, 7}, row.style).view() == row.month);
    CHECK(spell({1637}, row.style).view() == row.year);
    CHECK(spell({-43, 3, 15}, row.style).view() == row.before);
  }
}

TEST_CASE("spell: short, long and negative years") {
  CHECK(spell({38}).view() == "38");
  CHECK(spell({38, 1, 2}, date_style::iso).view() == "0038-01-02");
  CHECK(spell({0}, date_style::iso).view() == "0000");
  CHECK(spell({0}).view() == "1 BC");
  CHECK(spell({12'345}, date_style::iso).view() == "+12345");
  CHECK(spell({12'345}, date_style::edtf).view() == "Y12345");
  CHECK(spell({-12'345}, date_style::edtf).view() == "Y-12345");
  CHECK(spell({12'345, 6}, date_style::edtf).view() == "+12345-06");
  CHECK(spell({-32'767, 9, 30}).view() == "September 30, 32768 BC");
  CHECK(spell({-32'767, 9, 30}, date_style::wikidata).view() == "-32768-09-30T00:00:00Z");
  CHECK(mhqa::spell_approximate({1637}).view() == "1637~");
}

TEST_CASE("spell: the published list, worked by hand for one and two digits of the day") {
  CHECK(published({1723, 11, 3}) == std::vector<std::string>{"November 03, 1723", "03 November 1723",
                                                             "November 3, 1723", "3 November 1723", "3 November, 1723",
                                                             "November  3, 1723"});
  CHECK(published({1196, 5, 14}) == std::vector<std::string>{"May 14, 1196", "14 May 1196", "May14, 1196",
                                                             "14 May 1196", "14 May, 1196", "May 14, 1196"});
  CHECK(published({1122, 11}) == std::vector<std::string>{"November 1122", "November, 1122"});
  CHECK(published({1761}) == std::vector<std::string>{"1761"});
}

TEST_CASE("spell: every day of 1200 to 2100, month and year is read back from every style, without an allocation" *
          doctest::test_suite("unsanitized")) {
  const mhqa_test::allocations_here counted;
  long wrong = 0;
  long spelled = 0;
  for (int year = 1200; year <= 2100; ++year) {
    for (int month = 0; month <= 12; ++month) {
      for (int day = 0; day <= mhqa::days_in_month(year, month); ++day) {
        const partial_date date = *mhqa::make_date(year, month, day);
        for (const date_style style : every_style) {
          ++spelled;
          if (*mhqa::parse_date(spell(date, style)).value != date) ++wrong;
        }
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(spelled == 10 * (901L + 901 * 12 + 901 * 365 + 219));  // 219 leap years
  CHECK(counted() == 0);
}

TEST_CASE("spell: every year there is is read back, before the era too" * doctest::test_suite("unsanitized")) {
  long wrong = 0;
  for (int year = mhqa::min_year; year <= mhqa::max_year; ++year) {
    for (const date_style style : every_style) {
      for (const partial_date date : {partial_date{*mhqa::make_date(year)}, *mhqa::make_date(year, 9, 30)}) {
        const mhqa::date_text text = spell(date, style);
        if (style == date_style::edtf && text.view()[0] == 'Y') continue;  // written, not read
        if (mhqa::parse_date(text).value != date) ++wrong;
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("spell: the published program's spellings are ours, and each of them parses back") {
  const auto file = mhqa_test::shared_data("golden/dates/written.jsonl");
  if (!file) return;
  int records = 0;
  for (const auto& record : mhqa_test::load_jsonl(*file)) {
    ++records;
    const auto& parts = record["date"];
    const partial_date date =
        *mhqa::make_date(parts["year"].integer(), parts["month"].integer(), parts["day"].integer());
    const std::vector<std::string> spellings = record["spellings"].strings();
    CHECK(published(date) == spellings);
    for (const std::string& text : spellings) {
      CAPTURE(text);
      CHECK(mhqa::parse_date(text).value == date);
    }
  }
  CHECK(records >= 100);
}

TEST_CASE("spell: a date that the calendar does not have is refused") {
  for (const mhqa::partial_date bad : {mhqa::partial_date{2000, 13, 40}, mhqa::partial_date{2000, 2, 30},
                                       mhqa::partial_date{2000, 0, 1}, mhqa::partial_date{2000, 13, 0}}) {
    for (const auto style : {mhqa::date_style::iso, mhqa::date_style::edtf, mhqa::date_style::padded_month_first}) {
      CHECK_THROWS_AS(static_cast<void>(mhqa::spell(bad, style)), mhqa::usage_error);
    }
  }
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::spell(mhqa::partial_date{2000, 13, 40})),
                       doctest::Contains("year 2000, month 13, day 40"), mhqa::usage_error);
}

TEST_CASE("spell: what does not fit a text in place is left out") {
  mhqa::text_in_place<3> text;
  text.append("ab");
  text.append("cd");
  CHECK(text.view() == "abc");
}
