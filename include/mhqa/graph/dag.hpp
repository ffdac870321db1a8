// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Directed graphs over the nodes 0 … n-1: cycles, topological order, reachability. A multi-hop question is a directed
// acyclic graph of steps (MuSiQue, Trivedi et al. 2022, Sec. 3). All functions work in constant evaluation.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/graph/detail/adjacency.hpp>
#include <mhqa/graph/graph_view.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// Returns the nodes of one cycle, each followed by a node that needs it, the smallest first; empty without a cycle.
///
/// Errors:  data_error if an edge leaves the graph
/// Cost:    O(nodes log nodes + edges log edges)
/// Example: edges {0 -> 1, 1 -> 2, 2 -> 1} give {1, 2}; an edge 3 -> 3 alone gives {3}
[[nodiscard]] constexpr std::vector<node_id> find_cycle(const graph_view& graph) {
  detail::check_endpoints(graph);
  const auto successors = detail::successors_of(graph);
  const auto order = detail::kahn(graph.nodes, successors);
  if (order.size() == graph.nodes) return {};
  return detail::cycle_among(graph.nodes, successors, order);
}

/// A directed acyclic graph. Repeated edges count once.
///
/// Requires: members are called with nodes below size()
/// Errors:  the constructors throw data_error for an edge that leaves the graph and for a cycle, whose nodes the
///          message lists: by number, or by name(node) if `name` is given
/// Cost:    O(nodes log nodes + edges log edges) once; every member is O(1)
/// Example: dag{3, {{0, 2}, {1, 2}}}.predecessors(2)  // 0, 1
class dag {
 public:
  constexpr dag() = default;
  constexpr explicit dag(const graph_view& graph) {
    const auto number = [](node_id node) { return std::to_string(node); };
    if (const auto cycle = read(graph); !cycle.empty()) detail::throw_cycle(cycle, number);
  }
  template <class Name>
  requires std::constructible_from<std::string, std::invoke_result_t<Name&, node_id>>
  constexpr dag(const graph_view& graph, Name name) {
    if (const auto cycle = read(graph); !cycle.empty()) detail::throw_cycle(cycle, name);
  }
  constexpr dag(std::size_t nodes, std::initializer_list<edge> edges)
      : dag{graph_view{nodes, std::span<const edge>{edges.begin(), edges.size()}}} {}

  [[nodiscard]] constexpr std::size_t size() const noexcept { return nodes_; }
  [[nodiscard]] constexpr std::size_t edge_count() const noexcept { return successors_.edges(); }

  /// Every node after all of its predecessors; among the nodes that may come next, the smallest does.
  [[nodiscard]] constexpr std::span<const node_id> order() const noexcept { return order_; }
  /// The nodes that `node` needs, ascending.
  [[nodiscard]] constexpr std::span<const node_id> predecessors(node_id node) const noexcept {
    return predecessors_[checked(node)];
  }
  /// The nodes that `node` needs, in the order in which the edges were given.
  [[nodiscard]] constexpr std::span<const node_id> inputs(node_id node) const noexcept {
    return inputs_[checked(node)];
  }
  /// The nodes that need `node`, ascending.
  [[nodiscard]] constexpr std::span<const node_id> successors(node_id node) const noexcept {
    return successors_[checked(node)];
  }

  /// Compares the sets of edges; their order does not matter.
  friend constexpr bool operator==(const dag& a, const dag& b) noexcept {
    return a.nodes_ == b.nodes_ && a.successors_ == b.successors_;
  }

 private:
  [[nodiscard]] constexpr node_id checked(node_id node) const noexcept {
    MHQA_EXPECTS(node < nodes_, "mhqa::dag: the node is out of range");
    return node;
  }
  // Returns the nodes of a cycle, if there is one. The constructors share it as a plain function, because clang 14 does
  // not instantiate a delegated constructor template in time for a constant expression.
  constexpr std::vector<node_id> read(const graph_view& graph) {
    detail::check_endpoints(graph);
    nodes_ = graph.nodes;
    successors_ = detail::successors_of(graph);
    order_ = detail::kahn(nodes_, successors_);
    if (order_.size() != nodes_) return detail::cycle_among(nodes_, successors_, order_);
    std::vector<edge> turned = detail::reversed(graph.edges);
    inputs_ = detail::adjacency::in_order(nodes_, turned);
    predecessors_ = {nodes_, std::move(turned)};
    return {};
  }

  std::size_t nodes_ = 0;
  detail::adjacency successors_;
  detail::adjacency predecessors_;
  detail::adjacency inputs_;
  std::vector<node_id> order_;
};

/// Returns the nodes from which a path leads to `target`, and `target` itself, ascending. Cycles are allowed.
///
/// Errors:  data_error if an edge leaves the graph or `target` is not a node
/// Cost:    O(nodes + edges log edges)
/// Example: edges {0 -> 2, 1 -> 3} and target 2 give {0, 2}
[[nodiscard]] constexpr std::vector<node_id> reaching(const graph_view& graph, node_id target) {
  detail::check_endpoints(graph);
  if (target >= graph.nodes) detail::throw_stray_edge({target, target}, graph.nodes);
  const detail::adjacency predecessors{graph.nodes, detail::reversed(graph.edges)};
  std::vector<std::uint8_t> reached(graph.nodes, 0);
  std::vector<node_id> found{target};
  reached[target] = 1;
  for (std::size_t next = 0; next < found.size(); ++next) {
    for (const node_id from : predecessors[found[next]]) {
      if (reached[from] != 0) continue;
      reached[from] = 1;
      found.push_back(from);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// The transitive closure: whether one node reaches another, for all pairs.
///
/// Requires: `from` and `to` are nodes of the graph
/// Cost:    O(nodes * edges / 64) once, nodes^2 / 8 bytes; a call is O(1)
/// Example: reachability{dag{3, {{0, 1}, {1, 2}}}}(0, 2)  // true
class reachability {
 public:
  constexpr explicit reachability(const dag& graph)
      : words_{(graph.size() + 63) / 64}, bits_(graph.size() * words_, 0) {
    for (std::size_t i = graph.size(); i-- > 0;) {
      const node_id node = graph.order()[i];
      for (const node_id to : graph.successors(node)) {
        for (std::size_t w = 0; w < words_; ++w) bits_[node * words_ + w] |= bits_[to * words_ + w];
        bits_[node * words_ + to / 64] |= std::uint64_t{1} << (to % 64U);
      }
    }
  }

  /// True if a path of at least one edge leads from `from` to `to`.
  [[nodiscard]] constexpr bool operator()(node_id from, node_id to) const noexcept {
    MHQA_EXPECTS(to / 64U < words_ && from * words_ < bits_.size(), "mhqa::reachability: the node is out of range");
    return (bits_[from * words_ + to / 64] >> (to % 64U) & 1U) != 0;
  }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace mhqa::inline v0_1
