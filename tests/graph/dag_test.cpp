// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/graph/dag.hpp>

#include "support/growth.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// A node comes after the nodes that it needs; among ready nodes the smallest comes first. Messages list cycles.

using mhqa::dag;
using mhqa::edge;
using mhqa::graph_view;
using mhqa::node_id;

namespace {

constexpr bool works_in_constant_evaluation() {
  const dag graph{5, {{4, 0}, {0, 3}, {4, 3}, {4, 0}, {2, 3}}};
  const std::array<node_id, 5> order{1, 2, 4, 0, 3};
  const mhqa::reachability reaches{graph};
  return std::ranges::equal(graph.order(), order) && graph.edge_count() == 4 && reaches(4, 3) && !reaches(3, 4) &&
         !reaches(1, 1) && mhqa::find_cycle({}).empty();
}
static_assert(works_in_constant_evaluation());

constexpr bool cycles_in_constant_evaluation() {
  const std::array<edge, 4> edges{{{0, 1}, {3, 2}, {2, 3}, {3, 1}}};
  return mhqa::find_cycle({4, edges}) == std::vector<node_id>{2, 3} &&
         mhqa::reaching({4, edges}, 1) == std::vector<node_id>{0, 1, 2, 3} &&
         mhqa::reaching({4, edges}, 2) == std::vector<node_id>{2, 3};
}
static_assert(cycles_in_constant_evaluation());

std::vector<node_id> list(std::span<const node_id> nodes) {
  return {nodes.begin(), nodes.end()};
}

// All simple graphs over n nodes, loops included, as lists of edges.
template <class F>
void for_each_graph(std::size_t n, F&& f) {
  const std::size_t pairs = n * n;
  for (std::uint32_t mask = 0; mask < (std::uint32_t{1} << pairs); ++mask) {
    std::vector<edge> edges;
    for (std::size_t p = 0; p < pairs; ++p) {
      if ((mask >> p & 1U) != 0) edges.push_back({static_cast<node_id>(p / n), static_cast<node_id>(p % n)});
    }
    f(edges);
  }
}

// Whether a path of at least one edge leads from a to b: Warshall, another way than the library's.
std::vector<std::vector<bool>> closure(std::size_t n, const std::vector<edge>& edges) {
  std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
  for (const edge& e : edges) reach[e.from][e.to] = true;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) {
        if (reach[a][k] && reach[k][b]) reach[a][b] = true;
      }
    }
  }
  return reach;
}

}  // namespace

TEST_CASE("dag: predecessors and successors are ascending and without repeats") {
  const dag graph{4, {{2, 3}, {0, 3}, {2, 3}, {0, 1}}};
  CHECK(list(graph.predecessors(3)) == std::vector<node_id>{0, 2});
  CHECK(list(graph.successors(0)) == std::vector<node_id>{1, 3});
  CHECK(list(graph.predecessors(0)).empty());
  CHECK(graph.size() == 4);
  CHECK(graph.edge_count() == 3);
}

TEST_CASE("dag: inputs keep the order of the edges") {
  const dag graph{4, {{2, 3}, {0, 3}, {2, 3}, {1, 3}, {1, 0}}};
  CHECK(list(graph.inputs(3)) == std::vector<node_id>{2, 0, 1});
  CHECK(list(graph.inputs(0)) == std::vector<node_id>{1});
  CHECK(list(graph.inputs(1)).empty());
  CHECK(graph == dag{4, {{0, 3}, {1, 3}, {1, 0}, {2, 3}}});
}

TEST_CASE("dag: a node with many inputs, as a step that names many others, takes linear time") {
  CHECK(mhqa_test::growth(8000, [](std::size_t n) {
          std::vector<edge> edges;
          for (std::size_t i = 0; i < n; ++i) edges.push_back({static_cast<node_id>(i), static_cast<node_id>(n)});
          return [n, edges] { CHECK(dag{mhqa::graph_view{n + 1, edges}}.inputs(static_cast<node_id>(n)).size() == n); };
        }) < mhqa_test::steep);
}

TEST_CASE("dag: the message of a cycle has the caller's names") {
  const std::array<edge, 2> edges{{{0, 1}, {1, 0}}};
  const auto name = [](node_id node) { return node == 0 ? "born" : "age"; };
  CHECK_THROWS_WITH_AS(dag(graph_view{2, edges}, name), "cycle born -> age -> born", mhqa::data_error);
}

TEST_CASE("dag: the empty graph and a graph without edges") {
  CHECK(dag{}.size() == 0);
  CHECK(dag{graph_view{}} == dag{});
  CHECK(list(dag{3, {}}.order()) == std::vector<node_id>{0, 1, 2});
}

TEST_CASE("dag: a cycle is refused and its nodes are named in order") {
  const std::array<edge, 4> edges{{{5, 1}, {1, 4}, {4, 2}, {2, 1}}};
  CHECK(mhqa::find_cycle({6, edges}) == std::vector<node_id>{1, 4, 2});
  CHECK_THROWS_WITH_AS(dag(graph_view{6, edges}), "cycle 1 -> 4 -> 2 -> 1", mhqa::data_error);
  const std::array<edge, 1> loop{{{3, 3}}};
  CHECK(mhqa::find_cycle({4, loop}) == std::vector<node_id>{3});
}

TEST_CASE("dag: an edge that leaves the graph is refused") {
  const std::array<edge, 1> edges{{{0, 2}}};
  CHECK_THROWS_WITH_AS(dag(graph_view{2, edges}), "edge 0 -> 2: expected numbers of nodes below 2", mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(mhqa::find_cycle({2, edges})), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(mhqa::reaching({2, edges}, 0)), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(mhqa::reaching({2, {}}, 2)), mhqa::data_error);
}

TEST_CASE("dag: every graph of up to three nodes is ordered, or its cycle is one") {
  for (std::size_t n = 0; n <= 3; ++n) {
    for_each_graph(n, [n](const std::vector<edge>& edges) {
      const auto reach = closure(n, edges);
      bool cyclic = false;
      for (std::size_t a = 0; a < n; ++a) cyclic = cyclic || reach[a][a];
      const auto cycle = mhqa::find_cycle({n, edges});
      REQUIRE(cycle.empty() != cyclic);
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        const edge e{cycle[i], cycle[(i + 1) % cycle.size()]};
        REQUIRE(std::count(edges.begin(), edges.end(), e) == 1);
        REQUIRE(cycle[i] >= cycle[0]);
      }
      for (node_id target = 0; target < n; ++target) {
        const auto found = mhqa::reaching({n, edges}, target);
        for (node_id from = 0; from < n; ++from) {
          REQUIRE(std::binary_search(found.begin(), found.end(), from) == (from == target || reach[from][target]));
        }
      }
      if (cyclic) return;
      const dag graph{graph_view{n, edges}};
      const mhqa::reachability reaches{graph};
      std::vector<std::size_t> place(n);
      REQUIRE(graph.order().size() == n);
      for (std::size_t i = 0; i < n; ++i) place[graph.order()[i]] = i;
      for (const edge& e : edges) REQUIRE(place[e.from] < place[e.to]);
      for (node_id a = 0; a < n; ++a) {
        for (node_id b = 0; b < n; ++b) REQUIRE(reaches(a, b) == reach[a][b]);
      }
    });
  }
}

TEST_CASE("dag: the closure crosses the borders of its 64-bit words") {
  std::vector<edge> chain;
  for (node_id i = 0; i + 1 < 200; ++i) chain.push_back({i, i + 1});
  const mhqa::reachability reaches{dag{graph_view{200, chain}}};
  for (const node_id from : {0U, 63U, 64U, 127U, 128U}) {
    CAPTURE(from);
    CHECK(reaches(from, 199));
    CHECK(reaches(from, from + 1));
    CHECK_FALSE(reaches(from, from));
    CHECK_FALSE(reaches(199, from));
  }
}
