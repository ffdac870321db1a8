// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests whether a single-hop question can be understood without its paragraph: "Who scored on this drive?" and "Which
// city is one of the largest?" cannot become hops.
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/english/sentence_words.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

/// The reasons why a question does not stand alone.
enum class question_gap : std::uint8_t {
  none,
  reference,  ///< "this drive", "did he", "the previous game", "in the article", "the game"
  many,       ///< "one of the …", "an example of …": the description fits many things
  no_name,    ///< no name, number or quotation, and fewer than six words of content
  kind,       ///< "what kind of …": the answer is a description
  definition  ///< "Who was Tesla?": the answer describes a name in the question
};

/// Returns "", "reference", "many", "no-name", "kind" or "definition".
[[nodiscard]] constexpr std::string_view to_string(question_gap gap) noexcept {
  constexpr std::array<std::string_view, 6> names{"", "reference", "many", "no-name", "kind", "definition"};
  return names[static_cast<std::size_t>(gap)];
}

namespace detail {

[[nodiscard]] bool is_name_word(const sentence_words& words, std::size_t i) noexcept;

// True for a comparative with "than" after it: "higher scores on standardized tests than".
[[nodiscard]] bool is_comparative(const sentence_words& words, std::size_t i);

[[nodiscard]] bool asks_for_any(const sentence_words& words);

}  // namespace detail

/// Returns the reason why a question does not stand alone, if any.
///
/// Shape:   `given` is a mention that a head will replace: it counts as a name, and pronouns after it may refer to it.
///          Reasons about the answer (many, no-name, kind, definition) apply only to heads
/// Cost:    O(words)
/// Example: find_gap("Who scored on this drive?") == question_gap::reference
[[nodiscard]] question_gap find_gap(std::string_view question, mention given = {}, bool head = true);

}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/stands_alone.ipp>
#endif
