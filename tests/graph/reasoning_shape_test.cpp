// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/graph/reasoning_shape.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Two graphs have equal shapes exactly when a renumbering turns one into the other.

using mhqa::dag;
using mhqa::edge;
using mhqa::graph_view;
using mhqa::node_id;
using mhqa::reasoning_shape;

namespace {

dag made(std::size_t n, const std::vector<edge>& edges) {
  return dag{graph_view{n, edges}};
}

std::vector<edge> renumbered(const std::vector<edge>& edges, const std::vector<node_id>& number) {
  std::vector<edge> out;
  for (const edge& e : edges) out.push_back({number[e.from], number[e.to]});
  return out;
}

// The least list of edges under all n! numberings: another way than the library's.
std::vector<edge> least(std::size_t n, const std::vector<edge>& edges) {
  std::vector<node_id> number(n);
  std::iota(number.begin(), number.end(), node_id{0});
  std::vector<edge> best;
  bool first = true;
  do {
    std::vector<edge> turned = renumbered(edges, number);
    std::sort(turned.begin(), turned.end());
    if (first || turned < best) best = turned;
    first = false;
  } while (std::next_permutation(number.begin(), number.end()));
  return best;
}

}  // namespace

TEST_CASE("reasoning_shape: the paper's six have their own edges, names and constants") {
  for (const mhqa::shape s : mhqa::all_shapes) {
    const auto paper = mhqa::graph_of(s);
    const reasoning_shape found{dag{paper}};
    CHECK(found == s);
    CHECK(found.known() == s);
    CHECK(to_string(found) == mhqa::to_string(s));
    CHECK(found.hops() == mhqa::hops(s));
    CHECK(std::ranges::equal(found.graph().edges, paper.edges));
  }
}

TEST_CASE("reasoning_shape: names are generated from the edges") {
  const std::pair<dag, std::string_view> rows[] = {
      {dag{}, "0hop"},
      {dag{1, {}}, "1hop"},
      {dag{2, {}}, "2hop:"},
      {dag{3, {{0, 1}, {0, 2}}}, "3hop:1>2,1>3"},
      {dag{4, {{0, 3}, {1, 3}, {2, 3}}}, "4hop:1>4,2>4,3>4"},
      {dag{5, {{0, 1}, {1, 4}, {2, 3}, {3, 4}}}, "5hop:1>2,2>5,3>4,4>5"},
      {dag{5, {{4, 3}, {3, 2}, {2, 1}, {1, 0}}}, "5hop:1>2,2>3,3>4,4>5"},
      // The longest chain comes first, and a node right after its last predecessor.
      {dag{5, {{0, 4}, {3, 2}, {2, 1}, {1, 4}}}, "5hop:1>2,2>3,3>5,4>5"},
  };
  for (const auto& row : rows) {
    const auto& graph = row.first;
    const auto& name = row.second;
    CAPTURE(name);
    CHECK(to_string(reasoning_shape{graph}) == name);
    CHECK(*mhqa::parse_reasoning_shape(name) == reasoning_shape{graph});
  }
}

TEST_CASE("reasoning_shape: equal exactly for graphs that a renumbering makes equal, up to five nodes") {
  for (std::size_t n = 0; n <= 5; ++n) {
    std::vector<edge> pairs;
    for (node_id a = 0; a < n; ++a) {
      for (node_id b = a + 1; b < n; ++b) pairs.push_back({a, b});
    }
    std::map<std::vector<edge>, reasoning_shape> shape_by_least;
    std::set<std::string> names;
    for (std::uint32_t mask = 0; mask < std::uint32_t{1} << pairs.size(); ++mask) {
      std::vector<edge> edges;
      for (std::size_t p = 0; p < pairs.size(); ++p) {
        if ((mask >> p & 1U) != 0) edges.push_back(pairs[p]);
      }
      const reasoning_shape found{made(n, edges)};
      const auto [known, added] = shape_by_least.emplace(least(n, edges), found);
      REQUIRE(known->second == found);
      if (added) REQUIRE(names.insert(to_string(found)).second);
    }
    // Unlabelled acyclic digraphs (OEIS A003087).
    CHECK(names.size() == std::vector<std::size_t>{1, 1, 2, 6, 31, 302}[n]);
  }
}

TEST_CASE("reasoning_shape: places turn the graph into the shape's own") {
  const std::vector<edge> edges{{5, 0}, {3, 0}, {4, 5}, {2, 1}, {1, 0}, {4, 3}};
  const dag graph = made(6, edges);
  const std::vector<node_id> places = mhqa::places_in_shape(graph);
  std::vector<edge> turned = renumbered(edges, places);
  std::sort(turned.begin(), turned.end());
  const reasoning_shape found{graph};
  CHECK(std::ranges::equal(turned, found.graph().edges));
  for (const edge& e : turned) CHECK(e.from < e.to);
}

TEST_CASE("reasoning_shape: large graphs") {
  // 100 chains of three steps that end in one: a tree, whose equal parts need no search.
  std::vector<edge> edges, turned;
  const node_id end = 300;
  for (node_id chain = 0; chain < 100; ++chain) {
    const node_id at = 3 * chain;
    for (const edge& e : {edge{at, at + 1}, edge{at + 1, at + 2}, edge{at + 2, end}}) {
      edges.push_back(e);
      turned.push_back({end - e.from, end - e.to});
    }
  }
  const reasoning_shape wide{made(301, edges)};
  CHECK(wide == reasoning_shape{made(301, turned)});
  CHECK(wide.hops() == 301);
  CHECK_FALSE(wide.known());

  // Ten equal rings of four between one beginning and one end: too many numberings that are alike.
  std::vector<edge> rings;
  for (node_id ring = 0; ring < 10; ++ring) {
    const node_id at = 2 + 4 * ring;
    for (const edge& e : {edge{0, at}, edge{at, at + 1}, edge{at, at + 2}, edge{at + 1, at + 3}, edge{at + 2, at + 3},
                          edge{at + 3, 1}}) {
      rings.push_back(e);
    }
  }
  CHECK_THROWS_WITH_AS(static_cast<void>(reasoning_shape{made(42, rings)}),
                       "a graph of 42 nodes is too symmetrical to be named", mhqa::data_error);
}

TEST_CASE("reasoning_shape: any numbering is read, other names are refused with the place") {
  CHECK(*mhqa::parse_reasoning_shape("4hop3") == mhqa::shape::hop4_3);
  CHECK(*mhqa::parse_reasoning_shape("3hop:2>1,3>1") == mhqa::shape::hop3_2);
  struct row {
    std::string_view name, expected;
    std::size_t position;
  };
  for (const row& each :
       {row{"", "the number of steps, 0 to 9999", 0}, row{"hop", "the number of steps, 0 to 9999", 0},
        row{"10000hop:", "the number of steps, 0 to 9999", 0}, row{"5", "\"hop\"", 1},
        row{"5hop", "a name of MuSiQue's or \":\"", 4}, row{"3hop3", "a name of MuSiQue's or \":\"", 4},
        row{"3hop:1", "an edge such as 1>2", 5}, row{"3hop:1>", "an edge such as 1>2", 5},
        row{"3hop:1>4", "a step of the graph", 5}, row{"3hop:0>1", "a step of the graph", 5},
        row{"3hop:1>2,", "\",\" and an edge", 8}, row{"3hop:1>2;2>3", "\",\" and an edge", 8},
        row{"3hop:1>2,2>1", "edges without a cycle", 0}, row{"3hop:1>1", "edges without a cycle", 0}}) {
    CAPTURE(each.name);
    const auto read = mhqa::parse_reasoning_shape(each.name);
    CHECK_FALSE(read);
    CHECK(read.expected == each.expected);
    CHECK(read.position == each.position);
  }
}
