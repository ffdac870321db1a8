// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/graph/shapes.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// MuSiQue's six reasoning graphs (Trivedi et al. 2022, Table 1), written as in the paper with steps from 1:
// 2hop 1->2; 3hop1 1->2->3; 3hop2 1->3, 2->3; 4hop1 1->2->3->4; 4hop2 1->3, 2->3, 3->4; 4hop3 1->2, 2->4, 3->4.

using mhqa::edge;
using mhqa::node_id;
using mhqa::shape;

namespace {

constexpr std::array<edge, 3> crossed{{{0, 3}, {1, 2}, {2, 3}}};  // 4hop3 with its steps in another order
static_assert(mhqa::find_shape({4, crossed})->kind == shape::hop4_3);
static_assert(*mhqa::parse_shape("4hop2") == shape::hop4_2);
static_assert(mhqa::hops(shape::hop3_2) == 3);

}  // namespace

TEST_CASE("shapes: the edges are those of the paper") {
  struct row {
    shape kind;
    std::string_view name;
    std::vector<edge> steps_from_1;
  };
  const row rows[] = {
      {shape::hop2, "2hop", {{1, 2}}},
      {shape::hop3_1, "3hop1", {{1, 2}, {2, 3}}},
      {shape::hop3_2, "3hop2", {{1, 3}, {2, 3}}},
      {shape::hop4_1, "4hop1", {{1, 2}, {2, 3}, {3, 4}}},
      {shape::hop4_2, "4hop2", {{1, 3}, {2, 3}, {3, 4}}},
      {shape::hop4_3, "4hop3", {{1, 2}, {2, 4}, {3, 4}}},
  };
  CHECK(std::size(rows) == mhqa::all_shapes.size());
  for (const auto& each : rows) {
    CAPTURE(each.name);
    CHECK(mhqa::to_string(each.kind) == each.name);
    CHECK(*mhqa::parse_shape(each.name) == each.kind);
    const auto graph = mhqa::graph_of(each.kind);
    CHECK(graph.nodes == mhqa::hops(each.kind));
    CHECK(graph.nodes == static_cast<std::size_t>(each.name[0] - '0'));
    std::vector<edge> from_1(graph.edges.begin(), graph.edges.end());
    for (edge& e : from_1) ++e.from, ++e.to;
    CHECK(from_1 == each.steps_from_1);
    const auto match = mhqa::find_shape(graph);
    REQUIRE(match);
    CHECK(match->kind == each.kind);
    CHECK(match->place == std::array<node_id, 4>{0, 1, 2, 3});
  }
}

TEST_CASE("shapes: other names are refused") {
  for (const std::string_view name : {"", "2hop1", "3hop", "3hop3", "4hop1 ", "4HOP1", "5hop1", "2hop__1_2"}) {
    CAPTURE(name);
    const auto parsed = mhqa::parse_shape(name);
    CHECK_FALSE(parsed);
    CHECK(parsed.expected == "2hop, 3hop1, 3hop2, 4hop1, 4hop2 or 4hop3");
  }
}

TEST_CASE("shapes: every numbering of every shape is recognised, and the places undo it") {
  for (const shape kind : mhqa::all_shapes) {
    const auto graph = mhqa::graph_of(kind);
    std::vector<node_id> number(graph.nodes);
    for (node_id i = 0; i < graph.nodes; ++i) number[i] = i;
    do {
      std::vector<edge> edges;
      for (const edge& e : graph.edges) edges.push_back({number[e.from], number[e.to]});
      const auto match = mhqa::find_shape({graph.nodes, edges});
      REQUIRE(match);
      CHECK(match->kind == kind);
      std::vector<edge> back;
      for (const edge& e : edges) back.push_back({match->place[e.from], match->place[e.to]});
      std::sort(back.begin(), back.end());
      CHECK(std::equal(back.begin(), back.end(), graph.edges.begin(), graph.edges.end()));
    } while (std::next_permutation(number.begin(), number.end()));
  }
}

TEST_CASE("shapes: of all graphs of two to four nodes only relabelled shapes are recognised") {
  // A shape with s symmetries has n!/s numberings: 2; 6, 3; 24, 12, 24.
  std::map<shape, int> seen;
  for (const std::size_t n : {2U, 3U, 4U}) {
    const std::size_t pairs = n * n;
    for (std::uint32_t mask = 0; mask < (std::uint32_t{1} << pairs); ++mask) {
      std::vector<edge> edges;
      for (std::size_t p = 0; p < pairs; ++p) {
        if ((mask >> p & 1U) != 0) edges.push_back({static_cast<node_id>(p / n), static_cast<node_id>(p % n)});
      }
      const auto match = mhqa::find_shape({n, edges});
      if (match) ++seen[match->kind];
    }
  }
  CHECK(seen == std::map<shape, int>{{shape::hop2, 2},
                                     {shape::hop3_1, 6},
                                     {shape::hop3_2, 3},
                                     {shape::hop4_1, 24},
                                     {shape::hop4_2, 12},
                                     {shape::hop4_3, 24}});
}

TEST_CASE("shapes: repeated edges count once, stray ones and other sizes give nothing") {
  const std::array<edge, 3> repeated{{{0, 1}, {0, 1}, {1, 2}}};
  CHECK(mhqa::find_shape({3, repeated})->kind == shape::hop3_1);
  CHECK_FALSE(mhqa::find_shape({2, repeated}));
  CHECK_FALSE(mhqa::find_shape({1, {}}));
  CHECK_FALSE(mhqa::find_shape({5, repeated}));
  CHECK_FALSE(mhqa::find_shape({}));
}
