// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Wikidata's time values: the precision says how much of the time is meant, the calendar model which day it is.
#include <mhqa/date/wikidata.hpp>

#include <mhqa/date/edtf.hpp>

#include <doctest/doctest.h>

#include <string_view>

using mhqa::calendar_model;
using mhqa::partial_date;
using mhqa::wikidata_value;
using mhqa::year_numbering;

static_assert(mhqa::parse_wikidata({.time = "+1637-07-12T00:00:00Z"}).value == mhqa::stated(partial_date{1637, 7, 12}));

TEST_CASE("wikidata: every published form of a time is read by its precision") {
  struct row {
    wikidata_value value;
    std::string_view edtf;
  };
  const row rows[]{
      {{.time = "+1637-07-12T00:00:00Z", .precision = 11}, "1637-07-12"},
      {{.time = "+1637-07-12T00:00:00Z", .precision = 10}, "1637-07"},
      {{.time = "+1637-01-01T00:00:00Z", .precision = 9}, "1637"},
      {{.time = "+1637-00-00T00:00:00Z", .precision = 9}, "1637"},
      {{.time = "+1637-07-00T00:00:00Z"}, "1637-07"},
      {{.time = "+1637-00-00T00:00:00Z"}, "1637"},
      {{.time = "+1637-00-00T00:00:00Z", .precision = 8}, "163X"},
      {{.time = "+1700-00-00T00:00:00Z", .precision = 7}, "1601/1700"},
      {{.time = "+1637-00-00T00:00:00Z", .precision = 7}, "1601/1700"},
      {{.time = "+2000-00-00T00:00:00Z", .precision = 6}, "1001/2000"},
      {{.time = "-0044-03-15T00:00:00Z", .precision = 11}, "-0043-03-15"},
      {{.time = "-0044-00-00T00:00:00Z", .precision = 8}, "-0048/-0039"},
      {{.time = "-0005-00-00T00:00:00Z", .precision = 8}, "-0008/0000"},
      {{.time = "+0005-00-00T00:00:00Z", .precision = 8}, "0001/0009"},
      {{.time = "+0010-00-00T00:00:00Z", .precision = 8}, "001X"},
      {{.time = "-0044-00-00T00:00:00Z", .precision = 7}, "-0099/0000"},
      {{.time = "-0100-00-00T00:00:00Z", .precision = 7}, "-0099/0000"},
      {{.time = "-0101-00-00T00:00:00Z", .precision = 7}, "-0199/-0100"},
      {{.time = "-0043-03-15T00:00:00Z", .numbering = year_numbering::astronomical}, "-0043-03-15"},
      {{.time = "+00000001637-07-12T00:00:00Z", .precision = 11}, "1637-07-12"},
      {{.time = "1637-07-12T00:00:00Z"}, "1637-07-12"},      // SPARQL's xsd:dateTime
      {{.time = "1637-07-12"}, "1637-07-12"},                // SPARQL's xsd:date
      {{.time = "1637-07-12T00:00:00.000Z"}, "1637-07-12"},  // RDF libraries
      {{.time = "1637-01-01T00:00:00Z", .precision = 9}, "1637"},
      {{.time = "+1637-07-12T13:45:00Z", .precision = 13}, "1637-07-12"},
      {{.time = "+1637-07-12T00:00:00Z/10"}, "1637-07"},  // QuickStatements
      {{.time = "+1732-02-11T00:00:00Z/11/J"}, "1732-02-22"},
      {{.time = "+1732-02-11T00:00:00Z", .precision = 11, .calendar_model = mhqa::wikidata_julian}, "1732-02-22"},
      {{.time = "+1700-02-29T00:00:00Z", .precision = 11, .calendar_model = "Q1985786"}, "1700-03-11"},
      {{.time = "+1700-00-00T00:00:00Z", .precision = 9, .calendar_model = mhqa::wikidata_julian}, "1700"},
      {{.time = "+79-10-24T00:00:00Z", .precision = 11}, "0079-10-24"},
  };
  for (const row& each : rows) {
    CAPTURE(each.value.time);
    const auto date = mhqa::parse_wikidata(each.value);
    CAPTURE(date.expected);
    REQUIRE(date);
    CHECK(mhqa::to_edtf(*date).view() == each.edtf);
  }
}

TEST_CASE("wikidata: hostile values are refused") {
  const wikidata_value rows[]{
      {.time = ""},
      {.time = "+"},
      {.time = "1637"},
      {.time = "+1637"},
      {.time = "+1637-07"},
      {.time = "+1637-07-12"},
      {.time = "+1637-07-12T"},
      {.time = "+1637-07-12T00:00"
               "x"},
      {.time = "+1637-07-12T00:00:00Z "},
      {.time = " +1637-07-12T00:00:00Z"},
      {.time = "+1637-07-12T25:00:00Z"},
      {.time = "+1637-07-12T00:61:00Z"},
      {.time = "+1637-07-12T00:00:61Z"},
      {.time = "+1637-13-12T00:00:00Z"},
      {.time = "+1637-07-32T00:00:00Z"},
      {.time = "+1637-02-30T00:00:00Z"},
      {.time = "+1637-02-30T00:00:00Z", .calendar_model = mhqa::wikidata_julian},
      {.time = "+1700-02-29T00:00:00Z"},
      {.time = "+1700-02-29T00:00:00Z", .precision = 11, .calendar_model = mhqa::wikidata_gregorian},
      {.time = "+1701-02-29T00:00:00Z", .precision = 11, .calendar_model = mhqa::wikidata_julian},
      {.time = "+1637-00-12T00:00:00Z"},
      {.time = "+1637-00-00T00:00:00Z", .precision = 11},
      {.time = "+1637-07-00T00:00:00Z", .precision = 11},
      {.time = "+1637-00-00T00:00:00Z", .precision = 10},
      {.time = "+1637-07-12T00:00:00Z", .precision = 5},
      {.time = "+1637-07-12T00:00:00Z", .precision = 0},
      {.time = "+1637-07-12T00:00:00Z", .precision = 15},
      {.time = "+1637-07-12T00:00:00Z", .precision = -2},
      {.time = "+0000-07-12T00:00:00Z"},
      {.time = "+40000-07-12T00:00:00Z"},
      {.time = "-40000-07-12T00:00:00Z"},
      {.time = "-13798000000-00-00T00:00:00Z", .precision = 3},
      {.time = "+99999999999999999999-00-00T00:00:00Z"},
      {.time = "+32767-00-00T00:00:00Z", .precision = 6},
      {.time = "+1637-07-12T00:00:00Z", .calendar_model = "http://www.wikidata.org/entity/Q892016"},
      {.time = "+1637-07-12T00:00:00Z", .calendar_model = "julian"},
      {.time = "+1637-07-12T00:00:00Z/"},
      {.time = "+1637-07-12T00:00:00Z/x"},
      {.time = "+1637-07-12T00:00:00Z/99"},
      {.time = "+1637-07-12T00:00:00Z/9/G"},
      {.time = "+1637-07-12T00:00:00Z/9/J/J"},
      {.time = "+1637-07-12T00:00:00Z/9", .precision = 11},
      {.time = "+1637-7-12T00:00:00Z"},
      {.time = "+1637/07/12T00:00:00Z"},
      {.time = "637-07-12T00:00:00Z"},
      {.time = "12 July 1637"},
      {.time = "+16X7-07-12T00:00:00Z"},
      {.time = "++1637-07-12T00:00:00Z"},
      {.time = "--0044-03-15T00:00:00Z"},
      {.time = "+-1637-07-12T00:00:00Z"},
      {.time = "\xE2\x88\x92"
               "0044-03-15T00:00:00Z"},
      {.time = "+1637-07-12t00:00:00z"},
      {.time = "+1637-07-12T00:00:00+"},
      {.time = "+1637-07-12T000000Z"},
      {.time = "+1637-0-0T00:00:00Z"},
      {.time = "+1637-007-012T00:00:00Z"},
      {.time = "+1637-07-12 00:00:00Z"},
      {.time = "somevalue"},
      {.time = "_:genid1637"},
      {.time = "P1Y"},
      {.time = "http://www.wikidata.org/.well-known/genid/1637"},
  };
  static_assert(std::size(rows) >= 60);
  for (const wikidata_value& each : rows) {
    CAPTURE(each.time);
    const auto date = mhqa::parse_wikidata(each);
    CHECK_FALSE(date);
    CHECK_FALSE(date.expected.empty());
  }
}

TEST_CASE("wikidata: a year, decade, month or day goes back to what it was") {
  for (const wikidata_value value :
       {wikidata_value{.time = "+1637-07-12T00:00:00Z", .precision = 11},
        wikidata_value{.time = "+1637-07-00T00:00:00Z", .precision = 10},
        wikidata_value{.time = "-0044-00-00T00:00:00Z", .precision = 9},
        wikidata_value{.time = "+1630-00-00T00:00:00Z", .precision = 8},
        wikidata_value{.time = "+1700-02-29T00:00:00Z", .precision = 11, .calendar_model = mhqa::wikidata_julian}}) {
    CAPTURE(value.time);
    const auto date = mhqa::parse_wikidata(value);
    REQUIRE(date);
    const auto back = mhqa::to_wikidata(*date);
    REQUIRE(back);
    CHECK(back->time.view() == value.time);
    CHECK(back->precision == value.precision);
    CHECK((back->calendar_model == mhqa::wikidata_julian) == (value.calendar_model == mhqa::wikidata_julian));
  }
  CHECK_FALSE(mhqa::to_wikidata(mhqa::approximate({1637})));
  CHECK_FALSE(mhqa::to_wikidata(mhqa::before({1637})));
  CHECK_FALSE(mhqa::to_wikidata(*mhqa::parse_edtf("1637-22")));
  CHECK_FALSE(mhqa::to_wikidata(*mhqa::parse_edtf("16XX")));
}
