// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts partial and stated dates to and from std::chrono's calendar types, which number years in the same way.
#pragma once

#include <mhqa/date/partial_date.hpp>
#include <mhqa/date/possible_days.hpp>
#include <mhqa/date/stated_date.hpp>

#include <chrono>
#include <optional>

namespace mhqa::inline v0_1 {

/// Returns the day as a std::chrono date; nothing unless the date has year, month and day.
[[nodiscard]] constexpr std::optional<std::chrono::year_month_day> to_chrono(partial_date date) noexcept {
  if (!has_day(date) || !is_valid(date)) return std::nullopt;
  return std::chrono::year{date.year} / std::chrono::month{date.month} / std::chrono::day{date.day};
}

/// Returns the stated day in the Gregorian calendar; converts Julian days.
///
/// Undefined: nothing unless the statement is exactly one day
[[nodiscard]] constexpr std::optional<std::chrono::year_month_day> to_chrono(const stated_date& date) noexcept {
  const std::optional<partial_date> day = exact(date);
  return day ? to_chrono(*day) : std::nullopt;
}

/// A first and a last day.
struct sys_day_span {
  std::chrono::sys_days first{};
  std::chrono::sys_days last{};

  friend constexpr bool operator==(const sys_day_span&, const sys_day_span&) = default;
};

/// Returns the first and the last day that the statement may mean.
///
/// Undefined: nothing when an interval has no bound on one side, or no day is possible
/// Example:   to_sys_days(*parse_edtf("1637-07"))  // 1 to 31 July 1637
[[nodiscard]] constexpr std::optional<sys_day_span> to_sys_days(const stated_date& date,
                                                                const date_leeway& leeway = {}) noexcept {
  const std::optional<day_span> days = possible_days(date, leeway);
  if (!days || days->first == no_first_day || days->last == no_last_day) return std::nullopt;
  return sys_day_span{std::chrono::sys_days{std::chrono::days{days->first}},
                      std::chrono::sys_days{std::chrono::days{days->last}}};
}

/// Returns the day as a partial_date; nothing if the argument is not a valid day (`ok()` is false).
[[nodiscard]] constexpr std::optional<partial_date> from_chrono(std::chrono::year_month_day day) noexcept {
  if (!day.ok()) return std::nullopt;
  return make_date(int{day.year()}, unsigned{day.month()}, unsigned{day.day()}).value;
}

/// Returns the month as a partial_date without a day.
[[nodiscard]] constexpr std::optional<partial_date> from_chrono(std::chrono::year_month month) noexcept {
  if (!month.ok()) return std::nullopt;
  return make_date(int{month.year()}, unsigned{month.month()}).value;
}

/// Returns the year as a partial_date without month and day.
[[nodiscard]] constexpr std::optional<partial_date> from_chrono(std::chrono::year year) noexcept {
  if (!year.ok()) return std::nullopt;
  return make_date(int{year}).value;
}

}  // namespace mhqa::inline v0_1
