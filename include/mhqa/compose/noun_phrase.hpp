// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Turns an English question into a noun phrase for its answer: "Who wrote Emma?" into "the person who wrote Emma",
// "What team did #1 join?" into "the team that #1 joined", so that one question can be part of another.
#pragma once

#include <mhqa/english/asked.hpp>
#include <mhqa/english/clause.hpp>
#include <mhqa/english/pattern.hpp>
#include <mhqa/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The kind that "who" and "where" stand for, as far as it is known.
enum class named_kind : std::uint8_t { unknown, person, people, organization, place, work, country, team };

/// Returns "", "person", "people", "organization", "place", "work", "country" or "team".
[[nodiscard]] constexpr std::string_view to_string(named_kind kind) noexcept {
  constexpr std::array<std::string_view, 8> names{"",      "person", "people",  "organization",
                                                  "place", "work",   "country", "team"};
  return names[static_cast<std::size_t>(kind)];
}

namespace detail {

using clause_span = std::span<const sentence_word>;

// The words that join a clause to its noun: "the man who came", "whom Ann met", "with whom she came".
struct link_words {
  std::string_view subject, object, after_preposition;
};
inline constexpr link_words links_of_person{"who", "whom", "whom"}, links_of_thing{"that", "that", "which"};
[[nodiscard]] link_words links_of(std::string_view noun) noexcept;

// "the event after which they award the prize", if the answer to "When do they award the prize?" is "after the final".
[[nodiscard]] std::optional<std::string> event_of(clause_span words, std::string_view answer);

}  // namespace detail

/// What the words after the question word and a form of "be" name, as rows.
// clang-format off
inline constexpr std::array<language_row, 5> naming_rows{{
    {"name-of", {"^ the name of", "^ the actual|birth|full|proper|real name of"}, "the name of the game",
     "the first name of Ann"},
    {"called-last", {"^ @any @any ... called|named $"}, "the game of Ann called", "the so called game"},
    {"word-itself", {"^ the abbreviation|name|nickname|term|title for|given", "name $", "^ the @any name of",
      "^ the @any called|named @relative"},
     "the name for a fleet", "the fleet"},
    {"holds-thing", {"^ ~@stop|@relative|@aux|@negated held|holds the patent|record|title @any @any"},
     "holds the record for hits", "holds the fort for Ann"},
    {"plays-games", {"^ who beat|defeated|win|won ... bowl|championship|cup|game|games|league|pennant|tournament",
      "^ who play|played|plays against|in ~halftime|show ... bowl|cup|game|games|league|match|playoffs|tournament"},
     "who played in the most games", "who played at the game"},
}};
// clang-format on

/// Returns a question as a noun phrase for its answer.
///
/// Shape:     "Who …" by the answer's kind, "Whose …", "Where …", "When …", "Which|What NOUN …", "Who|What is the …",
///            "What did …", "In which NOUN …", "Unlike NAME, what …", "The Rhine enters which lake?"
///            with a preposition, "NAME >> relation" by the table of relations, or if the label is a noun phrase. The
///            answer tells what kind of place it is ("the county where …")
/// Undefined: nothing if the verb is not in the table of verbs, if noun and verb cannot be told apart, and for "who"
///            without a kind
/// Cost:      O(text)
/// Source:    Trivedi et al. 2022, Sec. 5, S7, where people word the questions; the rules are ours
/// Example:   noun_phrase_of("Which river crosses #1?") == "the river that crosses #1"
[[nodiscard]] std::optional<std::string> noun_phrase_of(std::string_view question, named_kind kind = named_kind::person,
                                                        std::string_view answer = {});

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/noun_phrase.ipp>
#endif
