// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves a date by years, months and days; the inverse of difference(). E.g. 31 January + 1 month is the
// last of February. A partial date moves only by what it knows.
#pragma once

#include <mhqa/date/rules.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace mhqa::inline v0_1 {

/// Returns the date that lies the given time after `date`, or before it if the parts are negative.
///
/// Shape:     years and months first, the day clamped to the month's end, then days: for full dates a <= b,
///            add(a, *difference(a, b)) == b
/// Undefined: nothing when the result is beyond 16-bit years, or when it would take a part that the date does
///            not have: days on "July 1637", or a number of months other than whole years on "1637"
/// Source:    dateutil's relativedelta; the operation that Ho et al. 2022 leave to future work
/// Example:   add({2004, 2, 29}, {.years = 1})  // 2005-02-28
[[nodiscard]] constexpr std::optional<partial_date> add(partial_date date, date_difference time) noexcept {
  const std::int64_t all_months = std::int64_t{time.years} * 12 + time.months;
  if (!has_day(date) && time.days != 0) return std::nullopt;
  if (!has_month(date)) {
    return all_months % 12 == 0 ? make_date(date.year + all_months / 12).value : std::nullopt;
  }
  const std::int64_t months = date.year * std::int64_t{12} + (date.month - 1) + all_months;
  const std::int64_t year = months / 12 - (months % 12 < 0 ? 1 : 0);
  const std::int64_t month = months - year * 12 + 1;
  if (!has_day(date)) return make_date(year, month).value;

  // Far enough that the days may still bring the date back, near enough that no number overflows.
  if (year < -200'000 || year > 200'000) return std::nullopt;
  const int last = days_in_month(static_cast<int>(year), static_cast<int>(month));
  const calendar_day start{static_cast<int>(year), static_cast<int>(month), std::min<int>(date.day, last)};
  const std::int64_t number = std::int64_t{day_number(start)} + time.days;
  if (number < -100'000'000 || number > 100'000'000) return std::nullopt;
  const calendar_day moved = day_from_number(static_cast<int>(number));
  return make_date(moved.year, moved.month, moved.day).value;
}

}  // namespace mhqa::inline v0_1
