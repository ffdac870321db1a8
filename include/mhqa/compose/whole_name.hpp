// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Decides by capitals, hyphens, possessives and prepositions whether a mention is a whole name in its context or a part
// of a longer one: "Victoria" is a part in "the Victoria and Albert Museum".
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/english/pattern.hpp>
#include <mhqa/text/unicode_data.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

namespace detail {

inline constexpr std::array<std::string_view, 27> personal_titles{
    "baron",     "bishop", "cardinal", "chancellor", "count", "dr",    "duke",    "emperor", "empress",
    "general",   "judge",  "king",     "lady",       "lord",  "mr",    "mrs",     "ms",      "pope",
    "president", "prince", "princess", "professor",  "queen", "saint", "senator", "sir",     "st"};
inline constexpr std::array<std::string_view, 16> name_joins{"al", "bin", "da", "de",  "del", "della", "der", "des",
                                                             "di", "du",  "el", "ibn", "la",  "le",    "van", "von"};

// True for a word in lower case that stands between the words of a name.
[[nodiscard]] constexpr bool joins_name(std::string_view word) noexcept {
  return is_genitive(word) || is_one_of(word, name_joins);
}

inline constexpr std::array<std::string_view, 17> directions{
    "central",  "east",      "eastern", "greater",   "lower",    "mid",       "middle", "north", "northeast",
    "northern", "northwest", "south",   "southeast", "southern", "southwest", "upper",  "west"};

// True for two or more letters, all upper case.
[[nodiscard]] bool is_acronym(std::string_view text) noexcept;

}  // namespace detail

/// The name around a mention.
struct name_around {
  mention span{};           ///< the mention, or the longer name
  bool title_only = false;  ///< the name only adds a personal title: "President Kennedy"
  bool cased = true;        ///< false if the mention has no capital, so that nothing is certain

  friend bool operator==(const name_around&, const name_around&) = default;
};

/// Returns the longest name that contains a mention.
///
/// Shape:     adjacent capitalised words and numbers; "of", "de", "van" … join them; "and" joins if a capitalised noun
///            for an institution follows; a year does not; a comma or another mark ends a name. A possessive ends it
///            unless a capital follows. A mention inside a longer quotation is a part of all of it
/// Undefined: at the beginning of a sentence, a function word, a verb or an adverb is not a name
/// Cost:      O(words)
/// Example:   "Chicago" in "When was the University of Chicago founded?" gives "University of Chicago"
[[nodiscard]] name_around find_name(const sentence_words& words, mention m);

/// Whether a mention is its whole name.
enum class name_place : std::uint8_t {
  whole,
  part,      ///< of a longer name
  undecided  ///< no capital shows where the name ends
};

/// Returns how a mention of an answer is used in a question, given the question that the answer belongs to.
///
/// Shape:   a longer name still denotes the answer in four cases: it only adds a personal title and the head asks for a
///          person; it adds the noun that the head asks for ("What cycle …?", "Rankine", "the Rankine Cycle"); the
///          answer's paragraph has the longer name and never the mention alone; or it has the longer name and the
///          mention is a person's surname
/// Example: place_of_name("Who was it?", "Tesla met Rankine.", "Who described the Rankine Cycle?", {18, 7}) is part
[[nodiscard]] name_place place_of_name(std::string_view asking, std::string_view paragraph, std::string_view question,
                                       mention m);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/whole_name.ipp>
#endif
