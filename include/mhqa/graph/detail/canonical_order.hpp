// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A numbering of a dag's nodes that equal graphs share, for graph/reasoning_shape.hpp: individualisation and colour
// refinement, as canonical labelling programs do it, with every node placed after its predecessors.
#pragma once

#include <mhqa/graph/dag.hpp>
#include <mhqa/graph/graph_view.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::detail {

class canonical_order {
 public:
  explicit canonical_order(const dag& graph);

  // places()[node] is the node's number.
  [[nodiscard]] std::vector<node_id> places() && { return std::move(best_places_); }
  // The edges between those numbers, ascending.
  [[nodiscard]] std::vector<edge> edges() && { return std::move(best_edges_); }

 private:
  static constexpr node_id unplaced = ~node_id{0};
  static constexpr std::size_t most_numberings = 2000;

  struct partial {
    std::vector<std::uint32_t> colours;  // equal only for nodes that nothing has told apart so far
    std::vector<node_id> places;
    std::size_t placed = 0;
  };

  // Returns true if the graph has no cycle even if directions are ignored; refinement then separates all nodes that
  // differ.
  static bool is_forest(const dag& graph);

  // The length of the longest path from each node.
  [[nodiscard]] std::vector<std::uint32_t> heights() const;

  // Splits the colours by those of the neighbours until nothing changes; placed nodes have colours of their own.
  void refine(partial& at) const;

  // Returns the nodes that may come next: those whose predecessors come latest and that are otherwise alike.
  [[nodiscard]] std::vector<node_id> next(partial& at) const;

  void search(partial at);

  const dag& graph_;
  bool forest_;
  std::size_t numberings_ = 0;
  std::vector<node_id> best_places_;
  std::vector<edge> best_edges_;
};

}  // namespace mhqa::inline v0_1::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/graph/detail/canonical_order.ipp>
#endif
