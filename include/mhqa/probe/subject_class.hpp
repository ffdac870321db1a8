// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What the title of an encyclopedia paragraph names: a person, a place, an organization, a work. Read from the life
// that the paragraph states, what stands in brackets after the title, and the noun of the definition.
//   subject_class_of("Jaws (film)", paragraph) == mhqa::subject_class::work
#pragma once

#include <mhqa/error.hpp>

#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The class of what a title names.
enum class subject_class : std::uint8_t {
  other,
  born_person,  ///< a person whose birth the paragraph dates
  person,       ///< another person, also a fictional one or persons of one name
  place,
  organization,
  work,
};

/// Returns the class of what a paragraph's title names.
///
/// Undefined: other, if neither life, brackets nor definition tell
/// Cost:      O(bytes of the paragraph), as read_life
/// Example:   ("Oslo", "Oslo is the capital of Norway.") gives place
[[nodiscard]] subject_class subject_class_of(std::string_view title, std::string_view text);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/probe/detail/subject_class.ipp>
#endif
