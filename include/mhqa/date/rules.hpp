// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Three named rules for unknown months and days in comparison and subtraction. A rule is a type with two functions; a
// custom rule is another such type.
// Ho et al. 2022 (HieraDate), date_support.py and Appendix B.
#pragma once

#include <mhqa/date/partial_date.hpp>

#include <algorithm>
#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1 {

/// The order of the first date relative to the second.
enum class date_order : std::uint8_t { before, equal, after, cannot_tell };

/// "before", "equal", "after" or "cannot tell".
[[nodiscard]] constexpr std::string_view to_string(date_order order) noexcept {
  constexpr std::array<std::string_view, 4> names{"before", "equal", "after", "cannot tell"};
  return names[static_cast<std::size_t>(order)];
}

/// A length of time in calendar parts, as an age is given: 62 years, 2 months, 8 days.
///
/// Units: all parts of one sign, |months| < 12 and |days| < 31; only the `published` rule breaks this
/// Differs: ordered part by part, which is the published comparison of two ages
struct date_difference {
  int years{};
  int months{};
  int days{};

  friend constexpr auto operator<=>(const date_difference&, const date_difference&) = default;
};

/// A meaning of unknown parts. Semantic requirement: order(a, b) mirrors order(b, a).
template <class Rule>
concept date_rule = requires(partial_date a, partial_date b) {
  { Rule::name } -> std::convertible_to<std::string_view>;
  { Rule::order(a, b) } -> std::same_as<date_order>;
  { Rule::difference(a, b) } -> std::same_as<std::optional<date_difference>>;
};

namespace detail {

[[nodiscard]] constexpr date_order order_by_key(int from, int to) noexcept {
  if (from == to) return date_order::equal;
  return from < to ? date_order::before : date_order::after;
}

// Whole months first, the day clamped to the month it lands in, then the days that are left:
// dateutil's relativedelta(to, from) for from <= to.
[[nodiscard]] constexpr date_difference ordered_difference(calendar_day from, calendar_day to) noexcept {
  int months = (to.year - from.year) * 12 + (to.month - from.month);
  int days = to.day - from.day;
  if (days < 0) {
    const int start = std::min(from.day, days_in_month(to.year, to.month));
    if (to.day >= start) {
      days = 0;  // the start's day is beyond this month's end, and `to` is that end
    } else {
      --months;
      const int previous = to.month == 1 ? 31 : days_in_month(to.year, to.month - 1);
      days = previous - std::min(from.day, previous) + to.day;
    }
  }
  return {months / 12, months % 12, days};
}

// Both dates are full; either order.
[[nodiscard]] constexpr date_difference full_difference(partial_date a, partial_date b) noexcept {
  const calendar_day from{a.year, a.month, a.day};
  const calendar_day to{b.year, b.month, b.day};
  return date_key(a) <= date_key(b) ? ordered_difference(from, to) : ordered_difference(to, from);
}

}  // namespace detail

namespace date_rules {

/// Only what follows from the known parts: before, after, equal, or cannot tell.
///
/// Shape: July 1637 is before 1638, and cannot be told from 12 July 1637, 1637 or another July 1637
/// Undefined: a difference with an unknown part has no value; difference_bounds() gives its limits
struct three_valued {
  static constexpr std::string_view name = "three-valued";

  [[nodiscard]] static constexpr date_order order(partial_date a, partial_date b) noexcept {
    if (detail::date_key(latest(a)) < detail::date_key(earliest(b))) return date_order::before;
    if (detail::date_key(earliest(a)) > detail::date_key(latest(b))) return date_order::after;
    return has_day(a) && has_day(b) ? date_order::equal : date_order::cannot_tell;
  }

  [[nodiscard]] static constexpr std::optional<date_difference> difference(partial_date a, partial_date b) noexcept {
    if (!has_day(a) || !has_day(b)) return std::nullopt;
    return detail::full_difference(a, b);
  }
};

/// The published program, quirks included: an unknown part is the number 0, which sorts first.
///
/// Shape:     with an unknown part, 30 days or 12 months are borrowed when the later part is smaller *or equal*, and
///            the operands are taken as they stand: 1900 to 1980 is 79 years, 11 months, 30 days; 1980 to 1900 is
///            negative. Full dates: as in final_data
/// Undefined: year 0 without month and day (the program's unknown date; for us also 1 BC) cannot be compared
/// Source:    HieraDate date_support.py, compare_two_dates, subtract_two_dates, subtract_two_dates_old
struct published {
  static constexpr std::string_view name = "published";

  [[nodiscard]] static constexpr date_order order(partial_date a, partial_date b) noexcept {
    if (a == partial_date{} || b == partial_date{}) return date_order::cannot_tell;
    return detail::order_by_key(detail::date_key(a), detail::date_key(b));
  }

  [[nodiscard]] static constexpr std::optional<date_difference> difference(partial_date from,
                                                                           partial_date to) noexcept {
    if (has_day(from) && has_day(to)) return detail::full_difference(from, to);
    date_difference left{to.year, to.month, to.day};
    if (left.days <= from.day) {
      left.days += 30;
      --left.months;
    }
    if (left.months <= from.month) {
      left.months += 12;
      --left.years;
    }
    return date_difference{left.years - from.year, left.months - from.month, left.days - from.day};
  }
};

/// The rule that the released data set follows, "final": a missing month or day is 1, then full dates.
///
/// Shape:  difference() orders its operands first, so that no part is negative; on full dates it is dateutil's
///         relativedelta: whole months, the day clamped at the month's end, then days
/// Source: Ho et al. 2022, Appendix B, "Date Format"; HieraDate README
struct final_data {
  static constexpr std::string_view name = "final";

  [[nodiscard]] static constexpr date_order order(partial_date a, partial_date b) noexcept {
    return detail::order_by_key(detail::date_key(earliest(a)), detail::date_key(earliest(b)));
  }

  [[nodiscard]] static constexpr std::optional<date_difference> difference(partial_date a, partial_date b) noexcept {
    return detail::full_difference(earliest(a), earliest(b));
  }
};

}  // namespace date_rules

/// Calls `use` with the rule of that name ("three-valued", "published", "final"), or returns false for another name.
///
/// Example: with_date_rule("final", [&](auto rule) { sort_dates<decltype(rule)>(dates); })
template <class Use>
constexpr bool with_date_rule(std::string_view name, Use&& use) {
  if (name == date_rules::three_valued::name) return std::forward<Use>(use)(date_rules::three_valued{}), true;
  if (name == date_rules::published::name) return std::forward<Use>(use)(date_rules::published{}), true;
  if (name == date_rules::final_data::name) return std::forward<Use>(use)(date_rules::final_data{}), true;
  return false;
}

}  // namespace mhqa::inline v0_1
