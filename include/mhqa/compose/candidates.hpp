// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds all compositions of connected pairs, shape by shape, or an even sample if there are too many: pairs are edges,
// and every shape ends in one question (Trivedi et al. 2022, Sec. 5, S4).
//   auto found = mhqa::find_compositions(pool, words, pairs, seed, mhqa::limits::paper);
#pragma once

#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/detail/candidate_order.hpp>
#include <mhqa/compose/detail/pair_graph.hpp>
#include <mhqa/compose/limits.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/graph/shapes.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

// A seeded order among compositions, by the places of their questions.
[[nodiscard]] inline std::uint64_t composition_priority(std::uint64_t seed, const pool_words& words,
                                                        const composition& c) noexcept {
  std::uint64_t record = static_cast<std::uint64_t>(c.kind) + 1;
  for (std::size_t i = 0; i < c.questions.size(); ++i) {
    const std::uint32_t q = i < c.steps().size() ? words.place(c.questions[i]) : c.questions[i];
    record = (record ^ q) * 0x100000001b3U + 0x9E3779B97F4A7C15U;
  }
  return draws{seed, record}();
}

}  // namespace detail

/// The reasons for rejecting a composition, in the order of checking.
inline constexpr std::array<std::string_view, 5> composition_faults{"question-or-paragraph-twice", "bridges-overlap",
                                                                    "long-question", "long-total", "answer-shown"};

/// Counts for one shape: examined - found have a fault; possible - examined were not examined.
struct shape_counts {
  std::uint64_t possible = 0;  ///< chains of pairs whose questions are short enough
  std::uint64_t examined = 0;
  std::uint64_t found = 0;
  std::uint64_t over_budget = 0;  ///< found, but not kept

  friend bool operator==(const shape_counts&, const shape_counts&) = default;
};

/// The compositions of a pool; each vector is sorted.
struct composition_candidates {
  std::array<std::vector<composition>, 6> by_shape;  ///< in the order of all_shapes
  std::array<shape_counts, 6> counts;
  std::uint64_t long_pairs = 0;       ///< pairs with a question that is too long for any bridge
  std::uint64_t marked_pairs = 0;     ///< pairs with a question that contains text like `#2`
  std::vector<reason_count> dropped;  ///< one per element of composition_faults

  [[nodiscard]] const std::vector<composition>& of(shape s) const noexcept {
    return by_shape[static_cast<std::size_t>(s)];
  }
  friend bool operator==(const composition_candidates&, const composition_candidates&) = default;
};

namespace detail {

// What is found of some questions.
struct composition_part {
  std::array<std::vector<composition>, 6> found;
  std::array<shape_counts, 6> counts;
  std::array<std::uint64_t, composition_faults.size()> faults;
};

// The compositions that end in a question, and their sum.
class composition_search {
 public:
  using in_edges = std::array<pair_graph::in_edge, 3>;

  composition_search(const single_hop_pool& pool, const pool_words& words, std::span<const question_pair> pairs,
                     std::uint64_t seed, const composition_limits& limits, const composition_budget& budget)
      : pool_{&pool}, words_{&words}, graph_{pool, pairs, limits}, seed_{seed}, limits_{limits}, budget_{budget} {}

  [[nodiscard]] composition_candidates begin() const;
  void end_in(std::uint32_t last, composition_part& out) const;
  void add(const composition_part& part, composition_candidates& out) const;
  void finish(composition_candidates& out) const;

 private:
  // The place of a composition's first fault in composition_faults; their number for none.
  [[nodiscard]] std::size_t fault_of(const composition& c, const in_edges& edges) const;
  [[nodiscard]] bool has_step_twice(std::span<const std::uint32_t> steps) const;
  [[nodiscard]] bool bridges_meet(const composition& c, const in_edges& edges) const;
  [[nodiscard]] bool shows_answer(const composition& c) const;
  // Keeps the compositions that come first by the seed, if there are too many.
  void hold_best(std::vector<composition>& all) const;

  const single_hop_pool* pool_;
  const pool_words* words_;
  pair_graph graph_;
  std::uint64_t seed_;
  composition_limits limits_;
  composition_budget budget_;
};

}  // namespace detail

/// Finds the compositions of connected pairs within the limits of words, shape by shape: all of them or, beyond the
/// budget, an even sample by the seed; ignores limits of use.
///
/// Shape:  pairs in any order, repeats count once. No question or paragraph occurs twice in a composition, and two
///         bridges of one step neither overlap nor have the same answer; of the two equivalent numberings of 3hop2 and
///         4hop2, the one whose first bridge is mentioned first. The same result for any executor
/// Cost:   O(pairs) and, per question and shape, O(looked_at_per_question) times its number of pairs; 44 bytes per kept
///         composition
/// Source: Trivedi et al. 2022, Sec. 5, S4, and Table 1
template <class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] composition_candidates find_compositions(const single_hop_pool& pool, const pool_words& words,
                                                       std::span<const question_pair> pairs, std::uint64_t seed,
                                                       const composition_limits& limits = {}, E&& exec = {},
                                                       const composition_budget& budget = {}) {
  const detail::composition_search search{pool, words, pairs, seed, limits, budget};
  composition_candidates out = search.begin();
  constexpr std::size_t grain = 64;
  std::vector<detail::composition_part> parts(std::max<std::size_t>(exec.concurrency(), 1) * 8);
  for (std::size_t begin = 0; begin < pool.questions.size(); begin += parts.size() * grain) {
    const std::size_t end = std::min(pool.questions.size(), begin + parts.size() * grain);
    for_each_chunk(exec, end - begin, grain, [&](std::size_t from, std::size_t to) {
      detail::composition_part& mine = parts[from / grain];
      mine = {};
      for (std::size_t q = begin + from; q < begin + to; ++q) search.end_in(static_cast<std::uint32_t>(q), mine);
    });
    for (std::size_t p = 0; p * grain < end - begin; ++p) search.add(parts[p], out);
  }
  search.finish(out);
  return out;
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/candidates.ipp>
#endif
