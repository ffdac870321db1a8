// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares and subtracts stated dates by the name of a date rule: exact dates by the rule, all others by the days that
// are possible.
//   compare_by_rule("final", stated({1990, 5}), before({1300})).order  // date_order::after
#pragma once

#include <mhqa/date/possible_days.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/date/stated_date.hpp>

#include <optional>
#include <string_view>

namespace mhqa::inline v0_1 {

/// An order, and for dates that are not exact the orders that are possible.
struct ruled_order {
  date_order order{};
  possible_orders possible{};
};

/// Compares two dates.
///
/// Requires: `rule` is a name that with_date_rule() knows
[[nodiscard]] ruled_order compare_by_rule(std::string_view rule, const stated_date& from, const stated_date& to);

/// A difference if it is certain, and its limits.
struct ruled_difference {
  std::optional<date_difference> certain{};
  date_difference least{};
  std::optional<date_difference> most{};
};

/// Subtracts two dates.
///
/// Requires: `rule` is a name that with_date_rule() knows
[[nodiscard]] ruled_difference subtract_by_rule(std::string_view rule, const stated_date& from, const stated_date& to);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/date/detail/stated_rules.ipp>
#endif
