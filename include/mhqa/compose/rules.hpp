// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rules with names: predicates combined with &&, || and ! that still say which of them failed, so that what a stage
// drops is counted by reason.
//   auto rule = mhqa::rule("short", is_short) && !mhqa::rule("odd", is_odd);
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// One predicate and the reason that is counted where it fails.
template <class F>
struct named_rule {
  std::string name;
  F test;
  bool left_out = false;  ///< it holds without being asked: see without()

  template <class... Args>
  requires std::predicate<const F&, const Args&...>
  [[nodiscard]] bool operator()(const Args&... args) const { return left_out || std::invoke(test, args...); }
};

/// Rules that must all hold, in this order.
template <class... Rules>
struct rule_list {
  std::tuple<Rules...> rules;

  static constexpr std::size_t size = sizeof...(Rules);

  /// The names in order.
  [[nodiscard]] std::array<std::string_view, size> names() const& {
    return std::apply([](const auto&... r) { return std::array<std::string_view, size>{std::string_view{r.name}...}; },
                      rules);
  }
  std::array<std::string_view, size> names() const&& = delete;  // they are the rules' own

  /// Which of them are left out, in the same order.
  [[nodiscard]] std::array<bool, size> left_out() const {
    return std::apply([](const auto&... r) { return std::array<bool, size>{r.left_out...}; }, rules);
  }

  /// The place of the first rule that does not hold; size if all hold. Later ones are not asked.
  template <class... Args>
  [[nodiscard]] std::size_t first_failure(const Args&... args) const {
    std::size_t at = 0;
    const auto holds = [&](const auto& r) {
      if (!r(args...)) return false;
      ++at;
      return true;
    };
    std::apply([&](const auto&... r) { static_cast<void>((holds(r) && ...)); }, rules);
    return at;
  }

  /// Whether all rules hold.
  template <class... Args>
  [[nodiscard]] bool operator()(const Args&... args) const {
    return first_failure(args...) == size;
  }
};

/// A rule of one's own.
/// Example: rule("short", [](std::string_view s) { return s.size() < 5; })("long enough") == false
template <class F>
[[nodiscard]] rule_list<named_rule<F>> rule(std::string_view name, F test) {
  return {std::tuple<named_rule<F>>{named_rule<F>{std::string{name}, std::move(test)}}};
}

/// Both: the left rules first. Each keeps its name.
template <class... A, class... B>
[[nodiscard]] rule_list<A..., B...> operator&&(rule_list<A...> a, rule_list<B...> b) {
  return {std::tuple_cat(std::move(a.rules), std::move(b.rules))};
}

/// Either, as one rule named "a or b".
template <class A, class B>
[[nodiscard]] auto operator||(rule_list<A> a, rule_list<B> b) {
  std::string name = std::get<0>(a.rules).name + " or " + std::get<0>(b.rules).name;
  return rule(name, [a = std::move(a), b = std::move(b)](const auto&... args) { return a(args...) || b(args...); });
}

/// The opposite, as one rule named "not a".
template <class A>
[[nodiscard]] auto operator!(rule_list<A> a) {
  std::string name = "not " + std::get<0>(a.rules).name;
  return rule(name, [a = std::move(a)](const auto&... args) { return !a(args...); });
}

/// The same rules, of which those with these names are asked no longer: what a stage owes to each of its rules can be
/// seen by leaving one out.
///
/// Shape:   names in any order, each as often as one likes; the list's type stays, so that names may come from a user
/// Errors:  data_error for a name that no rule has
/// Example: without(composable(pool), std::array{"same-paragraph"})
template <class... Rules, class Names>
requires std::ranges::input_range<const Names> &&
    std::convertible_to<std::ranges::range_reference_t<const Names>, std::string_view>
[[nodiscard]] rule_list<Rules...> without(rule_list<Rules...> list, const Names& names) {
  for (const std::string_view name : names) {
    bool found = false;
    const auto leave_out = [&](auto& rule) {
      if (rule.name != name) return;
      rule.left_out = found = true;
    };
    std::apply([&](auto&... rule) { (leave_out(rule), ...); }, list.rules);
    if (found) continue;
    std::string known;
    for (const std::string_view one : list.names()) known += (known.empty() ? "" : ", ") + std::string{one};
    throw_data_error({}, "no rule is called \"" + std::string{name} + "\", there are: " + known);
  }
  return list;
}

/// How often something was dropped for one reason.
struct reason_count {
  std::string reason;
  std::uint64_t count = 0;

  friend bool operator==(const reason_count&, const reason_count&) = default;
};

}  // namespace v0
}  // namespace mhqa
