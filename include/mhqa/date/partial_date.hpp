// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A date that is as partial as its source: a year, perhaps a month, perhaps a day. Nothing is filled in.
// E.g. make_date(1637, 7) is "July 1637" and has no day. Proleptic Gregorian calendar.
#pragma once

#include <mhqa/date/calendar.hpp>
#include <mhqa/error.hpp>

#include <cstdint>
#include <optional>

namespace mhqa::inline v0_1 {

/// The era that a historical year is counted in. There is no year 0: 1 BC is followed by AD 1.
enum class era : std::uint8_t { ce, bce };

/// A year, and a month and a day where they are known.
///
/// Shape:    month 0 = not known; day 0 = not known; a day is never known without its month
/// Units:    `year` is astronomical: 1637 is 1637, 0 is 1 BC, -43 is 44 BC (historical_year() gives 44)
/// Requires: is_valid(), as make_date() and parse_date() guarantee
/// Differs:  == asks for the same knowledge, part by part. Which date is earlier depends on what an unknown
///           part means: compare_dates<rule>()
struct partial_date {
  std::int16_t year{};
  std::uint8_t month{};
  std::uint8_t day{};

  friend constexpr bool operator==(const partial_date&, const partial_date&) = default;
};

inline constexpr int min_year = -32'767;  ///< 32,768 BC; the range of std::chrono::year
inline constexpr int max_year = 32'767;

/// True if the date has a month, or a day.
[[nodiscard]] constexpr bool has_month(partial_date date) noexcept {
  return date.month != 0;
}
[[nodiscard]] constexpr bool has_day(partial_date date) noexcept {
  return date.day != 0;
}

/// True if the date exists in the calendar: no 30 February, no day without a month.
[[nodiscard]] constexpr bool is_valid(partial_date date) noexcept {
  if (date.year < min_year || date.month > 12) return false;
  return date.day <= days_in_month(date.year, date.month);
}

/// Returns the date with these parts, or an error.
///
/// Shape:   astronomical year; month and day 0 when not known -> partial_date
/// Errors:  a year beyond 16 bits, a month above 12, a day that the month does not have; `position` is 0
/// Example: make_date(1900, 2, 29).expected  // "a day that the month has"
[[nodiscard]] constexpr parsed<partial_date> make_date(std::int64_t year, std::int64_t month = 0,
                                                       std::int64_t day = 0) noexcept {
  if (year < min_year || year > max_year) return not_parsed<partial_date>("a year from -32767 to 32767", 0);
  if (month < 0 || month > 12) return not_parsed<partial_date>("a month from 1 to 12, or 0", 0);
  if (month == 0 && day > 0) return not_parsed<partial_date>("no day, because the month is not known", 0);
  if (day < 0 || day > days_in_month(static_cast<int>(year), static_cast<int>(month))) {
    return not_parsed<partial_date>("a day that the month has", 0);
  }
  return {
      partial_date{static_cast<std::int16_t>(year), static_cast<std::uint8_t>(month), static_cast<std::uint8_t>(day)}};
}

/// The astronomical number of a historical year: 44 BC -> -43, AD 79 -> 79.
///
/// Errors: nothing for year 0, which no era has, and beyond 16 bits
[[nodiscard]] constexpr std::optional<std::int16_t> astronomical_year(std::int64_t year, era in) noexcept {
  if (year < 1 || year > (in == era::bce ? 1 - std::int64_t{min_year} : std::int64_t{max_year})) return std::nullopt;
  return static_cast<std::int16_t>(in == era::bce ? 1 - year : year);
}

/// The year as people write it, from 1; era_of() says on which side.
[[nodiscard]] constexpr int historical_year(partial_date date) noexcept {
  return date.year > 0 ? date.year : 1 - date.year;
}

/// Returns the era of the year; the year 0 is 1 BC.
[[nodiscard]] constexpr era era_of(partial_date date) noexcept {
  return date.year > 0 ? era::ce : era::bce;
}

/// The date without its month and day, for the year-only version of a data set.
[[nodiscard]] constexpr partial_date year_only(partial_date date) noexcept {
  return {date.year, 0, 0};
}

/// Returns the first possible day: a missing part is 1.
/// Source: Ho et al. 2022 (HieraDate), Appendix B, "Date Format"
[[nodiscard]] constexpr partial_date earliest(partial_date date) noexcept {
  if (date.month == 0) date.month = 1;
  if (date.day == 0) date.day = 1;
  return date;
}

/// Returns the last possible day.
[[nodiscard]] constexpr partial_date latest(partial_date date) noexcept {
  if (date.month == 0) date.month = 12;
  if (date.day == 0) date.day = static_cast<std::uint8_t>(days_in_month(date.year, date.month));
  return date;
}

namespace detail {

// Orders valid dates as (year, month, day), an unknown part first.
[[nodiscard]] constexpr int date_key(partial_date date) noexcept {
  return date.year * 512 + date.month * 32 + date.day;
}

}  // namespace detail
}  // namespace mhqa::inline v0_1
