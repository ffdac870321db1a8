// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// All proper bi-partitions of n facts as a lazy random-access view of pairs of masks: the ways to split a question's
// supports into two incomplete halves (Trivedi et al. 2020, Sec. 3).
// for (auto [left, right] : mhqa::views::bipartitions(3)) …   // {101,010} {011,100} {001,110}
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/probe/numbered.hpp>

#include <range/v3/range/concepts.hpp>
#include <range/v3/range/primitives.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

namespace mhqa::inline v0_1 {

/// The largest supported number of facts; the masks have 32 bits.
inline constexpr std::size_t max_bipartition_facts = 31;

/// A split of facts into two halves: bit i of a mask stands for fact i.
///
/// Shape: left | right is all facts, left & right is 0, neither is 0; `left` contains fact 0, so each unordered split
///        has one representation
struct bipartition {
  std::uint32_t left = 0;
  std::uint32_t right = 0;

  friend constexpr bool operator==(const bipartition&, const bipartition&) = default;
};

/// Returns the mask of all n facts, n <= 32.
[[nodiscard]] constexpr std::uint32_t all_facts(std::size_t n) noexcept {
  return n == 0 ? 0 : ~std::uint32_t{0} >> (32 - n);
}

/// Returns the number of proper bi-partitions of n facts: 2^(n-1) - 1, or 0 for n < 2.
///
/// Errors: data_error for n > 31
[[nodiscard]] constexpr std::uint32_t bipartition_count(std::size_t n) {
  if (n > max_bipartition_facts) {
    throw_data_error({}, "expected at most 31 facts to split in two, found " + std::to_string(n));
  }
  return n < 2 ? 0 : all_facts(n - 1);
}

/// Orders masks as numbers: the k-th right half, k from 0, is (k + 1) << 1.
struct binary_order {
  [[nodiscard]] static constexpr std::uint32_t code(std::uint32_t k) noexcept { return k + 1; }
};

/// A Gray code: from one bi-partition to the next, one fact changes sides; moved_fact(k) returns it.
struct gray_order {
  [[nodiscard]] static constexpr std::uint32_t code(std::uint32_t k) noexcept { return (k + 1) ^ ((k + 1) >> 1U); }
};

/// The orders as values, for views::bipartitions.
inline constexpr binary_order in_binary_order{};
inline constexpr gray_order in_gray_order{};

/// Returns the fact that changes sides between bi-partitions k - 1 and k of gray_order; for k = 0, between "all facts
/// on the left" and the first. Lets a caller update the work per half instead of redoing it.
[[nodiscard]] constexpr std::uint32_t moved_fact(std::uint32_t k) noexcept {
  return static_cast<std::uint32_t>(std::countr_zero(k + 1)) + 1;
}

/// Maps k to the k-th bi-partition; used by the view below.
template <class Order = binary_order>
struct nth_bipartition {
  std::uint32_t all = 0;

  [[nodiscard]] constexpr bipartition operator()(std::uint32_t k) const noexcept {
    const std::uint32_t right = Order::code(k) << 1U;
    return {all ^ right, right};
  }
};

namespace views {

/// The type of views::bipartitions.
struct bipartitions_fn {
  template <class Order = binary_order>
  [[nodiscard]] constexpr auto operator()(std::size_t n, Order = {}) const {
    return numbered_view<nth_bipartition<Order>>{bipartition_count(n), {all_facts(n)}};
  }
  template <ranges::sized_range Facts, class Order = binary_order>
  [[nodiscard]] constexpr auto operator()(const Facts& facts, Order order = {}) const {
    return (*this)(static_cast<std::size_t>(ranges::size(facts)), order);
  }
};

/// Returns every proper bi-partition of n facts (or of a sized range of facts), each unordered split once.
///
/// Shape:     n -> a sized random-access view of 2^(n-1) - 1 bi-partitions, in binary_order or, with the second
///            argument in_gray_order, in gray_order; begin()[k] takes O(1)
/// Undefined: n < 2 -> an empty view
/// Errors:    data_error for n > 31
/// Cost:      a few instructions per element; stores nothing; constexpr
/// Source:    Trivedi et al. 2020, Sec. 3.2, "General case"
inline constexpr bipartitions_fn bipartitions{};

}  // namespace views
}  // namespace mhqa::inline v0_1
