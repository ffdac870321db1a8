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

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

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
  reasoning_shape(shape known);

  [[nodiscard]] std::size_t hops() const noexcept { return nodes_; }
  /// Returns the graph in the shape's own numbering, as a view of *this.
  [[nodiscard]] graph_view graph() const& noexcept { return {nodes_, edges_}; }
  graph_view graph() && = delete;
  /// Returns MuSiQue's shape, if it is one of the six.
  [[nodiscard]] std::optional<shape> known() const noexcept;

  friend bool operator==(const reasoning_shape&, const reasoning_shape&) = default;
  /// Compares the number of nodes, then the edges.
  friend std::strong_ordering operator<=>(const reasoning_shape&, const reasoning_shape&) = default;

 private:
  std::size_t nodes_ = 0;
  std::vector<edge> edges_;
};

/// Returns the number that each node of `graph` has in reasoning_shape{graph}.
[[nodiscard]] std::vector<node_id> places_in_shape(const dag& graph);

/// Returns the shape's name: that of the paper for the six, otherwise the number of steps and the edges, counted from
/// 1 as in `#1`.
/// Example: "2hop", "4hop3", "3hop:1>2,1>3"; "1hop" for a single step
[[nodiscard]] std::string to_string(const reasoning_shape& s);

/// Returns the shape with that name. The steps of a generated name may be numbered in any way.
///
/// Errors:  expected "the number of steps, 0 to 9999", "\"hop\"", "a name of MuSiQue's or \":\"",
///          "an edge such as 1>2", "a step of the graph", "\",\" and an edge", "edges without a cycle"
/// Example: *parse_reasoning_shape("3hop:2>1,3>1") == shape::hop3_2
[[nodiscard]] parsed<reasoning_shape> parse_reasoning_shape(std::string_view name);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/graph/detail/reasoning_shape.ipp>
#endif
