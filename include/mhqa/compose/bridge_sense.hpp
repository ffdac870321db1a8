// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests whether an answer and its mention mean the same thing, as far as their texts show: "German" is a language in
// one question and an adjective in the next, "LI" is not "Li", "All" is not a name.
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/english/pattern.hpp>
#include <mhqa/text/unicode_data.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Why an answer and its mention may mean different things.
enum class bridge_sense : std::uint8_t {
  same,       ///< nothing speaks against it
  no_entity,  ///< the question asks for a number, a date or a reason, or the answer is a common word or a clause
  spelling,   ///< different case or symbols: "LI" and "Li", "#P" and "P"
  place,      ///< the head asks for a person, but the mention is a place: "in Victoria"
  adjective,  ///< a people, language or creed as an attribute: "Irish cities"
  undecided   ///< a direction or a single letter, which names many things
};

/// Returns "", "no-entity", "spelling", "place", "adjective" or "undecided".
[[nodiscard]] constexpr std::string_view to_string(bridge_sense sense) noexcept {
  constexpr std::array<std::string_view, 6> names{"", "no-entity", "spelling", "place", "adjective", "undecided"};
  return names[static_cast<std::size_t>(sense)];
}

namespace detail {

// A word in lower case as a whole word of a text.
[[nodiscard]] bool contains_word(std::string_view text, std::string_view word) noexcept;

}  // namespace detail

/// How a question uses the bridge, whose words are given, as rows.
// clang-format off
inline constexpr std::array<language_row, 5> bridge_rows{{
    {"bridge-in-place", {"across|in|inside|into|near|throughout|within @given&!the&!@possessive+ $",
      "across|in|inside|into|near|throughout|within @given&!the&!@possessive+ !@capital&!@given"},
     "What was found in Ann?", "When was Ann born?"},
    {"bridge-in-language", {"from|in|into @given"}, "Which books are in Ann?", "Who met Ann?"},
    {"bridge-of-language", {
      "@given&!@possessive alphabet|grammar|language|lectures|name|speakers|term|text|translation|version|word|words&!@given",
      "@given&!@possessive !@function&!@aux&!@given alphabet|grammar|language|lectures|name|speakers|term|text|translation|version|word|words"},
     "What is the Ann word for sea?", "Which Ann poet fled?"},
    {"bridge-before-noun", {"@given&!@possessive !@given&!@function&!@aux"},
     "What do Ann schools cost?", "Who beat Ann?"},
    {"bridge-after-article", {"the @given", "the&@given"}, "Who fled from the Ann?", "Who speaks Ann?"},
}};
// clang-format on

/// Compares the sense of an answer with that of its mention in another question.
///
/// Shape:   an adjective of a people, a language or a creed is the same only in the role that the head asks for: a
///          language before "language", "word", "name", or after "in"; a creed before any noun; a people if no noun
///          follows. Uses no tagger; same_entity_type() does
/// Cost:    O(words), and O(bytes) of the paragraph for a one-word answer
/// Example: check_sense("What language did he study?", "German", text, "Who was the German king?", {12, 6}) is
///          adjective
[[nodiscard]] bridge_sense check_sense(std::string_view asking, std::string_view answer, std::string_view paragraph,
                                       std::string_view question, mention m);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/bridge_sense.ipp>
#endif
