// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A spelling is taken whole; what is not known stays unknown; what is wrong is said, with its place.
#include <mhqa/date/parse.hpp>

#include "support/allocations.hpp"
#include "support/effort.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

using mhqa::date_pattern;
using mhqa::date_span;
using mhqa::parse_date;
using mhqa::parse_span;
using mhqa::partial_date;
using namespace std::string_view_literals;

static_assert(*parse_date("July 1637") == partial_date{1637, 7});
static_assert(noexcept(parse_date("")) && noexcept(parse_span("")));
static_assert(*parse_span("1593 – 12 July 1637") == date_span{{1593}, {1637, 7, 12}});

TEST_CASE("parse: the spellings of the default list") {
  const struct {
    std::string_view text;
    partial_date want;
  } rows[] = {
      {"12 July 1637", {1637, 7, 12}},
      {"July 12, 1637", {1637, 7, 12}},
      {"July 12 1637", {1637, 7, 12}},
      {"12 Jul. 1637", {1637, 7, 12}},
      {"12 Jul 1637", {1637, 7, 12}},
      {"12 July, 1637", {1637, 7, 12}},
      {"July12, 1637", {1637, 7, 12}},
      {"July  2, 1637", {1637, 7, 2}},
      {"July 02, 1637", {1637, 7, 2}},
      {"02 July 1637", {1637, 7, 2}},
      {"12 JULY 1637", {1637, 7, 12}},
      {"12 july 1637", {1637, 7, 12}},
      {"12July1637", {1637, 7, 12}},
      {"1637-07-12", {1637, 7, 12}},
      {"1637-07", {1637, 7}},
      {"1637-07-00", {1637, 7}},
      {"1637-00-00", {1637}},
      {"July 1637", {1637, 7}},
      {"July, 1637", {1637, 7}},
      {"Jul. 1637", {1637, 7}},
      {"July of 1637", {1637, 7}},
      {"1637", {1637}},
      {"38", {38}},
      {"893", {893}},
      {"c. 1637", {1637}},
      {"ca. July 1637", {1637, 7}},
      {"circa 1637", {1637}},
      {"about 44 BC", {-43}},
      {"44 BC", {-43}},
      {"44 BCE", {-43}},
      {"15 March 44 BC", {-43, 3, 15}},
      {"March 15, 44 B.C.", {-43, 3, 15}},
      {"March 44 BC", {-43, 3}},
      {"AD 79", {79}},
      {"24 August AD 79", {79, 8, 24}},
      {"August 24, 79 AD", {79, 8, 24}},
      {"1 August 10", {10, 8, 1}},
      {"June 3, 20", {20, 6, 3}},
      {"1st of May, 1990", {1990, 5, 1}},
      {"the 1st of May 1990", {1990, 5, 1}},
      {"May 1st, 1990", {1990, 5, 1}},
      {"May the 1st, 1990", {1990, 5, 1}},
      {"22nd May 1990", {1990, 5, 22}},
      {"+1637-07-12T00:00:00Z", {1637, 7, 12}},
      {"+1637-07-00T00:00:00Z", {1637, 7}},
      {"+1637-00-00T00:00:00Z", {1637}},
      {"-0044-03-15T00:00:00Z", {-43, 3, 15}},
      {"-0043-03-15", {-43, 3, 15}},
      {"0000-00-00", {0}},
      {"29 February 2000", {2000, 2, 29}},
      {"32767", {32'767}},
      {"32768 BC", {-32'767}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(parse_date(row.text).value == row.want);
  }
}

TEST_CASE("parse: what is no date is refused with what was expected and where") {
  const struct {
    std::string_view text, expected;
    std::size_t position;
  } rows[] = {
      {"", "a date", 0},
      {"May", "a year", 3},
      {"May 12", "a year of more digits", 4},
      {"12 July", "a year", 7},
      {"July", "a year", 4},
      {"hello", "a date", 0},
      {"0", "a year from 1", 0},
      {"0 BC", "a year from 1", 0},
      {"30 February 1900", "a day that the month has", 0},
      {"February 30, 1900", "a day that the month has", 9},
      {"1900-02-29", "a day that the month has", 8},
      {"31 April 1900", "a day that the month has", 0},
      {"32 July 1637", "a day from 1 to 31", 0},
      {"1637-13-01", "a month from 00 to 12", 5},
      {"32768", "a year of at most 16 bits", 0},
      {"65537", "a year of at most 16 bits", 0},
      {"12 July 67173", "a year of at most 16 bits", 8},  // 1637 + 2^16
      {"July 12, 99999999999999999999", "a year of at most 16 bits", 9},
      {"32769 BC", "a year of at most 16 bits", 0},
      {"12 July 1637 in Antwerp", "the end of the date", 12},
      {"12 July 1637 ", "the end of the date", 12},
      {" 12 July 1637", "a date", 0},
      {"1637.", "the end of the date", 4},
      {"1990s", "the end of the date", 4},
      {"12 July 1637\0"sv, "the end of the date", 12},
      {"12\0July 1637"sv, "the name of a month", 2},
      {"\0"sv, "a date", 0},
      {"1637\xE2\x80\x93"
       "07\xE2\x80\x93"
       "12",
       "the end of the date", 4},  // en dashes
      {"1637\xE2\x88\x92"
       "07\xE2\x88\x92"
       "12",
       "the end of the date", 4},  // minus signs
      {"\xE2\x88\x92"
       "0043",
       "a date", 0},
      {"03/04/1999", "the name of a month", 2},
      {"03.04.1999", "the name of a month", 2},
      {"1593 \xE2\x80\x93 1637", "the end of the date", 4},
      {"12 Julember 1637", "the name of a month", 3},
      {"+1637-07-12T00:00:01Z", "T00:00:00Z", 11},
      {"c. ", "a date", 3},
      {"\xFF\xFE", "a date", 0},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const auto refused = parse_date(row.text);
    CHECK_FALSE(refused);
    CHECK(refused.expected == row.expected);
    CHECK(refused.position == row.position);
  }
}

TEST_CASE("parse: a two-digit number after a month name could be a day, so it is no year") {
  CHECK_FALSE(parse_date("July 12"));
  CHECK_FALSE(parse_date("July 99"));
  CHECK(parse_date("July 99 AD").value == partial_date{99, 7});
  CHECK(parse_date("July 099").value == partial_date{99, 7});
}

TEST_CASE("parse: ten megabytes are refused, not waited for") {
  const std::size_t size = mhqa_test::large(10'000'000);
  for (const std::string& start : {std::string{}, std::string{"12 July 1637"}, std::string{"12"}, std::string{"c. "}}) {
    for (const char fill : {' ', '1', 'x', '-', '\0', '\xC2', '.', '0'}) {
      const std::string text = start + std::string(size, fill);
      CHECK_FALSE(parse_date(text));
      CHECK_FALSE(parse_span(text));
      CHECK_FALSE(parse_span("(" + text));
    }
  }
}

TEST_CASE("parse: numbers in an order that the caller names") {
  CHECK(parse_date<date_pattern<"%d/%m/%Y">>("03/04/1999").value == partial_date{1999, 4, 3});
  CHECK(parse_date<date_pattern<"%m/%d/%Y">>("03/04/1999").value == partial_date{1999, 3, 4});
  CHECK_FALSE(parse_date<date_pattern<"%m/%d/%Y">>("30/04/1999"));
  CHECK_FALSE(parse_date<date_pattern<"%d/%m/%Y">>("12 July 1637"));
  using mine = mhqa::date_formats<mhqa::default_date_formats, date_pattern<"%d/%m/%Y">>;
  CHECK(parse_date<mine>("03/04/1999").value == partial_date{1999, 4, 3});
  CHECK(parse_date<mine>("12 July 1637").value == partial_date{1637, 7, 12});
  CHECK(parse_date<mhqa::default_date_formats, date_pattern<"%d/%m/%Y">>("1637").value == partial_date{1637});
}

TEST_CASE("parse: spans of two dates, taken whole") {
  const struct {
    std::string_view text;
    date_span want;
  } rows[] = {
      {"1593 – 12 July 1637", {{1593}, {1637, 7, 12}}},
      {"(1593 – 12 July 1637)", {{1593}, {1637, 7, 12}}},
      {"(May 2, 1901 - May 12, 1990)", {{1901, 5, 2}, {1990, 5, 12}}},
      {"22 August 1924 – 30 October 1986", {{1924, 8, 22}, {1986, 10, 30}}},
      {"( 30 April 1867 – 27 June 1905)", {{1867, 4, 30}, {1905, 6, 27}}},
      {"(5 April 1365—31 May 1417)", {{1365, 4, 5}, {1417, 5, 31}}},
      {"1386-1413", {{1386}, {1413}}},
      {"( 1877– 1944)", {{1877}, {1944}}},
      {"1593-12 July 1637", {{1593}, {1637, 7, 12}}},
      {"c. 1504 – 18 November 1559", {{1504}, {1559, 11, 18}}},
      {"100 BC – 44 BC", {{-99}, {-43}}},
      {"63 BC – 14 AD", {{-62}, {14}}},
      {"1593/1637-07-12", {{1593}, {1637, 7, 12}}},
      {"1637-07-12 - 1640-01-01", {{1637, 7, 12}, {1640, 1, 1}}},
      {"1939 to 1945", {{1939}, {1945}}},
      {"1939 until May 1945", {{1939}, {1945, 5}}},
      {"1637 – 12 July 1637", {{1637}, {1637, 7, 12}}},
      {"12 July 1637 – 12 July 1637", {{1637, 7, 12}, {1637, 7, 12}}},
      {"12 - 1637", {{12}, {1637}}},
      {"7–1637", {{7}, {1637}}},
      {"13/1637", {{13}, {1637}}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(parse_span(row.text).value == row.want);
  }
}

TEST_CASE("parse: what is no span is refused with what was expected and where") {
  const struct {
    std::string_view text, expected;
    std::size_t position;
  } rows[] = {
      {"", "a date", 0},
      {"1637", "a dash between two dates", 4},
      {"1637-07-12", "a dash between two dates", 10},
      {"1593 –", "a date", 8},
      {"1593 1637", "a dash between two dates", 5},
      {"– 1637", "a date", 0},
      {"(1593 – 1637", "a closing bracket", 14},
      {"1593 – 1637)", "the end of the span", 13},
      {"1593 – 1637 – 1650", "the end of the span", 13},
      {"1637 – 1593", "an end that is not before the start", 9},
      {"1637–42", "an end that is not before the start", 7},
      {"1593 – 30 February 1637", "a day that the month has", 9},
      {"(1593 – 1637) ", "the end of the span", 15},
      {"12/1637", "a month by its name, or blanks around the dash", 0},
      {"(7-1637)", "a month by its name, or blanks around the dash", 1},
      {"1593 – 1637\0"sv, "the end of the span", 13},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const auto refused = parse_span(row.text);
    CHECK_FALSE(refused);
    CHECK(refused.expected == row.expected);
    CHECK(refused.position == row.position);
  }
}

TEST_CASE("parse: nothing is allocated, for dates and for refusals") {
  const mhqa_test::allocations_here counted;
  int read = 0;
  for (const std::string_view text : {"12 July 1637"sv, "July 12"sv, "c. 1637"sv, "hello"sv, "1900-02-29"sv}) {
    read += parse_date(text) ? 1 : 0;
    read += parse_span(text) ? 1 : 0;
  }
  CHECK(read == 2);
  CHECK(counted() == 0);
}

TEST_CASE("parse: every date in the evidence of 2WikiMultihopQA") {
  int dates = 0;
  std::set<std::string> refused;
  for (const char* name : {"data/2wikimultihopqa/dev_4000_nocontext.json", "data/2wikimultihopqa/dev_164.json"}) {
    const auto file = mhqa_test::shared_data(name);
    if (!file) return;
    const auto records = mhqa_test::load_json(*file);
    for (const auto& record : records.items()) {
      for (const auto& triple : record["evidences"].items()) {
        const std::string& relation = triple[1].string();
        if (relation != "date of birth" && relation != "date of death") continue;
        ++dates;
        if (!parse_date(triple[2].string())) refused.insert(triple[2].string());
      }
    }
  }
  CHECK(dates > 2000);
  CHECK(refused.empty());
}

TEST_CASE("parse: a range of days is not a span from a year below 32") {
  for (const std::string_view text :
       {"12\xE2\x80\x93"
        "14 July 1637",
        "1/2 July 1637", "11/22 February 1732", "9/10 November 1938", "12 - 14 July 1637"}) {
    CAPTURE(text);
    const auto span = mhqa::parse_span(text);
    CHECK_FALSE(span);
    CHECK(span.position == 0);
  }
  CHECK(mhqa::parse_span("27 BC - 19 August 14"));
  CHECK(mhqa::parse_span("32 - 14 July 1637"));
}

TEST_CASE("parse: the forms that are read at once give what the general list gives, and so do their misspellings") {
  constexpr std::string_view bytes = " ,.-0123459aJMuyX\xC2";
  std::size_t dates = 0;
  const auto same = [&](std::string_view text) {
    const auto quick = parse_date(text);
    const auto general = parse_date<mhqa::default_date_formats>(text);
    CHECK_MESSAGE(quick.value == general.value, text);
    CHECK_MESSAGE(quick.expected == general.expected, text);
    CHECK_MESSAGE(quick.position == general.position, text);
    dates += quick ? 1 : 0;
  };
  for (const std::string_view form :
       {"12 July 1637", "July 12, 1637", "July 12 1637", "2 May, 1900", "May 2, 1900", "1637-07-12", "July 1637",
        "July, 1637", "1637", "29 February 1900", "February 29, 2000", "31 September 1000", "30 September 0100",
        "2000-02-29", "1900-02-29", "0099-01-01", "0000-01-01", "12 Sept 1637", "September 31 9999"}) {
    same(form);
    for (std::size_t at = 0; at <= form.size(); ++at) {
      std::string text{form.substr(0, at)};
      same(text);
      same(text + std::string{form.substr(at == form.size() ? at : at + 1)});
      for (const char c : bytes) {
        same(text + c + std::string{form.substr(at)});
        if (at < form.size()) same(text + c + std::string{form.substr(at + 1)});
      }
    }
  }
  CHECK(dates == 1356);
}
