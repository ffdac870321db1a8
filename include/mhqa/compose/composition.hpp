// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A multi-hop question before it has a wording: single-hop questions of a pool in one of the six reasoning shapes, with
// its id and its steps with `#n`.
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/graph/shapes.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mhqa::inline v0_1 {

/// Single-hop questions along the edges of a reasoning shape.
///
/// Shape: uses the first hops(kind) questions and the first hops(kind) - 1 bridges; the others are zero, so equal
///        compositions compare equal. bridges[e] is the place where the question of graph_of(kind).edges[e].to mentions
///        the answer of the edge's `from`
struct composition {
  shape kind = shape::hop2;
  std::array<std::uint32_t, 4> questions{};
  std::array<mention, 3> bridges{};

  [[nodiscard]] std::span<const std::uint32_t> steps() const& noexcept {
    return std::span<const std::uint32_t>{questions}.first(hops(kind));
  }
  std::span<const std::uint32_t> steps() const&& = delete;  // a view into a temporary

  friend constexpr bool operator==(const composition&, const composition&) = default;
  friend constexpr auto operator<=>(const composition&, const composition&) = default;
};

/// Returns a pair as a question of two hops.
[[nodiscard]] constexpr composition as_composition(const question_pair& pair) noexcept {
  return {shape::hop2, {pair.head, pair.tail, 0, 0}, {pair.bridge, {}, {}}};
}

/// Returns the id in MuSiQue's form: the shape's name, two underscores, and the steps' ids separated by one.
/// Example: "3hop1__a_b_c"
[[nodiscard]] std::string id_of(const single_hop_pool& pool, const composition& c);

/// Returns the questions of the steps, with `#n` in place of each mention of an earlier answer.
///
/// Undefined: of two overlapping mentions, only the first is replaced
/// Source:    Trivedi et al. 2022, Table 1
/// Example:   {"Who wrote Emma?", "When was #1 born?"}
[[nodiscard]] std::vector<std::string> steps_of(const single_hop_pool& pool, const composition& c);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/composition.ipp>
#endif
