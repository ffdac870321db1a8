// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Neighbour lists, topological order and cycles, for graph/dag.hpp.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/graph/graph_view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

// The neighbours of each node as one array with offsets, each neighbour once.
class adjacency {
 public:
  constexpr adjacency() = default;

  // Sorts each list.
  constexpr adjacency(std::size_t nodes, std::vector<edge> edges) : first_(nodes + 1, 0) {
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    for (const edge& e : edges) ++first_[e.from + std::size_t{1}];
    for (std::size_t i = 0; i < nodes; ++i) first_[i + 1] += first_[i];
    to_.reserve(edges.size());
    for (const edge& e : edges) to_.push_back(e.to);
  }

  // Keeps in each list the order in which `edges` first names the neighbours.
  static constexpr adjacency in_order(std::size_t nodes, std::span<const edge> edges) {
    adjacency out;
    std::vector<std::vector<node_id>> lists(nodes);
    for (const edge& e : edges) lists[e.from].push_back(e.to);
    std::vector<std::size_t> last(nodes, 0);  // the last list that has the node, from 1
    for (std::size_t node = 0; node < nodes; ++node) {
      for (const node_id to : lists[node]) {
        if (last[to] == node + 1) continue;
        last[to] = node + 1;
        out.to_.push_back(to);
      }
      out.first_.push_back(out.to_.size());
    }
    return out;
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

constexpr std::vector<edge> reversed(std::span<const edge> edges) {
  std::vector<edge> out;
  out.reserve(edges.size());
  for (const edge& e : edges) out.push_back({e.to, e.from});
  return out;
}

[[noreturn]] inline void throw_stray_edge(const edge& e, std::size_t nodes) {
  throw_data_error({}, "edge " + std::to_string(e.from) + " -> " + std::to_string(e.to) +
                           ": expected numbers of nodes below " + std::to_string(nodes));
}

// name(node) converts to std::string.
template <class Name>
[[noreturn]] inline void throw_cycle(std::span<const node_id> cycle, Name& name) {
  std::string path = "cycle ";
  for (const node_id node : cycle) path += std::string{name(node)} + " -> ";
  throw_data_error({}, path + std::string{name(cycle.front())});
}

constexpr void check_endpoints(const graph_view& graph) {
  if (graph.nodes > std::numeric_limits<node_id>::max()) throw_data_error({}, "expected fewer than 2^32 nodes");
  for (const edge& e : graph.edges) {
    if (e.from >= graph.nodes || e.to >= graph.nodes) throw_stray_edge(e, graph.nodes);
  }
}

constexpr adjacency successors_of(const graph_view& graph) {
  return {graph.nodes, std::vector<edge>(graph.edges.begin(), graph.edges.end())};
}

// Kahn's algorithm with a heap: the smallest ready node comes next. Nodes on or after a cycle are left out.
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
  order.reserve(nodes);
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

// A cycle of a graph for which kahn() left nodes out. Each of those lies on a cycle or after one, so a walk back over
// them meets a node again.
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
}  // namespace mhqa::inline v0_1
