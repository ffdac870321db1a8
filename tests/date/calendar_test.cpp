// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The Gregorian calendar, carried on in both directions: a leap year every four, not in centuries, but every 400.
#include <mhqa/date/calendar.hpp>

#include <doctest/doctest.h>

#include <chrono>

using mhqa::calendar_day;

static_assert(mhqa::is_leap_year(2000) && mhqa::is_leap_year(1904) && mhqa::is_leap_year(0) && mhqa::is_leap_year(-4));
static_assert(!mhqa::is_leap_year(1900) && !mhqa::is_leap_year(1901) && !mhqa::is_leap_year(-100));
static_assert(mhqa::day_number({1970, 1, 1}) == 0);
static_assert(mhqa::day_number({1970, 1, 2}) == 1);
static_assert(mhqa::day_number({1969, 12, 31}) == -1);
static_assert(mhqa::day_number({2000, 3, 1}) == 11'017);  // 30 * 365 + 7 leap days + 31 + 29
static_assert(mhqa::day_from_number(0) == calendar_day{1970, 1, 1});

TEST_CASE("calendar: months have their lengths, and there is no month 0 or 13") {
  const int common[] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0};
  for (int month = 0; month <= 13; ++month) {
    CAPTURE(month);
    CHECK(mhqa::days_in_month(1900, month) == common[month]);
    CHECK(mhqa::days_in_month(1904, month) == common[month] + (month == 2 ? 1 : 0));
  }
  CHECK(mhqa::days_in_month(2000, -1) == 0);
}

TEST_CASE("calendar: every day of 1200 to 2100 has the number that counting gives") {
  // Counted one by one from 1 January 1200, which lies 281,228 days before 1970 (770 years with 187 leap days).
  int number = -(770 * 365 + 187);
  int wrong = 0;
  for (int year = 1200; year <= 2100; ++year) {
    for (int month = 1; month <= 12; ++month) {
      for (int day = 1; day <= mhqa::days_in_month(year, month); ++day, ++number) {
        if (mhqa::day_number({year, month, day}) != number) ++wrong;
        if (mhqa::day_from_number(number) != calendar_day{year, month, day}) ++wrong;
      }
    }
  }
  CHECK(number == 130 * 365 + 32 + 365);  // 1 January 2101: 131 years with 32 leap days after 1970
  CHECK(wrong == 0);
}

TEST_CASE("calendar: the numbers are those of std::chrono, also before the era and at its ends") {
  using namespace std::chrono;
  int wrong = 0;
  for (int y = -32'767; y <= 32'767; y += 7) {
    for (unsigned m = 1; m <= 12; ++m) {
      const year_month_day first = year{y} / month{m} / 1d;
      const year_month_day final_day{year{y} / month{m} / std::chrono::last};
      for (const year_month_day day : {first, final_day}) {
        const calendar_day mine{y, static_cast<int>(m), static_cast<int>(unsigned{day.day()})};
        const int number = static_cast<int>(sys_days{day}.time_since_epoch().count());
        if (mhqa::day_number(mine) != number || mhqa::day_from_number(number) != mine) ++wrong;
      }
    }
  }
  CHECK(wrong == 0);
}
