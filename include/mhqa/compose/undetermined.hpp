// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds what only a question's paragraph or its time determines: "the consortium", "the Super Bowl" where several are
// numbered, "currently". Such a question does not stand alone, even without a pronoun.
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/english/pattern.hpp>

#include <array>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Returns true if a question has "the" and a common noun or an office ("the President") that nothing determines: no
/// name, number or superlative before the noun, and no phrase or clause after it.
///
/// Shape:     `given` is a mention that a head will replace; a phrase that it belongs to is determined, and of other
///            phrases only a noun alone counts, since "the space program" beside a known thing is mostly known, too
/// Undefined: kinds, as in "Who invented the steam engine?", look the same
/// Cost:      O(words)
/// Example:   names_bare_thing("Who did Sky team up with outside the consortium?")
[[nodiscard]] bool names_bare_thing(std::string_view question, mention given = {});

/// Returns true if a question has "the" and a name that its paragraph numbers: "the Super Bowl" beside "Super Bowl 50".
///
/// Shape:     `given` is a mention that a head will replace: its name is the head's concern. False for questions about
///            the whole series: "How many …", "first", "last", "ever", "has"
/// Undefined: series that the paragraph does not number
/// Cost:      O(bytes)
/// Example:   names_series("Who won the Super Bowl?", "… won Super Bowl XX in 1986.")
[[nodiscard]] bool names_series(std::string_view question, std::string_view paragraph, mention given = {});

/// What changes with time, as rows.
// clang-format off
inline constexpr std::array<language_row, 1> time_rows{{
    {"changes-with-time", {
      "^ !where|when ~@digits|@roman ... @be the !the* champion|champions|mvp|winner&!@possessive",
      "^ who ~@digits|@roman is the !the* captain|ceo|chairman|coach|governor|manager|mayor|president|quarterback&!@possessive",
      "^ ~@digits|@roman ... currently|now|nowadays|present|presently|recent|recently|today|upcoming&@plain",
      "^ ~@digits|@roman ... @determiner|@possessive current&@plain", "^ ~@digits|@roman ... !the will&@plain"},
     "What is the current capital of Ohio?", "Who was king in 1900?"},
}};
// clang-format on

/// Returns true if the answer changes with time: "Who is currently …?", "What network will carry …?", "What team was
/// the champion?", "Who is the president of …?". A number, which may be a year, determines the time.
///
/// Cost:    O(words)
/// Example: depends_on_time("What is the current capital of Ohio?")
[[nodiscard]] bool depends_on_time(std::string_view question);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/undetermined.ipp>
#endif
