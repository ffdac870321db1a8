// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Entries of dictionaries, directories and genealogies, which give a life without a bracket after the name: "Matthew
// Prior, b. 1664; d. 1721.", "Ann Roe, 1850–1900, English poet.", and glosses, which end with one: "English scientist
// (1635-1703)".
#pragma once

#include <mhqa/date/detail/life_subject.hpp>
#include <mhqa/date/detail/life_text.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

/// What a part of an entry is: the words between two marks before its dates.
enum class entry_part : char { name, person, parents, other, nobody };

/// A row of the table of parts.
///
/// Shape: `words` are letters as in owner_rule, with s "son", "daughter" …, l "pupil" and its like beside them; '*' is
///        any number of them. `nobody`: whose dates follow is unclear, so that nothing is an entry
struct entry_rule {
  std::string_view words;
  entry_part part;
  std::string_view example;
};

// The first that fits counts.
inline constexpr std::array<entry_rule, 16> entry_rules{{
    {"*v*", entry_part::nobody, "Ann Roe edited Mind, b. 1820"},
    {"*q*", entry_part::nobody, "Ann Roe, his widow, d. 1890"},
    {"*r*", entry_part::nobody, "Ann Roe, a sister of Max Roe, b. 1820"},
    {"*so*", entry_part::parents, "Ann Roe, daughter of Max and Mary (Lee) Roe, b. 1820"},
    {"*s*", entry_part::nobody, "Ann Roe, a daughter, b. 1820"},
    {"*lo*", entry_part::nobody, "Ann Roe, pupil of Max Lee, b. 1820"},
    {"*li*", entry_part::nobody, "Ann Roe, assistant to Max Lee, b. 1820"},
    {"n*", entry_part::name, "Roe, Ann, b. 1820"},
    {"*n", entry_part::name, "Capt. Hugh Roe, b. 1820"},
    {"*l", entry_part::person, "Ann Roe, music teacher, b. 1820"},
    {"*p", entry_part::person, "Ann Roe, English poet, b. 1820"},
    {"*h", entry_part::person, "Ann Roe; Queen; b. 1820"},
    {"*po*", entry_part::person, "Ann Roe, author of the Dictionary, b. 1820"},
    {"*pi*", entry_part::person, "Ann Roe, clockmaker in Ulm, b. 1820"},
    {"*p&*", entry_part::person, "Ann Roe, poet and woman of letters, b. 1820"},
    {"*", entry_part::other, "Ann Roe, O.M., of Ulm, b. 1820"},
}};

/// The tokens of an entry in which its dates stand.
struct entry_dates {
  std::size_t begin = 0, end = 0;
  bool words = false;   // "born" or "died" says which is which
  bool person = false;  // a noun for a person stands before them
  bool office = false;  // the words right before them may be those of an office
};

/// Finds the dates of an entry, after a name, a description of a person or a heading, with any parts in between; `end`
/// is the end of the first sentence, or its verb.
[[nodiscard]] std::optional<entry_dates> find_entry(const life_text& t, const life_names& names, std::size_t end);

/// Finds the bracket that ends a gloss, a sentence about a person without a name.
[[nodiscard]] std::optional<entry_dates> find_gloss(const life_text& t, const life_names& names);

/// The part that tokens [begin, end) are.
[[nodiscard]] entry_part entry_part_of(const life_text& t, const life_names& names, std::size_t begin, std::size_t end);

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/date/detail/life_entry.ipp>
#endif
