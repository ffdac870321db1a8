// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The days that a stated date may mean, as spans of day numbers, and from them order and difference: possible or
// certain. E.g. order_of(approximate({1637}), stated({1638})) == date_order::cannot_tell
#pragma once

#include <mhqa/date/difference.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/date/stated_date.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace mhqa::inline v0_1 {

/// Consecutive days, both ends included, as day_number() counts them.
struct day_span {
  int first{};
  int last{};

  friend constexpr bool operator==(const day_span&, const day_span&) = default;
};

/// The limits of an interval that is open or whose bound is unknown.
inline constexpr int no_first_day = -(1 << 30);
inline constexpr int no_last_day = 1 << 30;

/// How far from the date as written a doubtful date may lie, on either side.
///
/// Shape:   an approximate date is widened by the unit of its finest doubtful part, an uncertain one by years
/// Units:   a year counts 366 days here, a month 31
/// Example: date_leeway{.approximate_years = 5}
struct date_leeway {
  int approximate_years = 10;
  int approximate_months = 12;
  int approximate_days = 31;
  int uncertain_years = 10;

  friend constexpr bool operator==(const date_leeway&, const date_leeway&) = default;
};

namespace detail {

struct month_span {
  int first_month;  // 1..12
  int months;
};

// The months of a month, a year_part or, for 0, the year. Seasons are three calendar months; those without a hemisphere
// are the northern ones.
[[nodiscard]] constexpr month_span months_of(std::uint8_t part) noexcept {
  if (part == 0) return {1, 12};
  if (part <= 12) return {part, 1};
  if (part <= 24) return {(part - 21) * 3 + 3, 3};
  if (part <= 28) return {(part - 25) * 3 + 3, 3};
  if (part <= 32) return {((part - 29) * 3 + 8) % 12 + 1, 3};  // southern spring begins in September
  if (part <= 36) return {(part - 33) * 3 + 1, 3};
  if (part <= 39) return {(part - 37) * 4 + 1, 4};
  return {(part - 40) * 6 + 1, 6};
}

// One term's days in its calendar.
class term_days {
 public:
  constexpr term_days(const date_term& term, calendar_model calendar, const date_leeway& leeway) noexcept
      : term_{term}, julian_{calendar == calendar_model::julian}, widen_{width(term, leeway)} {
    const unsigned year = term.masked >> 4U;
    month_mask_ = term.masked >> 2U & 3U;
    day_mask_ = term.masked & 3U;
    // What is wholly unspecified at the end limits nothing: 1637-07-XX is July 1637.
    if (day_mask_ == 3) day_mask_ = 0, term_.day = 0;
    if (month_mask_ == 3 && term_.day == 0 && day_mask_ == 0) month_mask_ = 0, term_.month = 0;
    const bool trailing = (year & (year + 1U)) == 0;
    const bool whole_years = term_.month == 0 && month_mask_ == 0;
    solid_ = (year == 0 || (trailing && whole_years)) && month_mask_ == 0 && day_mask_ == 0;
    set_years(year);
  }

  // The first span that ends on `from` or later.
  [[nodiscard]] constexpr std::optional<day_span> next(int from) const noexcept {
    if (solid_) {
      const day_span all = solid();
      return all.last >= from && all.first <= all.last ? std::optional{all} : std::nullopt;
    }
    const int unwidened = from - widen_;
    const int year_of_from = day_from_number(std::clamp(unwidened, -20'000'000, 20'000'000)).year;
    for (int year = std::max(least_year_, year_of_from - 2); year <= most_year_; ++year) {
      if (!matches_year(year)) continue;
      if (const auto found = next_in(year, unwidened)) return widened(*found);
    }
    return std::nullopt;
  }

  // The last day; nothing if there is no day at all.
  [[nodiscard]] constexpr std::optional<int> last() const noexcept {
    if (solid_) {
      const day_span all = solid();
      return all.first <= all.last ? std::optional{all.last} : std::nullopt;
    }
    for (int year = most_year_; year >= least_year_; --year) {
      if (!matches_year(year)) continue;
      std::optional<int> last;
      for (auto found = next_in(year, no_first_day); found; found = next_in(year, found->last + 1)) last = found->last;
      if (last) return *last + widen_;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] static constexpr int width(const date_term& term, const date_leeway& leeway) noexcept {
    constexpr auto approximate = date_doubt::approximate;
    const std::array<int, 3> units{leeway.approximate_years * 366, leeway.approximate_months * 31,
                                   leeway.approximate_days};
    const bool uncertain = (any_doubt_of(term) & date_doubt::uncertain) != date_doubt::none;
    const int days = uncertain ? leeway.uncertain_years * 366 : 0;
    if ((doubt_of(term) & approximate) != date_doubt::none) {
      return std::max(days, units[term.day != 0 ? 2U : term.month != 0 ? 1U : 0U]);
    }
    for (std::size_t part = 0; part < units.size(); ++part) {
      const auto doubt = static_cast<date_doubt>(term.doubts >> 2 * part & 3);
      if ((doubt & approximate) != date_doubt::none) return std::max(days, units[part]);
    }
    return days;
  }

  constexpr void set_years(unsigned mask) noexcept {
    int size = term_.year < 0 ? -term_.year : term_.year;
    int free = 0;
    if (term_.significant != 0) {
      int digits = 4;
      for (int scale = 10'000; size >= scale; scale *= 10) ++digits;
      int scale = 1;
      for (int i = term_.significant; i < digits; ++i) scale *= 10;
      size = size / scale * scale;
      free = scale - 1;
    }
    for (int scale = 1; mask != 0; mask >>= 1U, scale *= 10) free += (mask & 1U) != 0 ? 9 * scale : 0;
    const bool negative = term_.year < 0 || term_.negative_mask;
    least_year_ = negative ? -(size + free) : size;
    most_year_ = negative ? -size : size + free;
  }

  // True if a number has the digits that are known; the mask's lowest bit stands for the last digit. 0 without a mask
  // is a part that is not stated.
  [[nodiscard]] static constexpr bool matches(unsigned mask, int known, int number) noexcept {
    if (mask == 0 && known == 0) return true;
    for (unsigned bit = 1; bit <= 8; bit <<= 1U, number /= 10, known /= 10) {
      if ((mask & bit) == 0 && number % 10 != known % 10) return false;
    }
    return true;
  }
  [[nodiscard]] constexpr bool matches_year(int year) const noexcept {
    const unsigned mask = static_cast<unsigned>(term_.masked) >> 4U;
    return mask == 0 || matches(mask, std::max<int>(term_.year, -term_.year), std::max(year, -year));
  }

  [[nodiscard]] constexpr int number(calendar_day day) const noexcept {
    return julian_ ? julian_day_number(day) : day_number(day);
  }
  [[nodiscard]] constexpr int length(int year, int month) const noexcept {
    return julian_ ? days_in_julian_month(year, month) : days_in_month(year, month);
  }
  // First and last day of `months` months.
  [[nodiscard]] constexpr day_span of_months(int year, int month, int months) const noexcept {
    const int end = month - 1 + months;
    return {number({year, month, 1}), number({year + end / 12, end % 12 + 1, 1}) - 1};
  }

  // A term without gaps. A day that the month does not have gives an empty span.
  [[nodiscard]] constexpr day_span solid() const noexcept {
    if (term_.month == 0) {
      return widened({number({least_year_, 1, 1}), number({most_year_ + 1, 1, 1}) - 1});
    }
    const auto all = next_in(term_.year, no_first_day);
    return all ? widened(*all) : day_span{1, 0};
  }

  [[nodiscard]] constexpr std::optional<day_span> next_in(int year, int from) const noexcept {
    const bool no_day = term_.day == 0 && day_mask_ == 0;
    if (month_mask_ == 0 && (no_day || term_.month == 0 || term_.month > 12)) {
      const month_span part = months_of(term_.month);
      const day_span all = of_months(year, part.first_month, part.months);
      return all.last >= from ? std::optional{all} : std::nullopt;
    }
    const bool one = month_mask_ == 0 && term_.month != 0;
    for (int month = one ? term_.month : 1; month <= (one ? term_.month : 12); ++month) {
      if (!matches(month_mask_, term_.month, month)) continue;
      const day_span all = of_months(year, month, 1);
      if (all.last < from) continue;
      if (no_day) return all;
      const int days = length(year, month);
      for (int day = 1; day <= days; ++day) {
        if (!matches(day_mask_, term_.day, day) || all.first + day - 1 < from) continue;
        const int first = all.first + day - 1;
        while (day < days && matches(day_mask_, term_.day, day + 1)) ++day;
        return day_span{first, all.first + day - 1};
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] constexpr day_span widened(day_span span) const noexcept {
    return {span.first - widen_, span.last + widen_};
  }

  date_term term_;
  bool julian_;
  int widen_;
  unsigned month_mask_ = 0;
  unsigned day_mask_ = 0;
  bool solid_ = false;
  int least_year_ = 0;
  int most_year_ = 0;
};

// Returns the days between two terms, or nothing if no day is possible.
[[nodiscard]] constexpr std::optional<day_span> range_days(const date_term& from, const date_term& to,
                                                           calendar_model calendar,
                                                           const date_leeway& leeway) noexcept {
  day_span out{no_first_day, no_last_day};
  if (from.what == date_term::end::date) {
    const auto first = term_days{from, calendar, leeway}.next(no_first_day);
    if (!first) return std::nullopt;
    out.first = first->first;
  }
  if (to.what == date_term::end::date) {
    const auto last = term_days{to, calendar, leeway}.last();
    if (!last) return std::nullopt;
    out.last = *last;
  }
  return out.first <= out.last ? std::optional{out} : std::nullopt;
}

// Calls `use_range(first term, last term)` for an interval and for each range of a set, `use_term(term)` for a date.
template <class UseRange, class UseTerm>
constexpr void for_each_part(const stated_date& date, UseRange use_range, UseTerm use_term) noexcept {
  for (std::size_t i = 0; i < date.count; ++i) {
    if (i + 1U < date.count && (date.kind == statement::interval || date.term[i].to_next)) {
      use_range(date.term[i], date.term[i + 1U]);
      ++i;
    } else if (date.term[i].what == date_term::end::date) {
      use_term(date.term[i]);
    }
  }
}

}  // namespace detail

/// The first span of possible days that ends on or after `from`, cut to begin not before it.
///
/// Shape:     call it again with `last + 1` for the next span; spans that touch may come one by one
/// Undefined: nothing when there is no such day
/// Cost:      constant, except with masked digits before known ones ("15XX-12-25"): up to 10^4 years are tried
[[nodiscard]] constexpr std::optional<day_span> next_possible_days(const stated_date& date, int from,
                                                                   const date_leeway& leeway = {}) noexcept {
  std::optional<day_span> best;
  const auto take = [&](std::optional<day_span> span) {
    if (!span || span->last < from || span->first > span->last) return;
    span->first = std::max(span->first, from);
    if (!best || span->first < best->first || (span->first == best->first && span->last > best->last)) best = span;
  };
  detail::for_each_part(
      date,
      [&](const date_term& first, const date_term& last) {
        take(detail::range_days(first, last, date.calendar, leeway));
      },
      [&](const date_term& term) {
        take(detail::term_days{term, date.calendar, leeway}.next(from));
      });
  return best;
}

/// The first and the last possible day; no_first_day and no_last_day where an interval or a set is not bounded.
///
/// Undefined: nothing when no day is possible
/// Example:   possible_days(stated({1637, 7}))  // 1 to 31 July 1637
[[nodiscard]] constexpr std::optional<day_span> possible_days(const stated_date& date,
                                                              const date_leeway& leeway = {}) noexcept {
  const std::optional<day_span> first = next_possible_days(date, no_first_day, leeway);
  if (!first) return std::nullopt;
  int last = first->last;
  detail::for_each_part(
      date,
      [&](const date_term& from, const date_term& to) {
        if (const auto days = detail::range_days(from, to, date.calendar, leeway)) last = std::max(last, days->last);
      },
      [&](const date_term& term) {
        if (const auto end = detail::term_days{term, date.calendar, leeway}.last()) last = std::max(last, *end);
      });
  return day_span{first->first, last};
}

/// True if the statement has a possible day, each of its terms has one, and no interval or range ends before it starts.
[[nodiscard]] constexpr bool is_possible(const stated_date& date) noexcept {
  if (date.count == 0) return false;
  const date_term& only = date.term[0];
  if (date.kind == statement::date && only.masked == 0 && only.what == date_term::end::date) {
    if (only.month > 12) return true;
    return only.day <= (date.calendar == calendar_model::julian ? days_in_julian_month(only.year, only.month)
                                                                : days_in_month(only.year, only.month));
  }
  bool dated = false;
  for (std::size_t i = 0; i < date.count; ++i) {
    const date_term& term = date.term[i];
    if (term.what != date_term::end::date) continue;
    dated = true;
    if (!detail::term_days{term, date.calendar, {}}.next(no_first_day)) return false;
    const bool range = i + 1U < date.count && (date.kind == statement::interval || term.to_next);
    if (range && !detail::range_days(term, date.term[i + 1U], date.calendar, {})) return false;
  }
  return dated;
}

/// The orders that two statements may have.
struct possible_orders {
  bool before = false;
  bool equal = false;
  bool after = false;

  friend constexpr bool operator==(const possible_orders&, const possible_orders&) = default;
};

namespace detail {

// Calls `use(span of a, span of b)` for pairs of spans in order, such that every pair that overlaps and every pair of
// nearest neighbours is among them. Stops when `use` returns false.
template <class Use>
constexpr void for_near_spans(const stated_date& a, const stated_date& b, const date_leeway& leeway,
                              Use&& use) noexcept {
  std::optional<day_span> x = next_possible_days(a, no_first_day, leeway);
  std::optional<day_span> y = next_possible_days(b, no_first_day, leeway);
  while (x && y) {
    if (!use(*x, *y)) return;
    if (x->last < y->last) {
      x = next_possible_days(a, x->last + 1, leeway);
    } else {
      y = next_possible_days(b, y->last + 1, leeway);
    }
  }
}

}  // namespace detail

/// Returns the orders of the two dates that are possible, given every day that each may mean.
///
/// Undefined: none, when a statement has no possible day
/// Cost:      constant without masked digits
/// Example:   possible_order(one_of({{1887}, {1893}}), stated({1890}))  // before and after, not equal
[[nodiscard]] constexpr possible_orders possible_order(const stated_date& a, const stated_date& b,
                                                       const date_leeway& leeway = {}) noexcept {
  const std::optional<day_span> x = possible_days(a, leeway);
  const std::optional<day_span> y = possible_days(b, leeway);
  if (!x || !y) return {};
  possible_orders out{.before = x->first<y->last, .equal = false, .after = x->last> y->first};
  if (x->last < y->first || y->last < x->first) return out;
  detail::for_near_spans(a, b, leeway, [&](day_span p, day_span q) {
    out.equal = p.first <= q.last && q.first <= p.last;
    return !out.equal;
  });
  return out;
}

/// The order that is certain, or cannot_tell.
///
/// Example: order_of(stated({1637, 7}), before({1300}))  // date_order::after
[[nodiscard]] constexpr date_order order_of(const stated_date& a, const stated_date& b,
                                            const date_leeway& leeway = {}) noexcept {
  const possible_orders orders = possible_order(a, b, leeway);
  if (orders.before && !orders.equal && !orders.after) return date_order::before;
  if (orders.equal && !orders.before && !orders.after) return date_order::equal;
  if (orders.after && !orders.equal && !orders.before) return date_order::after;
  return date_order::cannot_tell;
}

/// The least and the most that two stated dates may be apart, whichever is earlier.
struct stated_difference {
  date_difference least{};
  std::optional<date_difference> most{};  ///< nothing when an interval is not bounded
  int least_days = 0;
  std::optional<int> most_days{};

  /// The difference, if only one is possible.
  [[nodiscard]] constexpr std::optional<date_difference> certain() const noexcept {
    return most == least ? most : std::nullopt;
  }

  friend constexpr bool operator==(const stated_difference&, const stated_difference&) = default;
};

namespace detail {

[[nodiscard]] constexpr date_difference day_difference(int a, int b) noexcept {
  return ordered_difference(day_from_number(std::min(a, b)), day_from_number(std::max(a, b)));
}

}  // namespace detail

/// What is certain about the time between two stated dates, in calendar parts and in days.
///
/// Undefined: nothing when a statement has no possible day
/// Cost:      constant without masked digits
/// Example:   difference_of(stated({1637, 7, 12}), after({1640}))->least  // 2 years, 5 months, 20 days
[[nodiscard]] constexpr std::optional<stated_difference> difference_of(const stated_date& a, const stated_date& b,
                                                                       const date_leeway& leeway = {}) noexcept {
  const std::optional<day_span> x = possible_days(a, leeway);
  const std::optional<day_span> y = possible_days(b, leeway);
  if (!x || !y) return std::nullopt;
  stated_difference out;
  // Each of the two differences grows with the distance, but a month of 28 days is more than 30 days in parts: the
  // least of each is sought among all neighbours.
  bool first = true;
  detail::for_near_spans(a, b, leeway, [&](day_span p, day_span q) {
    const bool meet = p.first <= q.last && q.first <= p.last;
    const int from = p.last < q.first ? p.last : q.last;
    const int to = p.last < q.first ? q.first : p.first;
    const int days = meet ? 0 : to - from;
    const date_difference parts = meet ? date_difference{} : detail::day_difference(from, to);
    out.least_days = first ? days : std::min(out.least_days, days);
    out.least = first ? parts : std::min(out.least, parts);
    first = false;
    return !meet;
  });
  const bool bounded =
      x->first != no_first_day && y->first != no_first_day && x->last != no_last_day && y->last != no_last_day;
  if (bounded) {
    date_difference most{};
    int days = 0;
    if (x->first < y->last) {
      days = y->last - x->first;
      most = detail::day_difference(x->first, y->last);
    }
    if (y->first < x->last) {
      days = std::max(days, x->last - y->first);
      most = std::max(most, detail::day_difference(y->first, x->last));
    }
    out.most = most;
    out.most_days = days;
  }
  return out;
}

}  // namespace mhqa::inline v0_1
