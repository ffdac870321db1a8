// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// ISO 8601 counts years astronomically (-0043 is 44 BC); Wikidata's JSON counts them historically (-0044 is 44 BC).
#include <mhqa/date/iso.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using mhqa::iso_date;
using mhqa::partial_date;
using mhqa::wikidata_time;
using mhqa::year_numbering;

static_assert(iso_date::match("1637-07-12").date == partial_date{1637, 7, 12});
static_assert(mhqa::date_format<iso_date> && mhqa::date_format<wikidata_time<>>);

TEST_CASE("iso: years, months and days, with 00 for an unknown part") {
  const struct {
    std::string_view text;
    partial_date want;
  } rows[] = {
      {"1637-07-12", {1637, 7, 12}},
      {"1637-07", {1637, 7}},
      {"1637", {1637}},
      {"1637-07-00", {1637, 7}},
      {"1637-00-00", {1637}},
      {"1637-00", {1637}},
      {"0000-00-00", {0}},
      {"0000", {0}},
      {"-0043-03-15", {-43, 3, 15}},
      {"+1637-07-12", {1637, 7, 12}},
      {"+12345-01-31", {12'345, 1, 31}},
      {"-32767-12-31", {-32'767, 12, 31}},
      {"+32767", {32'767}},
      {"+0000000001637", {1637}},
      {"2000-02-29", {2000, 2, 29}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const auto found = iso_date::match(row.text);
    CHECK(found.date == row.want);
    CHECK(found.length == row.text.size());
    CHECK_FALSE(found.approximate);
  }
}

TEST_CASE("iso: what is no date says what was missed, and where") {
  const struct {
    std::string_view text, expected;
    std::size_t position;
  } rows[] = {
      {"", "a year of four digits", 0},
      {"163-07-12", "a year of four digits", 0},
      {"16370712", "a year of four digits", 0},
      {"-044", "a year of four digits", 0},
      {"--1637", "a year of four digits", 0},
      {"1637-13-01", "a month from 00 to 12", 5},
      {"1637-7-12", "a month from 00 to 12", 5},
      {"1637-071", "a month from 00 to 12", 5},
      {"1637-02-30", "a day that the month has", 8},
      {"1900-02-29", "a day that the month has", 8},
      {"1637-07-1", "a day that the month has", 8},
      {"1637-07-123", "a day that the month has", 8},
      {"1637-00-12", "day 00 after month 00", 8},
      {"+32768-01-01", "a year from -32767 to 32767", 0},
      {"-32768-01-01", "a year from -32767 to 32767", 0},
      {"+67173", "a year from -32767 to 32767", 0},  // 1637 + 2^16
      {"+18446744073709553253", "a year from -32767 to 32767", 0},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const auto missed = iso_date::match(row.text);
    CHECK_FALSE(missed);
    CHECK(missed.expected == row.expected);
    CHECK(missed.position == row.position);
  }
  CHECK_FALSE(iso_date::match("+" + std::string(10'000'000, '1')));
}

TEST_CASE("iso: the longest date that the text begins with") {
  CHECK(iso_date::match("1637-07-12T00:00:00Z").length == 10);
  CHECK(iso_date::match("1637-").length == 4);
  CHECK(iso_date::match("1637-07-").length == 7);
  CHECK(iso_date::match("1637-x").length == 4);
  CHECK(iso_date::match("1637\xE2\x80\x93"
                        "07")
            .length == 4);  // an en dash separates nothing here
}

TEST_CASE("iso: Wikidata's time has a sign, midnight, and years of the era") {
  CHECK(wikidata_time<>::match("+1637-07-12T00:00:00Z").date == partial_date{1637, 7, 12});
  CHECK(wikidata_time<>::match("+1637-07-00T00:00:00Z").date == partial_date{1637, 7});
  CHECK(wikidata_time<>::match("+1637-00-00T00:00:00Z").date == partial_date{1637});
  CHECK(wikidata_time<>::match("+00000001637-07-12T00:00:00Z").date == partial_date{1637, 7, 12});
  CHECK(wikidata_time<>::match("-0044-03-15T00:00:00Z").date == partial_date{-43, 3, 15});
  CHECK(wikidata_time<year_numbering::astronomical>::match("-0043-03-15T00:00:00Z").date == partial_date{-43, 3, 15});
  CHECK(wikidata_time<>::match("-32768-00-00T00:00:00Z").date == partial_date{-32'767});
  CHECK(wikidata_time<>::match("-0001-00-00T00:00:00Z").date == partial_date{0});
  CHECK(wikidata_time<>::match("+0000-00-00T00:00:00Z").expected == "a year other than 0");
  CHECK(wikidata_time<>::match("1637-07-12T00:00:00Z").expected == "a sign before the year");
  CHECK(wikidata_time<>::match("+1637-07-12T00:00:01Z").expected == "T00:00:00Z");
  CHECK(wikidata_time<>::match("+1637-07-12").position == 11);
  CHECK_FALSE(wikidata_time<>::match(""));
}
