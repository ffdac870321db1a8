// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Limits on the length of composed questions and on the reuse of their parts, and the mix of shapes: the paper's
// values, and those of its released data (Trivedi et al. 2022, Sec. 5, S4).
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/graph/shapes.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace mhqa::inline v0_1 {

/// The most points of doubt (find_doubts) that a question may have: next to no limit, and that of the preset
/// `released`.
inline constexpr std::size_t most_doubt_points = 24;
inline constexpr std::size_t released_doubt_points = 8;

/// Limits on the parts of a multi-hop question.
///
/// Units: words between white space, of the single-hop questions with bridges replaced by the heads' answers
/// Source: Trivedi et al. 2022, Sec. 5, S4: "2, 3-hops to <= 15, and 3-hops to <= 20"; the second "3-hops" is read as
///         4 hops
struct composition_limits {
  std::size_t question_words = 10;                        ///< in one step
  std::array<std::size_t, 3> total_words = {15, 15, 20};  ///< in all steps of 2, 3 and 4 hops
  std::size_t bridge_uses = 25;                           ///< most multi-hop questions that use a bridge entity
  std::size_t question_uses = 100;                        ///< most multi-hop questions that use a single-hop question
  bool hidden_answers = true;  ///< no step mentions another's answer after bridges become `#n`
  bool no_subgraphs = true;    ///< no question whose steps are a subset of a kept longer one's

  [[nodiscard]] constexpr std::size_t total_of(shape s) const noexcept { return total_words[hops(s) - 2]; }

  friend constexpr bool operator==(const composition_limits&, const composition_limits&) = default;
};

/// The limits by name.
namespace limits {

inline constexpr composition_limits paper{};
/// Wide enough for all of MuSiQue's development set, which exceeds the paper's limits.
inline constexpr composition_limits released{22, {31, 36, 44}, 56, 100, true, true};

}  // namespace limits

/// The mix of reasoning shapes.
///
/// Shape: shares on any scale; a shape of share 0 is not made. At most size * its share of a shape are kept. With size
///        0, no shape has a limit
/// Source: Trivedi et al. 2022, Table 2 (hops of the whole set); within 3 and 4 hops the development set's shapes
struct shape_mix {
  std::array<double, 6> shares = {16899, 4416, 1494, 1217, 317, 471};  ///< in the order of all_shapes
  std::uint64_t size = 0;

  friend constexpr bool operator==(const shape_mix&, const shape_mix&) = default;
};

/// Limits on the work for a pool with too many chains to examine.
///
/// Shape: per shape and final question, the number of chains to examine, spread by the seed; per shape, the number of
///        compositions to keep
struct composition_budget {
  std::uint64_t looked_at_per_question = 512;
  std::size_t held_per_shape = 200000;

  friend constexpr bool operator==(const composition_budget&, const composition_budget&) = default;
};

}  // namespace mhqa::inline v0_1
