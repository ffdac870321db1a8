// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of stated_rules.hpp.
#pragma once

#include <mhqa/date/stated_rules.hpp>

#include <mhqa/date/difference.hpp>
#include <mhqa/date/order.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE ruled_order compare_by_rule(std::string_view rule, const stated_date& from, const stated_date& to) {
  const auto a = exact(from), b = exact(to);
  if (!a || !b) return {order_of(from, to), possible_order(from, to)};
  ruled_order out;
  with_date_rule(rule, [&](auto chosen) { out.order = compare_dates<decltype(chosen)>(*a, *b); });
  return out;
}

MHQA_INLINE ruled_difference subtract_by_rule(std::string_view rule, const stated_date& from, const stated_date& to) {
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

}  // namespace mhqa::inline v0_1
