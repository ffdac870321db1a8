// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Determines the kind of thing that an answer names (a person, a people, an organization, a place) from its words, its
// question and its paragraph. "Who" then becomes "the person who" or "the organization that".
#pragma once

#include <mhqa/compose/noun_phrase.hpp>
#include <mhqa/error.hpp>
#include <mhqa/text/unicode_data.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1 {

namespace detail {

inline constexpr std::array<std::string_view, 8> countries_in_capitals{"eu", "u.k", "u.s", "u.s.a",
                                                                       "uk", "us",  "usa", "ussr"};

// True if the sentence with the name, or the next one, contains "he" or "she".
[[nodiscard]] bool pronoun_near(std::string_view paragraph, std::string_view name);

[[nodiscard]] bool is_place_of_demonym(std::string_view word) noexcept;

// True for the plural name of a team: its paragraph is about games.
[[nodiscard]] bool is_team(std::string_view paragraph);

// True for a country among the known places in lower case.
[[nodiscard]] bool is_country(std::string_view place) noexcept;

}  // namespace detail

/// Returns the kind of an answer.
///
/// Shape:     organization: a noun for one, or an acronym; people: an adjective of a people; country, place: a known
///            one; team: a plural name in a paragraph about games; person: two or three capitalised words that the
///            question asks for by "who", or a name followed by a sentence with "he" or "she"
/// Undefined: unknown if nothing decides: names of teams or shows look like any others
/// Cost:      O(words of the paragraph)
/// Example:   kind_of_answer("Henry Dunant", "Dunant was born in Geneva.") == named_kind::person
[[nodiscard]] named_kind kind_of_answer(std::string_view answer, std::string_view paragraph,
                                        std::string_view question = {});

/// Returns the kind for a tagger's type in OntoNotes' labels, as spaCy writes them.
/// Example: kind_of_type("PERSON") == named_kind::person
[[nodiscard]] constexpr named_kind kind_of_type(std::string_view type) noexcept {
  using enum named_kind;
  constexpr std::array<std::pair<std::string_view, named_kind>, 8> kinds{{{"PERSON", person},
                                                                          {"PER", person},
                                                                          {"NORP", people},
                                                                          {"ORG", organization},
                                                                          {"GPE", place},
                                                                          {"LOC", place},
                                                                          {"FAC", place},
                                                                          {"WORK_OF_ART", work}}};
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const auto& row) { return row.first == type; });
  return found == kinds.end() ? unknown : found->second;
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/answer_sense.ipp>
#endif
