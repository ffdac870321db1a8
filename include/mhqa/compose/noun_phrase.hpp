// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Turns an English question into a noun phrase for its answer: "Who wrote Emma?" into "the person who wrote Emma",
// "What team did #1 join?" into "the team that #1 joined", so that one question can be part of another.
#pragma once

#include <mhqa/english/asked.hpp>
#include <mhqa/english/clause.hpp>
#include <mhqa/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

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

[[nodiscard]] std::string_view link_of(std::string_view noun) noexcept;

// "the event after which they award the prize", if the answer to "When do they award the prize?" is "after the final".
[[nodiscard]] std::optional<std::string> event_of(clause_span words, std::string_view answer);

}  // namespace detail

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

}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/noun_phrase.ipp>
#endif
