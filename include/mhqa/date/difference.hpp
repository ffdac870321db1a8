// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The time between two partial dates: in years, months and days by a named rule, as limits, or in days.
// E.g. difference(born, died)  // 62 years, 2 months, 8 days
#pragma once

#include <mhqa/date/rules.hpp>

#include <algorithm>
#include <optional>

namespace mhqa::inline v0_1 {

/// The time between two dates in years, months and days: an age, or a duration.
///
/// Shape:     the operands in either order (but see date_rules::published on partial dates)
/// Undefined: nothing when the rule cannot tell (three_valued on a partial date)
/// Source:    Ho et al. 2022 (HieraDate), Table 1; date_support.py, subtract_two_dates; dateutil's relativedelta
/// Example:   difference({1924, 8, 22}, {1986, 10, 30})  // {62, 2, 8}
template <date_rule Rule = date_rules::final_data>
[[nodiscard]] constexpr std::optional<date_difference> difference(partial_date from, partial_date to) noexcept {
  return Rule::difference(from, to);
}

/// The year-only age: the difference of the year numbers, also across the era (44 BC to AD 1 is 44).
/// Source: Ho et al. 2022, Sec. 4, year-only version
[[nodiscard]] constexpr int years_between(partial_date from, partial_date to) noexcept {
  return from.year <= to.year ? to.year - from.year : from.year - to.year;
}

/// Days from `from` to `to`, negative when `to` is earlier; nothing unless both are whole days.
[[nodiscard]] constexpr std::optional<int> days_between(partial_date from, partial_date to) noexcept {
  if (!has_day(from) || !has_day(to)) return std::nullopt;
  return day_number({to.year, to.month, to.day}) - day_number({from.year, from.month, from.day});
}

/// The least and the most that a difference may be.
struct date_difference_bounds {
  date_difference least{};
  date_difference most{};

  friend constexpr bool operator==(const date_difference_bounds&, const date_difference_bounds&) = default;
};

/// Returns the limits of the time between two dates, over all values of their unknown parts.
///
/// Shape:   either order of the operands; least == most when both are whole days
/// Example: difference_bounds({1900}, {1980})  // from 79 years 0 months 1 day to 80 years 11 months 30 days
[[nodiscard]] constexpr date_difference_bounds difference_bounds(partial_date a, partial_date b) noexcept {
  const date_difference forward = detail::full_difference(earliest(a), latest(b));
  const date_difference backward = detail::full_difference(earliest(b), latest(a));
  const date_order order = date_rules::three_valued::order(a, b);
  if (order == date_order::before) return {.least = detail::full_difference(latest(a), earliest(b)), .most = forward};
  if (order == date_order::after) return {.least = detail::full_difference(latest(b), earliest(a)), .most = backward};
  return {.least = {}, .most = std::max(forward, backward)};
}

}  // namespace mhqa::inline v0_1
