// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares and subtracts stated dates by the name of a date rule: exact dates by the rule, all others by the days that
// are possible.
//   compare_by_rule("final", stated({1990, 5}), before({1300})).order  // date_order::after
#pragma once

#include <mhqa/date/difference.hpp>
#include <mhqa/date/order.hpp>
#include <mhqa/date/possible_days.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/date/stated_date.hpp>

#include <optional>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

/// An order, and for dates that are not exact the orders that are possible.
struct ruled_order {
  date_order order{};
  possible_orders possible{};
};

/// Compares two dates.
///
/// Requires: `rule` is a name that with_date_rule() knows
[[nodiscard]] inline ruled_order compare_by_rule(std::string_view rule, const stated_date& from,
                                                 const stated_date& to) {
  const auto a = exact(from), b = exact(to);
  if (!a || !b) return {order_of(from, to), possible_order(from, to)};
  ruled_order out;
  with_date_rule(rule, [&](auto chosen) { out.order = compare_dates<decltype(chosen)>(*a, *b); });
  return out;
}

/// A difference if it is certain, and its limits.
struct ruled_difference {
  std::optional<date_difference> certain{};
  date_difference least{};
  std::optional<date_difference> most{};
};

/// Subtracts two dates.
///
/// Requires: `rule` is a name that with_date_rule() knows
[[nodiscard]] inline ruled_difference subtract_by_rule(std::string_view rule, const stated_date& from,
                                                       const stated_date& to) {
  const auto a = exact(from), b = exact(to);
  ruled_difference out;
  if (a && b) {
    with_date_rule(rule, [&](auto chosen) { out.certain = difference<decltype(chosen)>(*a, *b); });
    const date_difference_bounds bounds = difference_bounds(*a, *b);
    out.least = bounds.least;
    out.most = bounds.most;
  } else if (const auto limits = difference_of(from, to)) {
    out = {limits->certain(), limits->least, limits->most};
  }
  return out;
}

}  // namespace v0_1
}  // namespace mhqa
