// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A stated date holds a partial date with its doubts, bounds, alternatives and calendar, in one fixed-size value.
#include <mhqa/date/stated_date.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <type_traits>

using mhqa::calendar_model;
using mhqa::date_doubt;
using mhqa::date_term;
using mhqa::partial_date;
using mhqa::stated_date;
using mhqa::statement;

static_assert(std::is_trivially_copyable_v<stated_date> && sizeof(stated_date) <= 64);
static_assert(std::is_nothrow_default_constructible_v<stated_date>);
static_assert(!stated_date{}, "a default value states nothing");
static_assert(mhqa::exact(mhqa::stated(partial_date{1637, 7, 12})) == partial_date{1637, 7, 12});
static_assert(!mhqa::exact(mhqa::approximate({1637})));

TEST_CASE("stated date: each maker gives its kind of statement") {
  CHECK(mhqa::stated(partial_date{1637}).kind == statement::date);
  CHECK(mhqa::before({1300}).kind == statement::interval);
  CHECK(mhqa::is_before(mhqa::before({1300})));
  CHECK_FALSE(mhqa::is_after(mhqa::before({1300})));
  CHECK(mhqa::is_after(mhqa::after({1345})));
  CHECK_FALSE(mhqa::is_before(mhqa::after({1345})));
  const stated_date either = mhqa::one_of({{1887}, {1893}});
  CHECK(either.kind == statement::one_of);
  REQUIRE(either.terms().size() == 2);
  CHECK(either.first().year == 1887);
  CHECK(either.last().year == 1893);
  CHECK_FALSE(mhqa::one_of({}));
  CHECK_FALSE(mhqa::one_of({{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}}));
}

TEST_CASE("stated date: a doubt about the date is a doubt about each part that it has") {
  const date_term day = mhqa::with_doubt(mhqa::term_of(partial_date{1637, 7, 12}), date_doubt::approximate);
  CHECK(day.doubts == 0b01'01'01);
  CHECK(mhqa::doubt_of(day) == date_doubt::approximate);
  const date_term year = mhqa::with_doubt(mhqa::term_of(partial_date{1637}), date_doubt::both);
  CHECK(year.doubts == 0b11);
  CHECK(mhqa::doubt_of(year) == date_doubt::both);

  date_term month = mhqa::term_of(partial_date{1637, 7});
  month.doubts = 0b10'00;  // the month alone is uncertain
  CHECK(mhqa::doubt_of(month) == date_doubt::none);
  CHECK(mhqa::any_doubt_of(month) == date_doubt::uncertain);
  CHECK(mhqa::has_doubt(mhqa::stated(month)));
  CHECK_FALSE(mhqa::has_doubt(mhqa::stated(month), date_doubt::approximate));
}

TEST_CASE("stated date: == compares what is said, not the days") {
  CHECK(mhqa::approximate({1637}) != mhqa::uncertain({1637}));
  CHECK(mhqa::stated(partial_date{1637}) != mhqa::interval(partial_date{1637, 1, 1}, partial_date{1637, 12, 31}));
  CHECK(mhqa::stated(partial_date{1700, 2, 28}) != mhqa::stated(partial_date{1700, 2, 28}, calendar_model::julian));
}

TEST_CASE("stated date: only one date without doubt is exact") {
  date_term masked = mhqa::term_of(partial_date{1637});
  masked.masked = 0x0C;  // 1637-XX
  CHECK(mhqa::exact(mhqa::stated(masked)) == partial_date{1637});
  masked.masked = 0x04;  // 1637-0X: a month from January to September
  CHECK_FALSE(mhqa::exact(mhqa::stated(masked)));
  masked.masked = date_term::year_units;
  CHECK_FALSE(mhqa::exact(mhqa::stated(masked)));
  date_term season = mhqa::term_of(partial_date{1637});
  season.month = 22;
  CHECK_FALSE(mhqa::exact(mhqa::stated(season)));
  CHECK_FALSE(mhqa::exact(mhqa::before({1637})));
  CHECK_FALSE(mhqa::exact(mhqa::one_of({{1637}})));
  CHECK_FALSE(mhqa::exact(stated_date{}));
}

TEST_CASE("stated date: a Julian day is the Gregorian day that it was") {
  date_term day = mhqa::term_of(partial_date{1732, 2, 11});  // George Washington, Old Style
  CHECK(mhqa::exact(mhqa::stated(day, calendar_model::julian)) == partial_date{1732, 2, 22});
  day = mhqa::term_of(partial_date{1700, 2, 29});  // no such Gregorian day
  CHECK(mhqa::exact(mhqa::stated(day, calendar_model::julian)) == partial_date{1700, 3, 11});
  CHECK(mhqa::exact(mhqa::stated(partial_date{1700, 2}, calendar_model::julian)) == partial_date{1700, 2});
}
