// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Undoes the inversion of an English question: finds the subject and the verb of "did the Dutch fleet sink" and returns
// "the Dutch fleet sank". Returns nothing if the end of the subject is uncertain.
#pragma once

#include <mhqa/english/sentence_words.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

inline constexpr std::array<std::string_view, 8> subject_pronouns{"he",  "i",    "it", "people",
                                                                  "she", "they", "we", "you"};
inline constexpr std::array<std::string_view, 7> relative_words{"that", "when", "where", "which",
                                                                "who",  "whom", "whose"};
inline constexpr std::array<std::string_view, 12> predicate_adjectives{"able",    "active",  "available",   "born",
                                                                       "common",  "due",     "equal",       "famous",
                                                                       "present", "popular", "responsible", "similar"};

// "who" and the like, but not in a name: "Doctor Who".
[[nodiscard]] bool opens_clause(const sentence_word& w) noexcept;
// "didn't", "wasn't": the auxiliary with "not".
[[nodiscard]] bool is_negated(std::string_view w) noexcept;
// A word that can be the verb of a clause in some form.
[[nodiscard]] bool is_verb_form(const sentence_word& w);
[[nodiscard]] bool is_auxiliary(std::string_view w) noexcept;
[[nodiscard]] bool is_adverb(std::string_view w) noexcept;
[[nodiscard]] bool is_possessive(const sentence_word& w) noexcept;

// True if a verb may be at this place: after a noun, not after a word that needs a noun.
[[nodiscard]] bool may_follow_noun(std::span<const sentence_word> words, std::size_t at) noexcept;

// "was #1 born in".
[[nodiscard]] bool ends_dangling(std::span<const sentence_word> words) noexcept;

// "part of" at the end of "is #1 part of": a noun without an article as the predicate.
[[nodiscard]] bool is_part_of(std::span<const sentence_word> words);

inline constexpr std::size_t no_position = static_cast<std::size_t>(-1);

[[nodiscard]] std::size_t find_participle(std::span<const sentence_word> words);

}  // namespace detail

/// Returns a question from its auxiliary on as a statement.
///
/// Shape:     "did SUBJECT sink …" -> "SUBJECT sank …"; "was SUBJECT built …" -> "SUBJECT was built …"; modal verbs and
///            "have" alike. With `places`, also "is SUBJECT" and "is SUBJECT in …". With `lacks_object`, the last word
///            is the verb if it can be: "did the broadcast cover"
/// Undefined: nothing if no verb of the table follows the subject, if two words may be the verb, or if the subject
///            contains a clause
/// Cost:      O(words)
/// Example:   "does the Rhine rise" gives "the Rhine rises"
[[nodiscard]] std::optional<std::string> without_inversion(std::span<const sentence_word> words, bool places = false,
                                                           bool lacks_object = false);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/english/detail/clause.ipp>
#endif
