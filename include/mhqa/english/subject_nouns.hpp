// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What the noun says of "X is a …": that X is a person, a thing, or a thing with a life of its own (a horse, a ship, a
// character). The lexicon's persons are fewer and name things, too: "Ann's is a private school".
#pragma once

#include <mhqa/config.hpp>

#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// What a noun says of its subject.
enum class subject_noun : std::uint8_t {
  unknown,
  person,
  thing,
  lively_thing,  ///< no date of birth makes it a person: a horse, a ship, a character, a band
};

/// Returns true for a thing of either kind.
[[nodiscard]] constexpr bool is_thing(subject_noun noun) noexcept {
  return noun == subject_noun::thing || noun == subject_noun::lively_thing;
}

/// Returns true for an animal, whose name may be a surname, too: "Lone Wolf the Younger".
[[nodiscard]] bool is_animal(std::string_view lower);

/// Returns what a noun in lower case says of its subject.
///
/// Shape:   a word in no table names a person if it ends in "-ist", "-ician", "-woman", "-man", "-smith" …
/// Cost:    a few binary searches
/// Source:  the first sentences of 25,000 encyclopedia paragraphs; words that name both (star, double) are in no table
/// Example: subject_noun_of("novelist") == subject_noun::person, subject_noun_of("schooner") == lively_thing
[[nodiscard]] subject_noun subject_noun_of(std::string_view lower);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/english/detail/subject_nouns.ipp>
#endif
