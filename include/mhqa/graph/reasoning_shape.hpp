// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The reasoning shape of a graph of any size: a value that is equal for graphs that differ only in the numbering of
// their nodes, with a name that is generated from it. MuSiQue's six shapes keep the names of the paper.
//   to_string(mhqa::reasoning_shape{graph})  // "3hop2", "5hop:1>2,2>5,3>4,4>5"
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/graph/dag.hpp>
#include <mhqa/graph/detail/canonical_order.hpp>
#include <mhqa/graph/graph_view.hpp>
#include <mhqa/graph/shapes.hpp>

#include <algorithm>
#include <charconv>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// A directed acyclic graph up to the numbering of its nodes.
///
/// In its own numbering, predecessors come first. The next node is the one whose predecessors came latest; of several,
/// the one that begins the longest chain.
/// Errors:  data_error for a graph with more than 2,000 equivalent numberings (many equal parts whose edges, without
///          their directions, form cycles); never for trees and graphs of up to eight nodes
/// Cost:    O(nodes^2 log nodes) without symmetries
/// Example: reasoning_shape{dag{3, {{2, 0}, {1, 0}}}} == shape::hop3_2
class reasoning_shape {
 public:
  /// Makes the shape without nodes.
  reasoning_shape() = default;
  explicit reasoning_shape(const dag& graph) : nodes_{graph.size()}, edges_{detail::canonical_order{graph}.edges()} {}
  // NOLINTNEXTLINE(google-explicit-constructor): one of the paper's constants is such a value
  reasoning_shape(shape known) : nodes_{mhqa::hops(known)} {
    const std::span<const edge> edges = graph_of(known).edges;
    edges_.assign(edges.begin(), edges.end());
  }

  [[nodiscard]] std::size_t hops() const noexcept { return nodes_; }
  /// Returns the graph in the shape's own numbering, as a view of *this.
  [[nodiscard]] graph_view graph() const& noexcept { return {nodes_, edges_}; }
  graph_view graph() && = delete;
  /// Returns MuSiQue's shape, if it is one of the six.
  [[nodiscard]] std::optional<shape> known() const noexcept {
    for (const shape s : all_shapes) {
      const graph_view other = graph_of(s);
      if (other.nodes == nodes_ && std::equal(edges_.begin(), edges_.end(), other.edges.begin(), other.edges.end())) {
        return s;
      }
    }
    return std::nullopt;
  }

  friend bool operator==(const reasoning_shape&, const reasoning_shape&) = default;
  /// Compares the number of nodes, then the edges.
  friend std::strong_ordering operator<=>(const reasoning_shape&, const reasoning_shape&) = default;

 private:
  std::size_t nodes_ = 0;
  std::vector<edge> edges_;
};

/// Returns the number that each node of `graph` has in reasoning_shape{graph}.
[[nodiscard]] inline std::vector<node_id> places_in_shape(const dag& graph) {
  return detail::canonical_order{graph}.places();
}

/// Returns the shape's name: that of the paper for the six, otherwise the number of steps and the edges, counted from
/// 1 as in `#1`.
/// Example: "2hop", "4hop3", "3hop:1>2,1>3"; "1hop" for a single step
[[nodiscard]] inline std::string to_string(const reasoning_shape& s) {
  if (const auto known = s.known()) return std::string{to_string(*known)};
  std::string out = std::to_string(s.hops()) + "hop";
  if (s.hops() < 2) return out;
  char separator = ':';
  for (const edge& e : s.graph().edges) {
    out += separator;
    out += std::to_string(e.from + std::size_t{1}) + ">" + std::to_string(e.to + std::size_t{1});
    separator = ',';
  }
  return s.graph().edges.empty() ? out + ":" : out;
}

/// Returns the shape with that name. The steps of a generated name may be numbered in any way.
///
/// Errors:  expected "the number of steps, 0 to 9999", "\"hop\"", "a name of MuSiQue's or \":\"",
///          "an edge such as 1>2", "a step of the graph", "\",\" and an edge", "edges without a cycle"
/// Example: *parse_reasoning_shape("3hop:2>1,3>1") == shape::hop3_2
[[nodiscard]] inline parsed<reasoning_shape> parse_reasoning_shape(std::string_view name) {
  if (const auto known = parse_shape(name)) return {reasoning_shape{*known}, {}, 0};
  const auto fail = [](std::string_view expected, std::size_t at) { return not_parsed<reasoning_shape>(expected, at); };
  std::size_t at = 0;
  const auto number = [&](std::size_t& out) {
    const char* const begin = name.data() + at;
    const auto [end, error] = std::from_chars(begin, name.data() + name.size(), out);
    if (error != std::errc{} || out > 9999) return false;
    at += static_cast<std::size_t>(end - begin);
    return true;
  };
  std::size_t nodes = 0;
  if (!number(nodes)) return fail("the number of steps, 0 to 9999", at);
  if (!name.substr(at).starts_with("hop")) return fail("\"hop\"", at);
  at += 3;
  std::vector<edge> edges;
  if (at == name.size() && nodes < 2) return {reasoning_shape{dag{graph_view{nodes, edges}}}, {}, 0};
  if (at == name.size() || name[at] != ':') return fail("a name of MuSiQue's or \":\"", at);
  ++at;
  while (at < name.size()) {
    const std::size_t begin = at;
    std::size_t from = 0, to = 0;
    if (!number(from) || at == name.size() || name[at] != '>') return fail("an edge such as 1>2", begin);
    ++at;
    if (!number(to)) return fail("an edge such as 1>2", begin);
    if (from == 0 || from > nodes || to == 0 || to > nodes) return fail("a step of the graph", begin);
    edges.push_back({static_cast<node_id>(from - 1), static_cast<node_id>(to - 1)});
    if (at == name.size()) break;
    if (name[at] != ',' || at + 1 == name.size()) return fail("\",\" and an edge", at);
    ++at;
  }
  if (!find_cycle({nodes, edges}).empty()) return fail("edges without a cycle", 0);
  return {reasoning_shape{dag{graph_view{nodes, edges}}}, {}, 0};
}

}  // namespace v0_1
}  // namespace mhqa
