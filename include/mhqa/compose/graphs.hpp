// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects the questions of a data set from all candidates, longest first and in a seeded order (Trivedi et al. 2022,
// Sec. 5, S4). Keeps a candidate if its steps and bridges are not used up, no longer question contains it, and the mix
// of shapes has room.
//   auto made = mhqa::compose_questions(pool, words, connected, seed, mhqa::limits::released);
#pragma once

#include <mhqa/compose/candidates.hpp>
#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/limits.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/parallel.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The reasons for rejecting a candidate, in the order of checking.
inline constexpr std::array<std::string_view, 6> selection_faults{
    "shape-is-full", "equal-steps-or-id", "part-of-longer", "bridge-used-up", "question-used-up", "longer-than-worded"};

/// A test of a composition; empty if nothing is tested.
using composition_test = std::function<bool(const composition&)>;

/// The selected questions, and counts of rejected candidates by reason.
struct composition_selection {
  std::vector<composition> kept;            ///< ascending: by shape, then by questions
  std::array<std::uint64_t, 6> by_shape{};  ///< number kept, in the order of all_shapes
  std::vector<reason_count> dropped;        ///< one per element of selection_faults

  friend bool operator==(const composition_selection&, const composition_selection&) = default;
};

/// Returns how many questions of each shape may be kept: their shares of the size, or any number without a size.
///
/// Undefined: a share that is not positive counts as 0; a quota above 2^63 means no limit
/// Example:   a size of 90 and the shares {2, 1, 0, 0, 0, 0} give {60, 30, 0, 0, 0, 0}
[[nodiscard]] std::array<std::uint64_t, 6> shape_quotas(const shape_mix& mix);

/// Selects among candidates.
///
/// Shape:  4 hops before 3 before 2, so that parts of longer questions are known; within a number of hops, in seeded
///         order and in rounds: no head or bridge n + 1 times before every other that can be used was used n times.
///         Two single-hop questions are the same if their normalised texts are equal. Two bridges are the same if the
///         normalised answers of their heads are equal. Each counts once per multi-hop question. Of several candidates
///         with the same steps or the same id, one is kept; ids can be equal if the pool's contain underscores. With
///         `can_word`, those that it refuses come last, so that they use up nothing and contain no other that is kept
/// Cost:   O(candidates log candidates), and a call of `can_word` for each that no other reason rejects
/// Source: Trivedi et al. 2022, Sec. 5, S4
[[nodiscard]] composition_selection select_compositions(const single_hop_pool& pool, const pool_words& words,
                                                        const composition_candidates& candidates, std::uint64_t seed,
                                                        const composition_limits& limits = {},
                                                        const shape_mix& mix = {},
                                                        const composition_test& can_word = {});

/// The result of finding and selecting, with the counts of both.
struct composed_graphs {
  std::vector<composition> kept;  ///< ascending
  std::array<std::uint64_t, 6> by_shape{};
  std::array<shape_counts, 6> candidates;
  std::vector<reason_count>
      dropped;  ///< "pair-too-long", "pair-has-reference", composition_faults, "over-budget", selection_faults

  friend bool operator==(const composed_graphs&, const composed_graphs&) = default;
};

/// Performs S4: finds and selects compositions.
///
/// Source:  Trivedi et al. 2022, Sec. 5, S4
/// Example: compose_questions(pool, words, connected_pairs(words, pairs, verdicts).kept, 7).kept
template <class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] composed_graphs compose_questions(const single_hop_pool& pool, const pool_words& words,
                                                std::span<const question_pair> pairs, std::uint64_t seed,
                                                const composition_limits& limits = {}, const shape_mix& mix = {},
                                                E&& exec = {}, const composition_budget& budget = {},
                                                const composition_test& can_word = {}) {
  const composition_candidates found = find_compositions(pool, words, pairs, seed, limits, exec, budget);
  composition_selection chosen = select_compositions(pool, words, found, seed, limits, mix, can_word);
  composed_graphs out{std::move(chosen.kept), chosen.by_shape, found.counts, {}};
  out.dropped.push_back({"pair-too-long", found.long_pairs});
  out.dropped.push_back({"pair-has-reference", found.marked_pairs});
  out.dropped.insert(out.dropped.end(), found.dropped.begin(), found.dropped.end());
  std::uint64_t over = 0;
  for (const shape_counts& c : found.counts) over += c.over_budget;
  out.dropped.push_back({"over-budget", over});
  out.dropped.insert(out.dropped.end(), chosen.dropped.begin(), chosen.dropped.end());
  return out;
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/graphs.ipp>
#endif
