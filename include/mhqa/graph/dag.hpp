// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Which step must come before which: small directed graphs over the nodes 0 … n-1, their cycles, their
// topological order and what reaches what. Everything also works in constant evaluation.
// MuSiQue (Trivedi et al. 2022, Sec. 3): a multi-hop question is a directed acyclic graph of steps.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// A node is its number, from 0.
using node_id = std::uint32_t;

/// `to` needs what `from` yields.
struct edge {
  node_id from;
  node_id to;

  friend constexpr auto operator<=>(const edge&, const edge&) = default;
};

/// Edges over the nodes 0 … nodes-1, neither owned nor checked: repeated edges and cycles may occur.
struct graph_view {
  std::size_t nodes = 0;
  std::span<const edge> edges{};
};

namespace detail {

// Neighbours of every node as one array with offsets; each list is sorted and free of repeats.
class adjacency {
 public:
  constexpr adjacency() = default;
  constexpr adjacency(std::size_t nodes, std::vector<edge> sorted_edges) : first_(nodes + 1, 0) {
    std::sort(sorted_edges.begin(), sorted_edges.end());
    sorted_edges.erase(std::unique(sorted_edges.begin(), sorted_edges.end()), sorted_edges.end());
    for (const edge& e : sorted_edges) ++first_[e.from + std::size_t{1}];
    for (std::size_t i = 0; i < nodes; ++i) first_[i + 1] += first_[i];
    for (const edge& e : sorted_edges) to_.push_back(e.to);
  }

  [[nodiscard]] constexpr std::span<const node_id> operator[](std::size_t node) const noexcept {
    return std::span<const node_id>{to_}.subspan(first_[node], first_[node + 1] - first_[node]);
  }
  [[nodiscard]] constexpr std::size_t edges() const noexcept { return to_.size(); }

  friend constexpr bool operator==(const adjacency&, const adjacency&) = default;

 private:
  std::vector<std::size_t> first_{0};
  std::vector<node_id> to_;
};

[[noreturn]] inline void throw_stray_edge(const edge& e, std::size_t nodes) {
  throw_data_error({}, "edge " + std::to_string(e.from) + " -> " + std::to_string(e.to) + " leaves a graph of " +
                           std::to_string(nodes) + " nodes");
}

[[noreturn]] inline void throw_cycle(std::span<const node_id> cycle) {
  std::string path = "cycle ";
  for (const node_id node : cycle) path += std::to_string(node) + " -> ";
  throw_data_error({}, path + std::to_string(cycle.front()));
}

constexpr void check_endpoints(const graph_view& graph) {
  if (graph.nodes > std::numeric_limits<node_id>::max()) throw_data_error({}, "a graph has fewer than 2^32 nodes");
  for (const edge& e : graph.edges) {
    if (e.from >= graph.nodes || e.to >= graph.nodes) throw_stray_edge(e, graph.nodes);
  }
}

constexpr adjacency successors_of(const graph_view& graph) {
  return {graph.nodes, std::vector<edge>(graph.edges.begin(), graph.edges.end())};
}

// Kahn's algorithm with a heap: always the smallest node that is ready.
constexpr std::vector<node_id> kahn(std::size_t nodes, const adjacency& successors) {
  std::vector<std::size_t> missing(nodes, 0);
  for (std::size_t node = 0; node < nodes; ++node) {
    for (const node_id to : successors[node]) ++missing[to];
  }
  std::vector<node_id> ready;  // a min-heap
  for (std::size_t node = 0; node < nodes; ++node) {
    if (missing[node] == 0) ready.push_back(static_cast<node_id>(node));
  }
  std::vector<node_id> order;
  while (!ready.empty()) {
    std::pop_heap(ready.begin(), ready.end(), std::greater<>{});
    const node_id node = ready.back();
    ready.pop_back();
    order.push_back(node);
    for (const node_id to : successors[node]) {
      if (--missing[to] != 0) continue;
      ready.push_back(to);
      std::push_heap(ready.begin(), ready.end(), std::greater<>{});
    }
  }
  return order;
}

// A cycle of a graph whose order came out short. Every node without a place lies on a cycle or behind one,
// so that walking back over nodes without a place must meet a node again.
constexpr std::vector<node_id> cycle_among(std::size_t nodes, const adjacency& successors,
                                           const std::vector<node_id>& order) {
  std::vector<std::uint8_t> placed(nodes, 0);  // clang 14 has no constexpr std::vector<bool>
  for (const node_id node : order) placed[node] = 1;
  constexpr node_id none = std::numeric_limits<node_id>::max();
  std::vector<node_id> before(nodes, none);
  node_id at = none;
  for (std::size_t node = nodes; node-- > 0;) {
    if (placed[node] != 0) continue;
    at = static_cast<node_id>(node);
    for (const node_id to : successors[node]) {
      if (placed[to] == 0) before[to] = at;
    }
  }
  std::vector<std::uint8_t> seen(nodes, 0);
  for (; seen[at] == 0; at = before[at]) seen[at] = 1;
  std::vector<node_id> cycle;
  node_id walk = at;
  do {
    cycle.push_back(walk);
    walk = before[walk];
  } while (walk != at);
  std::reverse(cycle.begin(), cycle.end());
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
  return cycle;
}

}  // namespace detail

/// The nodes of one cycle, each followed by a node that needs it, from the smallest on; empty if there is none.
///
/// Errors:  data_error where an edge leaves the graph
/// Cost:    O(nodes log nodes + edges log edges)
/// Example: edges {0 -> 1, 1 -> 2, 2 -> 1} give {1, 2}; an edge 3 -> 3 alone gives {3}
[[nodiscard]] constexpr std::vector<node_id> find_cycle(const graph_view& graph) {
  detail::check_endpoints(graph);
  const auto successors = detail::successors_of(graph);
  const auto order = detail::kahn(graph.nodes, successors);
  if (order.size() == graph.nodes) return {};
  return detail::cycle_among(graph.nodes, successors, order);
}

/// A directed graph that is known to have no cycle.
///
/// Repeated edges count once. The order is the smallest in the sense of the dictionary: among the nodes
/// whose predecessors are all placed, the one with the smallest number comes next.
/// Requires: members are asked about nodes below size()
/// Errors:  the constructor throws data_error where an edge leaves the graph, and names the nodes of a cycle
/// Cost:    O(nodes log nodes + edges log edges) once; every member is O(1)
/// Example: dag{3, {{0, 2}, {1, 2}}}.predecessors(2)  // 0, 1
class dag {
 public:
  constexpr dag() = default;
  constexpr explicit dag(const graph_view& graph) : nodes_{graph.nodes} {
    detail::check_endpoints(graph);
    successors_ = detail::successors_of(graph);
    order_ = detail::kahn(nodes_, successors_);
    if (order_.size() != nodes_) detail::throw_cycle(detail::cycle_among(nodes_, successors_, order_));
    std::vector<edge> turned;
    for (const edge& e : graph.edges) turned.push_back({e.to, e.from});
    predecessors_ = {nodes_, std::move(turned)};
  }
  constexpr dag(std::size_t nodes, std::initializer_list<edge> edges)
      : dag{graph_view{nodes, std::span<const edge>{edges.begin(), edges.size()}}} {}

  [[nodiscard]] constexpr std::size_t size() const noexcept { return nodes_; }
  [[nodiscard]] constexpr std::size_t edge_count() const noexcept { return successors_.edges(); }

  /// Every node after all of its predecessors.
  [[nodiscard]] constexpr std::span<const node_id> order() const noexcept { return order_; }
  /// The nodes that `node` needs, ascending.
  [[nodiscard]] constexpr std::span<const node_id> predecessors(node_id node) const noexcept {
    return predecessors_[node];
  }
  /// The nodes that need `node`, ascending.
  [[nodiscard]] constexpr std::span<const node_id> successors(node_id node) const noexcept { return successors_[node]; }

  friend constexpr bool operator==(const dag&, const dag&) = default;

 private:
  std::size_t nodes_ = 0;
  detail::adjacency successors_;
  detail::adjacency predecessors_;
  std::vector<node_id> order_;
};

/// The nodes from which a path leads to `target`, ascending; target itself is one of them.
///
/// Undefined: cycles are no obstacle
/// Errors:    data_error where an edge leaves the graph or target is no node
/// Cost:      O(nodes + edges log edges)
/// Example:   edges {0 -> 2, 1 -> 3} and target 2 give {0, 2}
[[nodiscard]] constexpr std::vector<node_id> reaching(const graph_view& graph, node_id target) {
  detail::check_endpoints(graph);
  if (target >= graph.nodes) detail::throw_stray_edge({target, target}, graph.nodes);
  std::vector<edge> turned;
  for (const edge& e : graph.edges) turned.push_back({e.to, e.from});
  const detail::adjacency predecessors{graph.nodes, std::move(turned)};
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

/// Whether one node reaches another, for all pairs: the transitive closure.
///
/// Requires: it is asked about nodes of the graph
/// Cost:    O(nodes * edges / 64) once, nodes^2 / 8 bytes; a question is O(1)
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

  /// True where a path of at least one edge leads from `from` to `to`.
  [[nodiscard]] constexpr bool operator()(node_id from, node_id to) const noexcept {
    return (bits_[from * words_ + to / 64] >> (to % 64U) & 1U) != 0;
  }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace v0
}  // namespace mhqa
