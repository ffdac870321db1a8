// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rules: named predicates that combine by `!`, && and || in any nesting, with each other and with plain callables.
// Evaluation reports the deciding name, so that a stage can count its reasons.
//   constexpr auto rule = (mhqa::rule("long", is_short) && mhqa::rule("odd", is_even)) || !mhqa::rule("old", is_new);
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
#include <type_traits>
#include <utility>

namespace mhqa::inline v0_1 {

/// The result of evaluating a rule.
struct rule_decision {
  bool holds = true;
  std::size_t leaf = 0;  ///< the last name evaluated; no later name could change the result

  friend constexpr bool operator==(const rule_decision&, const rule_decision&) = default;
};

namespace detail {

// The name of a leaf, stored inline, so that it works in constant expressions.
class leaf_name {
 public:
  static constexpr std::size_t longest = 60;

  constexpr explicit leaf_name(std::string_view name) : text_{'n', 'o', 't', ' '}, size_{name.size()} {
    if (name.size() > longest) throw_data_error({}, "the name of a rule has more than 60 bytes: " + std::string{name});
    for (std::size_t i = 0; i < name.size(); ++i) text_[4 + i] = name[i];
  }
  [[nodiscard]] constexpr std::string_view of(bool negated) const& noexcept {
    return negated ? std::string_view{text_.data(), size_ + 4} : std::string_view{text_.data() + 4, size_};
  }

 private:
  std::array<char, longest + 4> text_;
  std::size_t size_;
};

// One predicate.
template <class F>
struct rule_leaf {
  static constexpr std::size_t size = 1;
  using test_type = F;

  leaf_name name;
  F test;
  bool negated = false;
  bool left_out = false;
};

// The parts of a join. Not a std::tuple: `a && b && c && …` makes a type for each operator, and these types share the
// bases of their common parts, whereas tuples share nothing (a tenth of the time to compile core.hpp).
template <std::size_t K, class Part>
struct rule_part {
  Part part;
};
template <class Numbers, class... Parts>
struct rule_parts;
template <std::size_t... K, class... Parts>
struct rule_parts<std::index_sequence<K...>, Parts...> : rule_part<K, Parts>... {};

template <std::size_t K, class Part>
[[nodiscard]] constexpr Part& part_of(rule_part<K, Part>& parts) noexcept {
  return parts.part;
}
template <std::size_t K, class Part>
[[nodiscard]] constexpr const Part& part_of(const rule_part<K, Part>& parts) noexcept {
  return parts.part;
}

// A conjunction or disjunction of parts, which are leaves or joins of the other kind.
template <bool All, class... Parts>
struct rule_join {
  static constexpr std::size_t size = (Parts::size + ...);
  static constexpr std::array<std::size_t, sizeof...(Parts)> sizes{Parts::size...};
  using numbers = std::index_sequence_for<Parts...>;

  rule_parts<numbers, Parts...> parts;

  // Returns the number of the first leaf of part k.
  [[nodiscard]] static constexpr std::size_t first_leaf(std::size_t k) noexcept {
    std::size_t n = 0;
    for (std::size_t i = 0; i < k; ++i) n += sizes[i];
    return n;
  }
};

template <class Tree>
inline constexpr bool is_leaf = false;
template <class F>
inline constexpr bool is_leaf<rule_leaf<F>> = true;

// True if every leaf can be called with these arguments.
template <class Tree, class... Args>
inline constexpr bool can_ask = false;
template <class F, class... Args>
inline constexpr bool can_ask<rule_leaf<F>, Args...> = std::predicate<const F&, const Args&...>;
template <bool All, class... Parts, class... Args>
inline constexpr bool can_ask<rule_join<All, Parts...>, Args...> = (can_ask<Parts, Args...> && ...);

enum class rule_answer : std::uint8_t { no, yes, left_out };
struct rule_step {
  rule_answer answer;
  std::size_t leaf;
};

// Evaluates leaves from left to right until the rest cannot change the result; ask(leaf, number) evaluates a leaf.
template <std::size_t First, class F, class Ask>
[[nodiscard]] constexpr rule_step decide(const rule_leaf<F>& leaf, Ask& ask) {
  if (leaf.left_out) return {rule_answer::left_out, First};
  const bool holds = static_cast<bool>(ask(leaf, std::integral_constant<std::size_t, First>{})) != leaf.negated;
  return {holds ? rule_answer::yes : rule_answer::no, First};
}
template <std::size_t First, bool All, class... Parts, class Ask>
[[nodiscard]] constexpr rule_step decide(const rule_join<All, Parts...>& join, Ask& ask) {
  rule_step out{rule_answer::left_out, First};
  const auto goes_on = [&](rule_step part) {
    if (part.answer != rule_answer::left_out) out = part;
    return part.answer != (All ? rule_answer::no : rule_answer::yes);
  };
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    static_cast<void>(
        (goes_on(decide<First + rule_join<All, Parts...>::first_leaf(K)>(part_of<K>(join.parts), ask)) && ...));
  }
  (typename rule_join<All, Parts...>::numbers{});
  return out;
}

// Calls f(leaf) for each leaf, from left to right.
template <class F, class Call>
constexpr void for_each_leaf(rule_leaf<F>& leaf, Call& f) {
  f(leaf);
}
template <class F, class Call>
constexpr void for_each_leaf(const rule_leaf<F>& leaf, Call& f) {
  f(leaf);
}
template <bool All, class... Parts, class Call>
constexpr void for_each_leaf(rule_join<All, Parts...>& join, Call& f) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (for_each_leaf(part_of<K>(join.parts), f), ...);
  }
  (typename rule_join<All, Parts...>::numbers{});
}
template <bool All, class... Parts, class Call>
constexpr void for_each_leaf(const rule_join<All, Parts...>& join, Call& f) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (for_each_leaf(part_of<K>(join.parts), f), ...);
  }
  (typename rule_join<All, Parts...>::numbers{});
}

// The negation by De Morgan: only leaves are negated, in the same order.
template <class F>
[[nodiscard]] constexpr rule_leaf<F> negate(rule_leaf<F> leaf) {
  leaf.negated = !leaf.negated;
  return leaf;
}
template <bool All, class... Parts>
[[nodiscard]] constexpr auto negate(rule_join<All, Parts...> join) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    using negated = rule_join<!All, decltype(negate(std::declval<Parts>()))...>;
    return negated{{{negate(std::move(part_of<K>(join.parts)))}...}};
  }
  (typename rule_join<All, Parts...>::numbers{});
}

// A tree as a join of this kind: itself if it is one, otherwise a join of one part.
template <bool All, class Tree>
[[nodiscard]] constexpr rule_join<All, Tree> as_join(Tree tree) {
  return {{{std::move(tree)}}};
}
template <bool All, class... Parts>
[[nodiscard]] constexpr rule_join<All, Parts...> as_join(rule_join<All, Parts...> tree) {
  return tree;
}

// One join of the parts of both.
template <bool All, class... As, std::size_t... Left, class... Bs, std::size_t... Right>
[[nodiscard]] constexpr rule_join<All, As..., Bs...> both(rule_join<All, As...> a, std::index_sequence<Left...>,
                                                          rule_join<All, Bs...> b, std::index_sequence<Right...>) {
  return {{{std::move(part_of<Left>(a.parts))}..., {std::move(part_of<Right>(b.parts))}...}};
}

}  // namespace detail

/// A rule: one named predicate, or several joined by &&, || and !.
///
/// Shape: `size` names, numbered from 0 in the order of writing. When a rule fails, the deciding name is the counted
///        reason: rule("too-long", is_short). Joined rules are evaluated from left to right until the result is
///        certain; the last name evaluated decides. `!` negates names ("not too-long"); !(a && b) is !a || !b
/// Cost:  an expression type without allocation; constexpr if the predicates are
template <class Tree>
struct basic_rule {
  Tree tree;

  static constexpr std::size_t size = Tree::size;

  /// Returns the names, as views into the rule.
  [[nodiscard]] constexpr std::array<std::string_view, size> names() const& {
    std::array<std::string_view, size> out;
    std::size_t at = 0;
    const auto add = [&](const auto& leaf) { out[at++] = leaf.name.of(leaf.negated); };
    detail::for_each_leaf(tree, add);
    return out;
  }
  constexpr std::array<std::string_view, size> names() const&& = delete;

  /// Returns which names are disabled; see without().
  [[nodiscard]] constexpr std::array<bool, size> left_out() const {
    std::array<bool, size> out{};
    std::size_t at = 0;
    const auto add = [&](const auto& leaf) { out[at++] = leaf.left_out; };
    detail::for_each_leaf(tree, add);
    return out;
  }

  /// Evaluates with given answers: ask(leaf, std::integral_constant<std::size_t, number>) returns a leaf's answer
  /// before negation. For evaluations that already know some answers.
  template <class Ask>
  [[nodiscard]] constexpr rule_decision decide_with(Ask&& ask) const {
    const detail::rule_step step = detail::decide<0>(tree, ask);
    return {step.answer != detail::rule_answer::no, step.leaf};
  }

  /// Evaluates the rule and returns the deciding name. A rule with all names disabled holds.
  /// Example: (rule("long", is_short) && rule("odd", is_even)).decide(3)  // {false, 1}
  template <class... Args>
  requires detail::can_ask<Tree, Args...>
  [[nodiscard]] constexpr rule_decision decide(const Args&... args) const {
    return decide_with([&](const auto& leaf, auto) -> bool { return std::invoke(leaf.test, args...); });
  }

  /// Returns the number of the name that made the rule fail, or `size` if the rule holds.
  template <class... Args>
  requires detail::can_ask<Tree, Args...>
  [[nodiscard]] constexpr std::size_t first_failure(const Args&... args) const {
    const rule_decision decision = decide(args...);
    return decision.holds ? size : decision.leaf;
  }

  /// Returns true if the rule holds.
  template <class... Args>
  requires detail::can_ask<Tree, Args...>
  [[nodiscard]] constexpr bool operator()(const Args&... args) const { return decide(args...).holds; }
};

namespace detail {

template <class T>
inline constexpr bool is_rule = false;
template <class Tree>
inline constexpr bool is_rule<basic_rule<Tree>> = true;

// A possible predicate; whether it can be called is known only with the arguments.
template <class F>
inline constexpr bool may_be_predicate = (std::is_class_v<F> || std::is_member_pointer_v<F> ||
                                          (std::is_pointer_v<F> && std::is_function_v<std::remove_pointer_t<F>>)) &&
                                         std::move_constructible<F>;

template <class T>
[[nodiscard]] constexpr auto tree_of(T operand) {
  if constexpr (is_rule<T>) {
    return std::move(operand.tree);
  } else {
    static_assert(
        may_be_predicate<T>,
        "mhqa: expected a rule or a callable next to && and ||; the opposite of a callable is !mhqa::rule(f)");
    return rule_leaf<T>{leaf_name{"unnamed"}, std::move(operand)};
  }
}

template <bool All, class A, class B>
[[nodiscard]] constexpr auto join(A a, B b) {
  auto left = as_join<All>(tree_of<A>(std::move(a)));
  auto right = as_join<All>(tree_of<B>(std::move(b)));
  using left_numbers = typename decltype(left)::numbers;
  using right_numbers = typename decltype(right)::numbers;
  auto tree = both(std::move(left), left_numbers{}, std::move(right), right_numbers{});
  return basic_rule<decltype(tree)>{std::move(tree)};
}

template <class A, class B>
concept some_rule = is_rule<std::remove_cvref_t<A>> || is_rule<std::remove_cvref_t<B>>;

}  // namespace detail

/// A rule type: a leaf or an expression.
template <class R>
concept rule_expression = detail::is_rule<std::remove_cvref_t<R>>;

/// A rule that can be called with these arguments.
template <class R, class... Args>
concept rule_over = rule_expression<R> && requires(const std::remove_cvref_t<R>& r, const Args&... args) {
  { r.decide(args...) } -> std::same_as<rule_decision>;
};

/// Makes a rule from a predicate.
///
/// Shape:   `name`, at most 60 bytes, is the reason counted when the rule drops something; the default is "unnamed"
/// Errors:  data_error for a longer name
/// Example: rule("short", [](std::string_view s) { return s.size() >= 5; })("long enough")  // true
template <class F>
[[nodiscard]] constexpr auto rule(std::string_view name, F test) {
  static_assert(detail::may_be_predicate<F>, "mhqa::rule: expected a callable");
  return basic_rule<detail::rule_leaf<F>>{{detail::leaf_name{name}, std::move(test)}};
}
/// \overload
template <class F>
requires(!std::convertible_to<F, std::string_view>) [[nodiscard]] constexpr auto rule(F test) {
  return rule("unnamed", std::move(test));
}

/// Joins rules, or a rule and a plain callable named "unnamed": both must hold; the left one is evaluated first.
template <class A, class B>
requires detail::some_rule<A, B>
[[nodiscard]] constexpr auto operator&&(A&& a, B&& b) {
  return detail::join<true, std::decay_t<A>, std::decay_t<B>>(std::forward<A>(a), std::forward<B>(b));
}

/// \overload At least one must hold.
template <class A, class B>
requires detail::some_rule<A, B>
[[nodiscard]] constexpr auto operator||(A&& a, B&& b) {
  return detail::join<false, std::decay_t<A>, std::decay_t<B>>(std::forward<A>(a), std::forward<B>(b));
}

/// Negates a rule.
template <class Tree>
[[nodiscard]] constexpr auto operator!(basic_rule<Tree> r) {
  auto tree = detail::negate(std::move(r.tree));
  return basic_rule<decltype(tree)>{std::move(tree)};
}

/// Disables names of a rule, as if they had not been written, to measure the effect of each of them.
///
/// Shape:   names in any order, repeats allowed; the rule's type does not change, so names may come from the command
///          line
/// Errors:  data_error for an unknown name
/// Example: without(composable(pool), std::array{"same-paragraph"})
template <class Tree, class Names>
requires std::ranges::input_range<const Names> &&
    std::convertible_to<std::ranges::range_reference_t<const Names>, std::string_view>
[[nodiscard]] constexpr basic_rule<Tree> without(basic_rule<Tree> from, const Names& names) {
  for (const std::string_view name : names) {
    bool found = false;
    const auto leave_out = [&](auto& leaf) {
      if (leaf.name.of(leaf.negated) == name) leaf.left_out = found = true;
    };
    detail::for_each_leaf(from.tree, leave_out);
    if (found) continue;
    std::string known;
    for (const std::string_view one : from.names()) known += (known.empty() ? "" : ", ") + std::string{one};
    throw_data_error({}, "no rule is called \"" + std::string{name} + "\", there are: " + known);
  }
  return from;
}

/// The number of items dropped for one reason.
struct reason_count {
  std::string reason;
  std::uint64_t count = 0;

  friend bool operator==(const reason_count&, const reason_count&) = default;
};

}  // namespace mhqa::inline v0_1
