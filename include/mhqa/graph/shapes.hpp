// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The six reasoning shapes of MuSiQue by name, and which of them a graph has.
// Trivedi et al. 2022, Table 1; the edges are those of all 2,417 questions of the development set.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/graph/dag.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace mhqa {
inline namespace v0 {

/// A reasoning shape. Steps are counted from 1 here, as in `#1`; the last step gives the answer.
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

/// The name that MuSiQue's ids begin with: "2hop", "3hop1", … "4hop3".
[[nodiscard]] constexpr std::string_view to_string(shape s) noexcept {
  return detail::row_of(s).name;
}

/// The shape of that name, taken whole.
///
/// Errors:  expected "2hop, 3hop1, 3hop2, 4hop1, 4hop2 or 4hop3" at position 0
/// Example: *parse_shape("4hop2") == shape::hop4_2
[[nodiscard]] constexpr parsed<shape> parse_shape(std::string_view name) noexcept {
  for (const shape s : all_shapes) {
    if (to_string(s) == name) return {s, {}, 0};
  }
  return not_parsed<shape>("2hop, 3hop1, 3hop2, 4hop1, 4hop2 or 4hop3", 0);
}

/// How many steps a question of this shape has.
[[nodiscard]] constexpr std::size_t hops(shape s) noexcept {
  return detail::row_of(s).steps;
}

/// The edges of the shape over the nodes 0 … hops(s)-1, ascending; each goes to a later node.
[[nodiscard]] constexpr graph_view graph_of(shape s) noexcept {
  const auto& row = detail::row_of(s);
  return {row.steps, std::span<const edge>{row.edges}.first(row.steps - std::size_t{1})};
}

/// A shape together with the place that each node of the recognised graph takes in it.
struct shape_match {
  shape kind;
  std::array<node_id, 4> place;  ///< place[i]: node i's number in graph_of(kind); the first hops(kind) are used

  friend constexpr bool operator==(const shape_match&, const shape_match&) = default;
};

/// The shape that a graph has after its nodes are numbered anew, or nothing.
///
/// The places put every predecessor first and the answer last, so that a graph with any numbering can be
/// written as a decomposition. Among several numberings the smallest is taken, the given one if it fits.
/// Undefined: repeated edges count once; a cycle, an edge that leaves the graph, any other graph: nothing
/// Cost:      at most 24 numberings of four nodes
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

}  // namespace v0
}  // namespace mhqa
