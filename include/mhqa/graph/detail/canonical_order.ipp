// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of canonical_order.hpp.
#pragma once

#include <mhqa/graph/detail/canonical_order.hpp>

#include <mhqa/error.hpp>

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <tuple>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE canonical_order::canonical_order(const dag& graph) : graph_{graph}, forest_{is_forest(graph)} {
  partial start;
  start.colours = heights();
  for (std::uint32_t& height : start.colours) height = static_cast<std::uint32_t>(graph.size()) - height;
  start.places.assign(graph.size(), unplaced);
  search(std::move(start));
}

MHQA_INLINE bool canonical_order::is_forest(const dag& graph) {
  std::vector<node_id> root(graph.size());
  for (std::size_t i = 0; i < root.size(); ++i) root[i] = static_cast<node_id>(i);
  const auto find = [&root](node_id node) {
    while (root[node] != node) node = root[node] = root[root[node]];
    return node;
  };
  for (node_id node = 0; node < graph.size(); ++node) {
    for (const node_id to : graph.successors(node)) {
      const node_id a = find(node), b = find(to);
      if (a == b) return false;
      root[a] = b;
    }
  }
  return true;
}

MHQA_INLINE std::vector<std::uint32_t> canonical_order::heights() const {
  std::vector<std::uint32_t> out(graph_.size(), 0);
  for (std::size_t i = graph_.size(); i-- > 0;) {
    const node_id node = graph_.order()[i];
    for (const node_id to : graph_.successors(node)) out[node] = std::max(out[node], out[to] + 1);
  }
  return out;
}

MHQA_INLINE void canonical_order::refine(partial& at) const {
  using colours = std::vector<std::uint32_t>;
  using key = std::tuple<bool, std::uint32_t, colours, colours>;
  for (std::size_t classes = 0;;) {
    std::vector<std::pair<key, node_id>> keys;
    keys.reserve(graph_.size());
    const auto around = [&at](std::span<const node_id> nodes) {
      colours out;
      for (const node_id node : nodes) out.push_back(at.colours[node]);
      std::sort(out.begin(), out.end());
      return out;
    };
    for (node_id node = 0; node < graph_.size(); ++node) {
      const bool waits = at.places[node] == unplaced;
      keys.emplace_back(key{waits, waits ? at.colours[node] : at.places[node], around(graph_.predecessors(node)),
                            around(graph_.successors(node))},
                        node);
    }
    std::sort(keys.begin(), keys.end());
    std::uint32_t colour = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i != 0 && keys[i].first != keys[i - 1].first) ++colour;
      at.colours[keys[i].second] = colour;
    }
    if (keys.empty() || colour + std::size_t{1} == classes) return;
    classes = colour + std::size_t{1};
  }
}

MHQA_INLINE std::vector<node_id> canonical_order::next(partial& at) const {
  std::vector<node_id> best, row, best_row;
  for (node_id node = 0; node < graph_.size(); ++node) {
    if (at.places[node] != unplaced) continue;
    row.clear();
    for (const node_id from : graph_.predecessors(node)) row.push_back(at.places[from]);
    std::sort(row.begin(), row.end(), std::greater<>{});
    if (!row.empty() && row.front() == unplaced) continue;
    if (best.empty() || row > best_row) {
      best.clear();
      best_row = row;
    }
    if (row == best_row) best.push_back(node);
  }
  if (best.size() < 2) return best;
  refine(at);
  std::uint32_t least = at.colours[best.front()];
  for (const node_id node : best) least = std::min(least, at.colours[node]);
  std::erase_if(best, [&](node_id node) { return at.colours[node] != least; });
  if (forest_) best.resize(1);
  // Nodes with the same neighbours are interchangeable: one of them stands for all.
  std::vector<node_id> different;
  for (const node_id node : best) {
    const bool twin = std::any_of(different.begin(), different.end(), [&](node_id other) {
      return std::ranges::equal(graph_.successors(node), graph_.successors(other));
    });
    if (!twin) different.push_back(node);
  }
  return different;
}

MHQA_INLINE void canonical_order::search(partial at) {
  while (at.placed < graph_.size()) {
    const std::vector<node_id> nodes = next(at);
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      partial other = at;
      other.places[nodes[i]] = static_cast<node_id>(other.placed++);
      search(std::move(other));
    }
    at.places[nodes.front()] = static_cast<node_id>(at.placed++);
  }
  if (++numberings_ > most_numberings) {
    throw_data_error({}, "a graph of " + std::to_string(graph_.size()) + " nodes is too symmetrical to be named");
  }
  std::vector<edge> edges;
  for (node_id node = 0; node < graph_.size(); ++node) {
    for (const node_id to : graph_.successors(node)) edges.push_back({at.places[node], at.places[to]});
  }
  std::sort(edges.begin(), edges.end());
  if (numberings_ > 1 && best_edges_ <= edges) return;
  best_edges_ = std::move(edges);
  best_places_ = std::move(at.places);
}

}  // namespace mhqa::inline v0_1::detail
