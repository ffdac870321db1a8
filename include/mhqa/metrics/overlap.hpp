// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernel of every score: three counts give precision, recall, F1 and exact match. Words, supporting facts, evidence
// triples, date parts and token ids only need counting.
#pragma once

#include <mhqa/config.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1 {

/// The numbers of predicted items, gold items, and items in common.
struct overlap {
  std::uint64_t common{};
  std::uint64_t predicted{};
  std::uint64_t gold{};

  friend constexpr bool operator==(const overlap&, const overlap&) = default;
};

/// The four numbers of one question.
///
/// Units: fractions in [0, 1], not percent
struct scores {
  double em{};
  double f1{};
  double precision{};
  double recall{};

  friend constexpr bool operator==(const scores&, const scores&) = default;
};

/// Returns the minimum, number by number.
[[nodiscard]] constexpr scores minimum(const scores& a, const scores& b) noexcept {
  return {std::min(a.em, b.em), std::min(a.f1, b.f1), std::min(a.precision, b.precision), std::min(a.recall, b.recall)};
}

/// Returns the maximum, number by number. With several golds, F1 and precision may come from different golds.
[[nodiscard]] constexpr scores maximum(const scores& a, const scores& b) noexcept {
  return {std::max(a.em, b.em), std::max(a.f1, b.f1), std::max(a.precision, b.precision), std::max(a.recall, b.recall)};
}

/// The values of F1, precision and recall if the prediction or the gold is empty.
enum class empty_rule : std::uint8_t {
  zero,         ///< 0, even if both are: HotpotQA, 2WikiMultihopQA, HieraDate and SQuAD 1.1 answers
  one_if_both,  ///< 1 if both are empty, 0 if one is: SQuAD 2.0, MuSiQue
};

/// Computes the scores of one pair of bags or sets.
///
/// Undefined: common == 0 -> f1 = precision = recall = 0; an empty side -> by the rule
/// Requires:  counts.common <= counts.predicted. common > gold (evidence by names) gives a recall above 1
/// Source:    f1_score of the HotpotQA evaluator and compute_f1 of SQuAD 2.0, in their order of operations
/// Example:   score({.common = 2, .predicted = 3, .gold = 2}, false, empty_rule::zero).f1  // 0.8
[[nodiscard]] MHQA_HD constexpr scores score(const overlap& counts, bool exact, empty_rule rule) noexcept {
  MHQA_EXPECTS(counts.common <= counts.predicted, "mhqa::score: more items in common than predicted");
  const double em = exact ? 1.0 : 0.0;
  if (counts.common == 0) {
    const double both = rule == empty_rule::one_if_both && counts.predicted == 0 && counts.gold == 0 ? 1.0 : 0.0;
    return {em, both, both, both};
  }
  const double precision = static_cast<double>(counts.common) / static_cast<double>(counts.predicted);
  const double recall = static_cast<double>(counts.common) / static_cast<double>(counts.gold);
  return {em, (2 * precision * recall) / (precision + recall), precision, recall};
}

namespace detail {

/// Lists up to this size are compared pairwise, without allocation.
inline constexpr std::size_t few_items = 64;

/// Returns pointers to the distinct items in ascending order.
template <std::ranges::forward_range Range>
[[nodiscard]] auto sorted_set(const Range& range) {
  std::vector<const std::ranges::range_value_t<Range>*> items;
  for (const auto& item : range) items.push_back(&item);
  std::sort(items.begin(), items.end(), [](const auto* a, const auto* b) { return *a < *b; });
  items.erase(std::unique(items.begin(), items.end(), [](const auto* a, const auto* b) { return *a == *b; }),
              items.end());
  return items;
}

/// Returns the items of a range that generates them. A bool becomes a char, as vector<bool> stores no items either.
template <std::ranges::forward_range Range>
[[nodiscard]] constexpr auto stored_items(const Range& range) {
  using value = std::ranges::range_value_t<Range>;
  std::vector<std::conditional_t<std::is_same_v<value, bool>, char, value>> items;
  for (auto&& item : range) items.push_back(item);
  return items;
}

template <class Range>
inline constexpr bool stores_items = std::is_lvalue_reference_v<std::ranges::range_reference_t<const Range>>;

}  // namespace detail

/// Two ranges whose items compare with ==.
template <class A, class B>
concept comparable_items = std::ranges::forward_range<const A> && std::ranges::forward_range<const B> &&
    std::equality_comparable_with<std::ranges::range_value_t<A>, std::ranges::range_value_t<B>>;

/// Counts the overlap of two lists as sets, like Python's set(predicted) & set(gold): repeats count once.
///
/// Undefined: empty lists give zeros, which empty_rule turns into scores
/// Cost:      pairwise for lists of at most 64 items and for types without <: O((n + m)^2), no memory; otherwise
///            sorted: O(n log n + m log m), with copies of the items if a range generates them
/// Source:    update_sp of the HotpotQA evaluator, as set arithmetic
template <class Predicted, class Gold>
requires comparable_items<Predicted, Gold>
[[nodiscard]] constexpr overlap set_overlap(const Predicted& predicted, const Gold& gold) {
  using predicted_item = std::ranges::range_value_t<Predicted>;
  using gold_item = std::ranges::range_value_t<Gold>;
  overlap counts;
  if constexpr (std::totally_ordered_with<predicted_item, gold_item>) {
    const auto n = static_cast<std::size_t>(std::ranges::distance(predicted));
    const auto m = static_cast<std::size_t>(std::ranges::distance(gold));
    if (std::max(n, m) > detail::few_items) {
      if constexpr (!detail::stores_items<Predicted>) {
        return set_overlap(detail::stored_items(predicted), gold);
      } else if constexpr (!detail::stores_items<Gold>) {
        return set_overlap(predicted, detail::stored_items(gold));
      } else {
        const auto left = detail::sorted_set(predicted);
        const auto right = detail::sorted_set(gold);
        counts.predicted = left.size();
        counts.gold = right.size();
        auto a = left.begin();
        auto b = right.begin();
        while (a != left.end() && b != right.end()) {
          if (**a == **b) {
            ++counts.common;
            ++a;
            ++b;
          } else if (**a < **b) {
            ++a;
          } else {
            ++b;
          }
        }
        return counts;
      }
    }
  }
  const auto in = [](const auto& item, auto first, auto last) {
    for (; first != last; ++first) {
      if (item == *first) return true;
    }
    return false;
  };
  for (auto i = std::ranges::begin(gold); i != std::ranges::end(gold); ++i) {
    if (!in(*i, std::ranges::begin(gold), i)) ++counts.gold;
  }
  for (auto i = std::ranges::begin(predicted); i != std::ranges::end(predicted); ++i) {
    if (in(*i, std::ranges::begin(predicted), i)) continue;
    ++counts.predicted;
    if (in(*i, std::ranges::begin(gold), std::ranges::end(gold))) ++counts.common;
  }
  return counts;
}

}  // namespace mhqa::inline v0_1
