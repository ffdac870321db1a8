// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/bipartition.hpp>

#include <doctest/doctest.h>
#include <range/v3/range/concepts.hpp>
#include <range/v3/range/conversion.hpp>

#include <bit>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

// {X, Y} is a proper bi-partition of Z when X and Y are not empty, do not meet and together are Z
// (Trivedi et al. 2020, footnote 4). A set of n facts has 2^(n-1) - 1 of them.

namespace {

using view = decltype(mhqa::views::bipartitions(3));
static_assert(ranges::random_access_range<view>);
static_assert(ranges::sized_range<view>);
static_assert(ranges::view_<view>);
static_assert(mhqa::bipartition_count(31) == (std::uint32_t{1} << 30U) - 1);
static_assert(mhqa::views::bipartitions(3)[1] == mhqa::bipartition{0b011, 0b100});

template <class Order>
void check_every_split_once(Order order) {
  for (std::size_t n = 0; n <= 10; ++n) {
    CAPTURE(n);
    std::set<std::uint32_t> seen;
    const std::uint32_t all = mhqa::all_facts(n);
    const auto splits = mhqa::views::bipartitions(n, order);
    for (const auto [left, right] : splits) {
      CHECK((left | right) == all);
      CHECK((left & right) == 0);
      CHECK(right != 0);
      CHECK((left & 1U) == 1);  // so that no split comes a second time with its halves swapped
      seen.insert(right);
    }
    CHECK(seen.size() == (n < 2 ? 0 : (std::size_t{1} << (n - 1)) - 1));
    CHECK(ranges::size(splits) == seen.size());
    CHECK(mhqa::bipartition_count(n) == seen.size());
  }
}

}  // namespace

TEST_CASE("bipartition: three facts split in three ways, in the order of the half without fact 0") {
  const auto splits = mhqa::views::bipartitions(3) | ranges::to<std::vector>();
  CHECK(splits == std::vector<mhqa::bipartition>{{0b101, 0b010}, {0b011, 0b100}, {0b001, 0b110}});
}

TEST_CASE("bipartition: every proper split of up to ten facts comes exactly once") {
  check_every_split_once(mhqa::in_binary_order);
  check_every_split_once(mhqa::in_gray_order);
}

TEST_CASE("bipartition: neighbours in Gray-code order differ by the fact that moved_fact names") {
  for (std::size_t n = 2; n <= 10; ++n) {
    std::uint32_t before = 0;
    std::uint32_t k = 0;
    for (const auto split : mhqa::views::bipartitions(n, mhqa::in_gray_order)) {
      CHECK(std::popcount(before ^ split.right) == 1);
      CHECK((before ^ split.right) == std::uint32_t{1} << mhqa::moved_fact(k));
      before = split.right;
      ++k;
    }
  }
}

TEST_CASE("bipartition: the last of 31 facts' 2^30 - 1 splits is reached without the others") {
  const auto splits = mhqa::views::bipartitions(31);
  CHECK(splits[(std::uint32_t{1} << 30U) - 2] == mhqa::bipartition{1, 0x7ffffffe});
  CHECK(*(ranges::end(splits) - 1) == mhqa::bipartition{1, 0x7ffffffe});
}

TEST_CASE("bipartition: a sized range counts as its number of facts") {
  const std::vector<std::string_view> facts{"born in", "capital of"};
  CHECK(ranges::size(mhqa::views::bipartitions(facts)) == 1);
  CHECK(mhqa::views::bipartitions(facts, mhqa::in_gray_order)[0] == mhqa::bipartition{0b01, 0b10});
}

TEST_CASE("bipartition: fewer than two facts have no split, more than 31 are refused") {
  CHECK(ranges::empty(mhqa::views::bipartitions(0)));
  CHECK(ranges::empty(mhqa::views::bipartitions(1)));
  CHECK_THROWS_AS((void)mhqa::views::bipartitions(32), mhqa::data_error);
  CHECK_THROWS_WITH((void)mhqa::bipartition_count(99), "expected at most 31 facts to split in two, found 99");
}
