// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Relates an answer to its golds by their normalised texts: equal, longer, shorter, some shared words, no shared word.
//   relate("paris france", {{"paris"}}) == answer_relation::longer
#pragma once

#include <mhqa/metrics/bag_program.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The relation of an answer to its golds; the first that is true of any gold.
enum class answer_relation : std::uint8_t {
  unanswered,    ///< nothing is left of the answer
  equal,         ///< the same text
  longer,        ///< a gold is part of the answer
  shorter,       ///< the answer is part of a gold
  shared_words,  ///< some words are the same
  other_words    ///< no word is the same
};

/// Returns the relation's name, as "shared words".
[[nodiscard]] constexpr std::string_view name(answer_relation relation) noexcept {
  constexpr std::string_view names[] = {"unanswered",   "equal",      "longer than the gold", "shorter than the gold",
                                        "shared words", "other words"};
  return names[static_cast<std::size_t>(relation)];
}

/// Relates an answer to its golds.
///
/// Requires:  all texts are normalised
/// Undefined: no golds -> other_words; a gold without text is part of nothing
/// Cost:      O(bytes log words) for each gold
[[nodiscard]] answer_relation relate(std::string_view said, std::span<const std::string_view> golds);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/answer_relation.ipp>
#endif
