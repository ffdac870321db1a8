// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/detail/candidate_order.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace {

std::vector<std::uint64_t> all_of(std::uint64_t n, bool spread, std::uint64_t seed) {
  mhqa::detail::candidate_order order{n, spread, seed, "test"};
  std::vector<std::uint64_t> out;
  for (std::uint64_t i = 0; i < n; ++i) out.push_back(order.next());
  return out;
}

}  // namespace

TEST_CASE("candidate_order: each number once, from any place on") {
  for (std::uint64_t n = 1; n <= 60; ++n) {
    CAPTURE(n);
    const std::vector<std::uint64_t> walk = all_of(n, true, n);
    CHECK(std::set<std::uint64_t>(walk.begin(), walk.end()).size() == n);
    CHECK(*std::max_element(walk.begin(), walk.end()) == n - 1);
    for (std::uint64_t i = 0; i < n; ++i) {
      mhqa::detail::candidate_order order{n, true, n, "test"};
      order.begin_at(i);
      CHECK(order.next() == walk[i]);
      CHECK(order.next() == walk[(i + 1) % n]);
    }
  }
}

TEST_CASE("candidate_order: not spread, the numbers as they are; spread, by the seed") {
  CHECK(all_of(5, false, 1) == std::vector<std::uint64_t>{0, 1, 2, 3, 4});
  CHECK(all_of(1000, true, 1) == all_of(1000, true, 1));
  CHECK_FALSE(all_of(1000, true, 1) == all_of(1000, true, 2));
}

TEST_CASE("candidate_order: places of numbers that no product of theirs fits") {
  constexpr std::uint64_t n = (std::uint64_t{1} << 62U) - 57;
  mhqa::detail::candidate_order walk{n, true, 3, "test"}, jump{n, true, 3, "test"};
  for (int i = 0; i < 1000; ++i) (void)walk.next();
  jump.begin_at(1000);
  CHECK(walk.next() == jump.next());
  jump.begin_at(n + 1000);  // once around
  (void)jump.next();
  CHECK(walk.next() == jump.next());
}
