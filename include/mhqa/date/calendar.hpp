// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The proleptic Gregorian and Julian calendars as integers: lengths of months, and a number for every day.
// Years are astronomical (1 BC is 0), so that one formula holds on both sides of the era.
#pragma once

#include <mhqa/config.hpp>

#include <cstdint>

namespace mhqa::inline v0_1 {

/// True for a year of 366 days, e.g. 2000, 1904 and 0 (1 BC), not 1900.
[[nodiscard]] constexpr bool is_leap_year(int year) noexcept {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/// The length of a month in days: 28 to 31.
///
/// Undefined: a month outside 1..12 -> 0
/// Example:   days_in_month(1900, 2)  // 28
[[nodiscard]] constexpr int days_in_month(int year, int month) noexcept {
  if (month < 1 || month > 12) return 0;
  if (month == 2) return is_leap_year(year) ? 29 : 28;
  return 30 + ((month + (month >> 3)) & 1);  // odd months up to July, even ones from August, have 31
}

/// A day as three numbers.
struct calendar_day {
  int year{};   ///< astronomical
  int month{};  ///< 1..12
  int day{};    ///< 1..31

  friend constexpr bool operator==(const calendar_day&, const calendar_day&) = default;
};

namespace detail {

// The years after which a calendar repeats exactly, their days, and the number of its 1 March 0.
struct calendar_cycle {
  int years, days, first_day;
};
inline constexpr calendar_cycle gregorian_cycle{400, 146'097, -719'468};
inline constexpr calendar_cycle julian_cycle{4, 1'461, -719'470};

[[nodiscard]] constexpr int floor_divide(int a, int b) noexcept {
  return a / b - (a % b < 0 ? 1 : 0);
}

// Years counted from 1 March put the leap day last, which makes the days before a month linear in its number.
[[nodiscard]] constexpr int days_before_march_month(int month) noexcept {
  return (153 * month + 2) / 5;
}

// The cycle is a template argument, so that the divisions are by constants.
template <const calendar_cycle& cycle>
[[nodiscard]] constexpr int number_in(calendar_day date) noexcept {
  const int march_year = date.year - (date.month <= 2 ? 1 : 0);
  const int march_month = date.month + (date.month <= 2 ? 9 : -3);
  const int cycles = floor_divide(march_year, cycle.years);
  const int year = march_year - cycles * cycle.years;
  const int day_of_year = days_before_march_month(march_month) + date.day - 1;
  return cycles * cycle.days + year * 365 + year / 4 - year / 100 + day_of_year + cycle.first_day;
}

template <const calendar_cycle& cycle>
[[nodiscard]] constexpr calendar_day day_in(int number) noexcept {
  const int shifted = number - cycle.first_day;
  const int cycles = floor_divide(shifted, cycle.days);
  const int rest = shifted - cycles * cycle.days;
  // Taking out the leap days that have passed leaves years of 365 days each.
  const int year = (rest - rest / 1460 + rest / 36'524 - rest / 146'096) / 365;
  const int day_of_year = rest - (year * 365 + year / 4 - year / 100);
  const int month = (5 * day_of_year + 2) / 153;
  return {.year = cycles * cycle.years + year + (month >= 10 ? 1 : 0),
          .month = month + (month >= 10 ? -9 : 3),
          .day = day_of_year - days_before_march_month(month) + 1};
}

}  // namespace detail

/// The number of a day: days since 1970-01-01, negative before it.
///
/// Requires: days_in_month(year, month) >= day >= 1; |year| <= 1,000,000
/// Cost:     constant, no table
/// Example:  day_number({1970, 1, 2})  // 1
[[nodiscard]] constexpr int day_number(calendar_day date) noexcept {
  MHQA_EXPECTS(date.year >= -1'000'000 && date.year <= 1'000'000, "mhqa::day_number: expected a year up to 1,000,000");
  MHQA_EXPECTS(date.day >= 1 && date.day <= days_in_month(date.year, date.month),
               "mhqa::day_number: expected a day that the month has");
  return detail::number_in<detail::gregorian_cycle>(date);
}

/// The day that has this number; inverse of day_number().
///
/// Requires: |number| <= 365,000,000
[[nodiscard]] constexpr calendar_day day_from_number(int number) noexcept {
  MHQA_EXPECTS(number >= -365'000'000 && number <= 365'000'000,
               "mhqa::day_from_number: expected a number up to 365,000,000");
  return detail::day_in<detail::gregorian_cycle>(number);
}

/// True for a leap year of the Julian calendar: 1700, 1900 and 0 (1 BC) are.
[[nodiscard]] constexpr bool is_julian_leap_year(int year) noexcept {
  return year % 4 == 0;
}

/// The length of a month of the Julian calendar in days.
///
/// Undefined: a month outside 1..12 -> 0
/// Example:   days_in_julian_month(1700, 2)  // 29
[[nodiscard]] constexpr int days_in_julian_month(int year, int month) noexcept {
  return month == 2 ? (is_julian_leap_year(year) ? 29 : 28) : days_in_month(year, month);
}

/// The number of a day that is given in the Julian calendar, counted as in day_number().
///
/// Requires: days_in_julian_month(year, month) >= day >= 1; |year| <= 1,000,000
/// Example:  julian_day_number({1752, 9, 2}) + 1 == day_number({1752, 9, 14})
[[nodiscard]] constexpr int julian_day_number(calendar_day date) noexcept {
  MHQA_EXPECTS(date.year >= -1'000'000 && date.year <= 1'000'000,
               "mhqa::julian_day_number: expected a year up to 1,000,000");
  MHQA_EXPECTS(date.day >= 1 && date.day <= days_in_julian_month(date.year, date.month),
               "mhqa::julian_day_number: expected a day that the month has");
  return detail::number_in<detail::julian_cycle>(date);
}

/// The day of the Julian calendar that has this number; inverse of julian_day_number().
///
/// Requires: |number| <= 365,000,000
[[nodiscard]] constexpr calendar_day julian_day_from_number(int number) noexcept {
  MHQA_EXPECTS(number >= -365'000'000 && number <= 365'000'000,
               "mhqa::julian_day_from_number: expected a number up to 365,000,000");
  return detail::day_in<detail::julian_cycle>(number);
}

}  // namespace mhqa::inline v0_1
