// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// How long composed questions may be, how often their parts may be used, and how many of each shape are wanted.
// The paper's values and those that its released data keep (Trivedi et al. 2022, Sec. 5, S4).
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/graph/shapes.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace mhqa {
inline namespace v0 {

/// What a multi-hop question may be made of.
///
/// Units: words between white space, of the single-hop questions with the bridges written out as the heads' answers
/// Source: Trivedi et al. 2022, Sec. 5, S4, whose "2, 3-hops to <= 15, and 3-hops to <= 20" is read as 2 and 3, and 4
struct composition_limits {
  std::size_t question_words = 10;                        ///< of one step
  std::array<std::size_t, 3> total_words = {15, 15, 20};  ///< of all steps of 2, 3 and 4 hops
  std::size_t bridge_uses = 25;                           ///< multi-hop questions with one bridge entity
  std::size_t question_uses = 100;                        ///< multi-hop questions with one single-hop question
  bool hidden_answers = true;  ///< no step still shows another's answer once its bridges are written as `#n`
  bool no_subgraphs = true;    ///< no question whose steps are all steps of a kept longer one

  [[nodiscard]] constexpr std::size_t total_of(shape s) const noexcept { return total_words[hops(s) - 2]; }

  friend constexpr bool operator==(const composition_limits&, const composition_limits&) = default;
};

/// The limits by name.
namespace limits {

inline constexpr composition_limits paper{};
/// Wide enough for all of MuSiQue's development set, which does not keep the paper's.
inline constexpr composition_limits released{22, {31, 36, 44}, 56, 100, true, true};

}  // namespace limits

/// How many questions of each shape are wanted.
///
/// Shape: shares of any scale; a shape of share 0 is not made. Of a shape at most size * its share of all are kept.
///        size 0 stands for the size of which the questions of 2 hops, chosen alone, are their share, so that no more
///        long ones are made than suit them; 2 hops then have no limit, and without a share of theirs no shape has one
/// Source: Trivedi et al. 2022, Table 2 (hops of the whole set); within 3 and 4 hops the development set's shapes
struct shape_mix {
  std::array<double, 6> shares = {16899, 4416, 1494, 1217, 317, 471};  ///< in the order of all_shapes
  std::uint64_t size = 0;

  friend constexpr bool operator==(const shape_mix&, const shape_mix&) = default;
};

/// How much work is spent on a pool in which chains are too many to look at.
///
/// Shape: of the chains that end in one question, per shape, so many are looked at, spread by the seed; of what passes,
///        so many a shape are held
struct composition_budget {
  std::uint64_t looked_at_per_question = 512;
  std::size_t held_per_shape = 200000;

  friend constexpr bool operator==(const composition_budget&, const composition_budget&) = default;
};

}  // namespace v0
}  // namespace mhqa
