// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The six reasoning shapes of MuSiQue: names, edges, and recognition of a graph (Trivedi et al. 2022, Table 1). Each
// of the 2,417 questions of the development set has one of them. See reasoning_shape.hpp for graphs of any size.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/graph/graph_view.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace mhqa::inline v0_1 {

/// One of the paper's reasoning shapes. Steps are counted from 1 here, as in `#1`; the last step gives the answer.
enum class shape : std::uint8_t {
  hop2,    ///< 1 -> 2
  hop3_1,  ///< 1 -> 2 -> 3
  hop3_2,  ///< 1 -> 3, 2 -> 3
  hop4_1,  ///< 1 -> 2 -> 3 -> 4
  hop4_2,  ///< 1 -> 3, 2 -> 3, 3 -> 4
  hop4_3,  ///< 1 -> 2, 2 -> 4, 3 -> 4
};

/// All shapes, in the order of the paper.
inline constexpr std::array<shape, 6> all_shapes{shape::hop2,   shape::hop3_1, shape::hop3_2,
                                                 shape::hop4_1, shape::hop4_2, shape::hop4_3};

namespace detail {

struct shape_row {
  std::string_view name;
  std::uint8_t steps;
  std::array<edge, 3> edges;  // the first steps - 1 are used
};

inline constexpr std::array<shape_row, 6> shape_rows{{
    {"2hop", 2, {{{0, 1}, {0, 0}, {0, 0}}}},
    {"3hop1", 3, {{{0, 1}, {1, 2}, {0, 0}}}},
    {"3hop2", 3, {{{0, 2}, {1, 2}, {0, 0}}}},
    {"4hop1", 4, {{{0, 1}, {1, 2}, {2, 3}}}},
    {"4hop2", 4, {{{0, 2}, {1, 2}, {2, 3}}}},
    {"4hop3", 4, {{{0, 1}, {1, 3}, {2, 3}}}},
}};

constexpr const shape_row& row_of(shape s) noexcept {
  return shape_rows[static_cast<std::size_t>(s)];
}

// Bit 4 * from + to of a graph with at most four nodes.
constexpr std::uint32_t edge_bit(std::size_t from, std::size_t to) noexcept {
  return std::uint32_t{1} << static_cast<unsigned>(4 * from + to);
}

}  // namespace detail

/// Returns the name with which MuSiQue's ids begin: "2hop", "3hop1", … "4hop3".
[[nodiscard]] constexpr std::string_view to_string(shape s) noexcept {
  return detail::row_of(s).name;
}

/// Returns the shape with that name.
///
/// Errors:  expected "2hop, 3hop1, 3hop2, 4hop1, 4hop2 or 4hop3" at position 0
/// Example: *parse_shape("4hop2") == shape::hop4_2
[[nodiscard]] constexpr parsed<shape> parse_shape(std::string_view name) noexcept {
  for (const shape s : all_shapes) {
    if (to_string(s) == name) return {s, {}, 0};
  }
  return not_parsed<shape>("2hop, 3hop1, 3hop2, 4hop1, 4hop2 or 4hop3", 0);
}

/// Returns the number of steps.
[[nodiscard]] constexpr std::size_t hops(shape s) noexcept {
  return detail::row_of(s).steps;
}

/// Returns the shape's edges over the nodes 0 … hops(s)-1, ascending; each leads to a later node.
[[nodiscard]] constexpr graph_view graph_of(shape s) noexcept {
  const auto& row = detail::row_of(s);
  return {row.steps, std::span<const edge>{row.edges}.first(row.steps - std::size_t{1})};
}

/// A shape and the place of each node of the recognised graph in it.
struct shape_match {
  shape kind;
  std::array<node_id, 4> place;  ///< place[i]: node i's number in graph_of(kind); the first hops(kind) are used

  friend constexpr bool operator==(const shape_match&, const shape_match&) = default;
};

/// Returns which of the six shapes a graph has, in any numbering of its nodes; nothing for any other graph.
///
/// The places put predecessors first and the answer last, so that the graph can be written as a decomposition. If
/// several numberings fit, the lexicographically smallest is returned: the given one if it fits.
/// Undefined: repeated edges count once; a cycle or an edge that leaves the graph gives nothing
/// Cost:      tries at most the 24 numberings of four nodes
/// Source:    Trivedi et al. 2022, Table 1
/// Example:   edges {2 -> 0, 1 -> 0} give {shape::hop3_2, {2, 0, 1}}
[[nodiscard]] constexpr std::optional<shape_match> find_shape(const graph_view& graph) {
  if (graph.nodes < 2 || graph.nodes > 4) return std::nullopt;
  for (const edge& e : graph.edges) {
    if (e.from >= graph.nodes || e.to >= graph.nodes) return std::nullopt;
  }
  std::array<node_id, 4> place{0, 1, 2, 3};
  const auto end = place.begin() + static_cast<std::ptrdiff_t>(graph.nodes);
  do {
    std::uint32_t bits = 0;
    for (const edge& e : graph.edges) bits |= detail::edge_bit(place[e.from], place[e.to]);
    for (const shape s : all_shapes) {
      if (hops(s) != graph.nodes) continue;
      std::uint32_t wanted = 0;
      for (const edge& e : graph_of(s).edges) wanted |= detail::edge_bit(e.from, e.to);
      if (bits == wanted) return shape_match{s, place};
    }
  } while (std::next_permutation(place.begin(), end));
  return std::nullopt;
}

}  // namespace mhqa::inline v0_1
