// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/instance.hpp>

#include <doctest/doctest.h>
#include <range/v3/range/conversion.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace {

std::vector<std::uint32_t> list(const mhqa::position_set& set) {
  return {set.begin(), set.end()};
}

mhqa::support_layout layout_with(std::uint32_t facts, std::vector<std::uint32_t> supports, std::string id = "q") {
  return mhqa::layout_of(mhqa::probe_question{.id = id, .fact_count = facts, .supports = std::move(supports)}, 1);
}

}  // namespace

TEST_CASE("instance: a position set is sorted, and the rest of the context is a view") {
  mhqa::position_set removed;
  for (const std::uint32_t p : {5U, 0U, 9U, 3U}) removed.insert(p);
  CHECK(list(removed) == std::vector<std::uint32_t>{0, 3, 5, 9});
  CHECK(removed.contains(3));
  CHECK_FALSE(removed.contains(4));
  CHECK((mhqa::views::kept(10, removed) | ranges::to<std::vector>()) == std::vector<std::uint32_t>{1, 2, 4, 6, 7, 8});
  CHECK((mhqa::views::kept(2, {}) | ranges::to<std::vector>()) == std::vector<std::uint32_t>{0, 1});
  static_assert(std::ranges::view<decltype(mhqa::views::kept(2, {}))>);
  for (std::uint32_t facts = 0; facts < 6; ++facts) {  // every set of removed positions, some beyond the context
    for (std::uint32_t mask = 0; mask < 256; ++mask) {
      mhqa::position_set some;
      std::vector<std::uint32_t> want;
      for (std::uint32_t i = 0; i < 8; ++i) {
        if ((mask >> i & 1U) != 0) {
          some.insert(i);
          if (i % 3 == 0) some.insert(i);
        } else if (i < facts) {
          want.push_back(i);
        }
      }
      CHECK((mhqa::views::kept(facts, some) | ranges::to<std::vector>()) == want);
    }
  }
}

TEST_CASE("instance: marked positions are those of the set bits") {
  mhqa::position_set set;
  mhqa::insert_marked(set, std::array<std::uint32_t, 3>{8, 2, 5}, 0b101);
  CHECK(list(set) == std::vector<std::uint32_t>{5, 8});
}

TEST_CASE("instance: random subsets have their size, and every subset is equally likely") {
  for (std::uint32_t n = 0; n <= 10; ++n) {
    for (std::uint32_t count = 0; count <= n; ++count) {
      mhqa::draws random{1, n * 100 + count};
      const std::uint32_t mask = mhqa::random_subset(n, count, random);
      CHECK(static_cast<std::uint32_t>(std::popcount(mask)) == count);
      CHECK((mask >> n) == 0);
    }
  }
  // The 10 subsets of 2 of 5, 20,000 times: each about 2,000 times, standard deviation 42.
  std::map<std::uint32_t, int> times;
  mhqa::draws random{2, 0};
  for (int i = 0; i < 20000; ++i) ++times[mhqa::random_subset(5, 2, random)];
  CHECK(times.size() == 10);
  for (const auto& [mask, n] : times) CHECK(std::abs(n - 2000) < 250);
}

TEST_CASE("instance: drawn non-supports are distinct, no supports, and every one is equally likely") {
  const mhqa::support_layout layout = layout_with(10, {7, 0, 3});
  std::map<std::uint32_t, int> times;
  mhqa::draws random{3, 0};
  for (int i = 0; i < 14000; ++i) {
    const auto drawn = list(mhqa::random_others(layout, 2, random));
    REQUIRE(drawn.size() == 2);
    REQUIRE(drawn[0] < drawn[1]);
    for (const std::uint32_t p : drawn) ++times[p];
  }
  // Seven non-supports, each in 2 of 7 draws: 4,000 times, standard deviation 53.
  std::vector<std::uint32_t> seen;
  for (const auto& [p, n] : times) {
    seen.push_back(p);
    CHECK(std::abs(n - 4000) < 300);
  }
  CHECK(seen == std::vector<std::uint32_t>{1, 2, 4, 5, 6, 8, 9});
  // As many as there are: all of them.
  CHECK(list(mhqa::random_others(layout, 7, random)) == seen);
}

TEST_CASE("instance: a sample holds the fraction asked for, and every smaller sample") {
  int one = 0, five = 0;
  for (int i = 0; i < 20000; ++i) {
    const mhqa::support_layout layout = layout_with(10, {1, 2}, std::to_string(i));
    const bool in_one = mhqa::in_sample(layout, 2, 0.01);
    const bool in_five = mhqa::in_sample(layout, 2, 0.05);
    CHECK((!in_one || in_five));
    one += in_one ? 1 : 0;
    five += in_five ? 1 : 0;
  }
  CHECK(std::abs(one - 200) < 85);  // six standard deviations
  CHECK(std::abs(five - 1000) < 185);
  const mhqa::support_layout layout = layout_with(10, {1, 2});
  CHECK(mhqa::in_sample(layout, 2, 1));
  CHECK_FALSE(mhqa::in_sample(layout, 2, 0));
}
