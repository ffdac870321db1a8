// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The order of partial dates, and sorting, by a named rule for unknown parts.
// E.g. compare_dates<date_rules::three_valued>(a, b) == date_order::before
#pragma once

#include <mhqa/date/rules.hpp>

#include <algorithm>
#include <functional>
#include <ranges>
#include <type_traits>
#include <utility>

namespace mhqa::inline v0_1 {

/// Returns the order of `a` and `b` by the rule.
///
/// Source:  Ho et al. 2022 (HieraDate); date_support.py, compare_two_dates
/// Example: compare_dates({1637, 7, 12}, {1990, 5, 12})  // date_order::before
template <date_rule Rule = date_rules::final_data>
[[nodiscard]] constexpr date_order compare_dates(partial_date a, partial_date b) noexcept {
  return Rule::order(a, b);
}

/// A strict weak order of dates for std algorithms and ordered containers.
///
/// Shape: final_data: a missing part is 1. published: a missing part is 0, also in year 0, which the rule itself
///        cannot compare. three_valued does not order every pair and is refused
template <date_rule Rule = date_rules::final_data>
struct date_less {
  static_assert(!std::is_same_v<Rule, date_rules::three_valued>,
                "mhqa::date_less: three_valued cannot tell every pair apart, so nothing can be sorted by it; "
                "sort by final_data or published, and ask is_chronological<three_valued> how sure the order is");

  [[nodiscard]] constexpr bool operator()(partial_date a, partial_date b) const noexcept {
    if constexpr (std::is_same_v<Rule, date_rules::published>) {
      return detail::date_key(a) < detail::date_key(b);
    } else {
      return Rule::order(a, b) == date_order::before;
    }
  }
};

/// Sorts a range of dates, or of anything that a projection turns into a date, earliest first.
///
/// Cost:    O(n log n), in place and not stable, no allocation
/// Example: sort_dates(people, &person::born)
template <date_rule Rule = date_rules::final_data, std::ranges::random_access_range Range,
          class Projection = std::identity>
constexpr void sort_dates(Range&& dates, Projection projection = {}) {
  std::ranges::sort(dates, date_less<Rule>{}, std::move(projection));
}

/// Returns true if the rule orders every neighbouring pair and puts no date before its predecessor.
///
/// Shape: with three_valued, true means that the order is certain whatever the unknown parts are
template <date_rule Rule = date_rules::final_data, std::ranges::forward_range Range, class Projection = std::identity>
[[nodiscard]] constexpr bool is_chronological(Range&& dates, Projection projection = {}) {
  const auto out_of_order = [](partial_date a, partial_date b) {
    const date_order order = Rule::order(a, b);
    return order == date_order::after || order == date_order::cannot_tell;
  };
  return std::ranges::adjacent_find(dates, out_of_order, std::move(projection)) == std::ranges::end(dates);
}

}  // namespace mhqa::inline v0_1
