// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds overlap between two parts of a data set: multi-hop questions overlap if they share a single-hop question, the
// answer to one, or the paragraph of one (Trivedi et al. 2022, Sec. 5, S5).
//   auto report = mhqa::find_leaks(train, dev);  report.left.any  // questions of train that overlap one of dev
#pragma once

#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mhqa::inline v0_1 {

/// The parts of a multi-hop question that others may share, as keys; equal parts have equal keys.
///
/// Shape: each sorted, without repeats
struct overlap_keys {
  std::vector<std::uint32_t> questions;   ///< of its steps
  std::vector<std::uint32_t> answers;     ///< of its steps, aliases included
  std::vector<std::uint32_t> paragraphs;  ///< its supports

  friend bool operator==(const overlap_keys&, const overlap_keys&) = default;
};

/// Returns the keys of a composition. All answers without words (articles, punctuation) are equal.
[[nodiscard]] overlap_keys overlap_keys_of(const single_hop_pool& pool, const pool_words& words, const composition& c);

/// \overload For many compositions.
[[nodiscard]] std::vector<overlap_keys> overlap_keys_of(const single_hop_pool& pool, const pool_words& words,
                                                        std::span<const composition> compositions);

/// Returns true if two multi-hop questions share anything.
/// Example: overlaps({{1}, {2, 3}, {4}}, {{9}, {3}, {8}})  // true: the answer 3
[[nodiscard]] bool overlaps(const overlap_keys& a, const overlap_keys& b) noexcept;

/// Counts by kind of overlap.
struct overlap_counts {
  std::size_t questions = 0;
  std::size_t answers = 0;
  std::size_t paragraphs = 0;
  std::size_t any = 0;  ///< of any kind; defined by leak_report

  friend constexpr bool operator==(const overlap_counts&, const overlap_counts&) = default;
};

/// The overlap of two parts.
struct leak_report {
  overlap_counts shared;  ///< distinct single-hop questions, answers and paragraphs in both; `any`: their sum
  overlap_counts left;    ///< multi-hop questions of the left part that overlap the right part; `any`: in some way
  overlap_counts right;   ///< the same for the right part
  std::size_t left_size = 0;
  std::size_t right_size = 0;

  [[nodiscard]] bool clean() const noexcept { return shared.any == 0; }

  friend constexpr bool operator==(const leak_report&, const leak_report&) = default;
};

/// Finds the overlap of two parts.
///
/// Cost:    O(keys log keys)
/// Source:  Trivedi et al. 2022, Sec. 5, S5
/// Example: find_leaks(train, test).right.any  // test questions that overlap training
[[nodiscard]] leak_report find_leaks(std::span<const overlap_keys> left, std::span<const overlap_keys> right);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/leaks.ipp>
#endif
