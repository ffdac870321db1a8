// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The vocabulary of graphs: nodes by number, edges, and a view of a graph that somebody else owns.
#pragma once

#include <mhqa/config.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

namespace mhqa::inline v0_1 {

/// A node is identified by its number, from 0.
using node_id = std::uint32_t;

/// `to` needs the result of `from`.
struct edge {
  node_id from;
  node_id to;

  friend constexpr auto operator<=>(const edge&, const edge&) = default;
};

/// Edges over the nodes 0 … nodes-1. Neither owns nor checks them: repeated edges and cycles may occur.
struct graph_view {
  std::size_t nodes = 0;
  std::span<const edge> edges{};
};

}  // namespace mhqa::inline v0_1
