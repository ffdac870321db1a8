// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Partial dates to and from the standard library's calendar types, which have the same years.
#pragma once

#include <mhqa/date/partial_date.hpp>

#include <chrono>
#include <optional>

namespace mhqa {
inline namespace v0 {

/// The day in the standard calendar; nothing when the date is not a whole day.
[[nodiscard]] constexpr std::optional<std::chrono::year_month_day> to_chrono(partial_date date) noexcept {
  if (!has_day(date) || !is_valid(date)) return std::nullopt;
  return std::chrono::year{date.year} / std::chrono::month{date.month} / std::chrono::day{date.day};
}

/// The same day as a partial_date; nothing when the argument is not a valid day (`ok()` is false).
[[nodiscard]] constexpr std::optional<partial_date> from_chrono(std::chrono::year_month_day day) noexcept {
  if (!day.ok()) return std::nullopt;
  return make_date(int{day.year()}, unsigned{day.month()}, unsigned{day.day()}).value;
}

/// The month as a partial_date without a day.
[[nodiscard]] constexpr std::optional<partial_date> from_chrono(std::chrono::year_month month) noexcept {
  if (!month.ok()) return std::nullopt;
  return make_date(int{month.year()}, unsigned{month.month()}).value;
}

/// The year as a partial_date without month and day.
[[nodiscard]] constexpr std::optional<partial_date> from_chrono(std::chrono::year year) noexcept {
  if (!year.ok()) return std::nullopt;
  return make_date(int{year}).value;
}

}  // namespace v0
}  // namespace mhqa
