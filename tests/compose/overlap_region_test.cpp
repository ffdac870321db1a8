// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/overlap_region.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

// A row of items, each of which shares something with the next.
std::vector<mhqa::overlap_keys> chain(std::uint32_t n) {
  std::vector<mhqa::overlap_keys> out;
  for (std::uint32_t i = 0; i < n; ++i) out.push_back({{i}, {i, i + 1}, {}});
  return out;
}

}  // namespace

TEST_CASE("overlap_region: a key that only one item has is dropped") {
  const mhqa::detail::overlap_graph graph{chain(4)};
  CHECK(graph.items() == 4);
  CHECK(graph.things() == 3);  // between neighbours
  CHECK(graph.things_of(0).size() == 1);
  CHECK(graph.things_of(1).size() == 2);
  CHECK(graph.shared_keys(std::vector<std::uint32_t>{0, 1}) == 1);
  CHECK(graph.shared_keys(std::vector<std::uint32_t>{1}) == 2);
  CHECK(graph.shared_keys(std::vector<std::uint32_t>{0, 1, 2, 3}) == 0);
}

TEST_CASE("overlap_region: of a row, a fifth with two neighbours on the border at most, wherever it begins") {
  const auto items = chain(100);
  const mhqa::detail::overlap_graph graph{items};
  const std::vector<std::uint32_t> strata(items.size(), 0);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    CAPTURE(seed);
    const auto region = mhqa::detail::grow_region(graph, strata, 0.2, mhqa::draws{seed, 0U});
    REQUIRE(region.reached);
    CHECK(region.border.size() <= 2);
    CHECK(region.inside.size() == 20);
    CHECK(region.kept == 100 - region.border.size());
    for (const std::uint32_t i : region.inside) {
      for (std::uint32_t j = 0; j < items.size(); ++j) {
        const bool known = std::ranges::find(region.inside, j) != region.inside.end() ||
                           std::ranges::find(region.border, j) != region.border.end();
        CHECK((known || !mhqa::overlaps(items[i], items[j])));
      }
    }
  }
}

TEST_CASE("overlap_region: where all items hang together nothing is reached") {
  std::vector<mhqa::overlap_keys> items(10, mhqa::overlap_keys{{1}, {2}, {3}});
  const mhqa::detail::overlap_graph graph{items};
  CHECK(!mhqa::detail::grow_region(graph, std::vector<std::uint32_t>(10, 0), 0.2, mhqa::draws{1, 0U}).reached);
}

TEST_CASE("overlap_region: a walk takes every item once, items that share nothing too") {
  auto items = chain(30);
  items.resize(40);
  const auto walk = mhqa::detail::walk_region(mhqa::detail::overlap_graph{items}, mhqa::draws{3, 0U});
  std::vector<std::uint32_t> sorted = walk;
  std::ranges::sort(sorted);
  REQUIRE(sorted.size() == 40);
  for (std::uint32_t i = 0; i < 40; ++i) CHECK(sorted[i] == i);
}
