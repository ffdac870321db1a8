// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/graph/graph_view.hpp>

#include <doctest/doctest.h>

#include <array>
#include <type_traits>

static_assert(std::is_trivially_copyable_v<mhqa::edge> && sizeof(mhqa::edge) == 8);
static_assert(mhqa::edge{0, 2} < mhqa::edge{1, 0} && mhqa::edge{1, 0} < mhqa::edge{1, 1});

TEST_CASE("graph_view: refers to the caller's edges and checks nothing") {
  const std::array<mhqa::edge, 2> edges{{{0, 9}, {0, 9}}};
  const mhqa::graph_view graph{2, edges};
  CHECK(graph.edges.data() == edges.data());
  CHECK(graph.edges.size() == 2);
  CHECK(mhqa::graph_view{}.edges.empty());
}
