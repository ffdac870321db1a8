// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Limits how often one head or one bridge occurs in a part of a data set, relative to the part's size, so that no part
// is about a few things only.
//   auto even = mhqa::spread_questions(words, graphs, train, seed);  // even.kept, even.dropped
#pragma once

#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/rules.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mhqa::inline v0_1 {

/// How many questions of a part may share a head or a bridge.
///
/// Shape: at most max(least, share * questions of the part); share 1 means no limit
struct spread_limits {
  std::size_t least = 4;
  double share = 0.05;
  bool heads = true;    ///< a head is a single-hop question whose answer another step needs, by its normalised text
  bool bridges = true;  ///< a bridge is the normalised answer of a head

  /// Returns the most uses in a part of n questions.
  [[nodiscard]] constexpr std::size_t most(std::size_t n) const noexcept {
    return std::max(least, static_cast<std::size_t>(share * static_cast<double>(n)));
  }
  friend constexpr bool operator==(const spread_limits&, const spread_limits&) = default;
};

/// The questions within the caps.
struct spread_result {
  std::vector<std::uint32_t> kept;    ///< ascending
  std::vector<reason_count> dropped;  ///< "head-too-frequent", "bridge-too-frequent", "beyond-size"

  friend bool operator==(const spread_result&, const spread_result&) = default;
};

/// Selects questions of a part so that its heads and bridges stay within the caps.
///
/// Shape:     `part` has positions in `graphs`; of the questions with a frequent head or bridge, those that the seed
///            puts first stay, in rounds: none is used again before all that can be used were used as often. With a
///            size, at most this many are kept, and the caps are those of this size. If there are `doubts`, one number
///            for each graph, the graphs with fewer come first
/// Undefined: if the size cannot be reached, the caps are those of the number kept
/// Cost:      O(questions log questions) per round; each round lowers the cap
/// Example:   24 of 106 questions share a head -> 5 of them are kept
[[nodiscard]] spread_result spread_questions(const pool_words& words, std::span<const composition> graphs,
                                             std::span<const std::uint32_t> part, std::uint64_t seed,
                                             const spread_limits& limits = {}, std::size_t size = 0,
                                             std::span<const std::size_t> doubts = {});

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/spread.ipp>
#endif
