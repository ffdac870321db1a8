// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A multi-hop question before it has a wording: single-hop questions of a pool in one of the six reasoning shapes, with
// its id and its steps with `#n`.
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/graph/shapes.hpp>

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

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
[[nodiscard]] inline std::string id_of(const single_hop_pool& pool, const composition& c) {
  std::string out{to_string(c.kind)};
  out += '_';
  for (const std::uint32_t question : c.steps()) {
    out += '_';
    out += pool.questions[question].id;
  }
  return out;
}

/// Returns the questions of the steps, with `#n` in place of each mention of an earlier answer.
///
/// Undefined: of two overlapping mentions, only the first is replaced
/// Source:    Trivedi et al. 2022, Table 1
/// Example:   {"Who wrote Emma?", "When was #1 born?"}
[[nodiscard]] inline std::vector<std::string> steps_of(const single_hop_pool& pool, const composition& c) {
  std::vector<std::string> out;
  const std::span<const edge> edges = graph_of(c.kind).edges;
  for (std::size_t step = 0; step < hops(c.kind); ++step) {
    std::vector<std::pair<mention, std::uint32_t>> references;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if (edges[e].to == step) references.emplace_back(c.bridges[e], edges[e].from + 1);
    }
    std::sort(references.begin(), references.end());
    const std::string_view text = pool.questions[c.questions[step]].question;
    std::string& line = out.emplace_back();
    std::size_t at = 0;
    for (const auto& [where, number] : references) {
      if (where.begin < at) continue;
      line += text.substr(at, where.begin - at);
      line += '#' + std::to_string(number);
      at = where.begin + where.size;
    }
    line += text.substr(at);
  }
  return out;
}

}  // namespace v0_1
}  // namespace mhqa
