// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads when the person whom an encyclopedia paragraph is about was born and died: "(1593 – 12 July 1637)", "(born May
// 8, 1967)", "He died at Ilkeston on 27 June 1905". A date that the text does not state stays empty, with a reason.
// E.g. read_life("Willem van Haecht", paragraph).died->date
#pragma once

#include <mhqa/date/partial_date.hpp>
#include <mhqa/date/stated_date.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Where a date of a life was read.
enum class life_source : std::uint8_t {
  bracket,  ///< "(1593 – 12 July 1637)" after the name
  clause,   ///< "He died on 27 June 1905."
  refined,  ///< in the bracket, and more precisely in a clause
};

/// Why a date of a life is missing, or needs care.
enum class life_reason : std::uint8_t {
  not_a_person,       ///< a ship, a war, a dynasty, a film …, or nothing says that it is a person
  other_subject,      ///< the bracket follows a name other than the title's
  single_date,        ///< one date without a word, and the text does not say that the person lives
  other_event,        ///< the dates of a reign, an office or a floruit
  baptism_only,       ///< a baptism, and no birth
  burial_only,        ///< a burial, and no death
  unreadable,         ///< a date that the calendar does not have, or that leaves its century open
  out_of_order,       ///< a death before the birth, or more than 120 years after it
  birth_disputed,     ///< the text gives two births that exclude each other: neither is reported
  death_disputed,     ///< the same of deaths
  dies_while_living,  ///< a death, although the text says that the person "is"
};

/// The number of values of life_reason.
inline constexpr std::size_t life_reasons = 11;

/// "other event": a reason in words, as counted in reports.
[[nodiscard]] constexpr std::string_view to_string(life_reason reason) noexcept {
  constexpr std::array<std::string_view, life_reasons> names{
      "not a person", "other subject", "single date",    "other event",    "baptism only",     "burial only",
      "unreadable",   "out of order",  "birth disputed", "death disputed", "dies while living"};
  return names[static_cast<std::size_t>(reason)];
}

/// A date of a life, with its place: text.substr(position, length) is the spelling.
struct life_date {
  stated_date date{};
  std::size_t position = 0;
  std::size_t length = 0;
  life_source source = life_source::bracket;

  friend constexpr bool operator==(const life_date&, const life_date&) = default;
};

/// What a paragraph says about the life of its subject.
struct life_reading {
  bool person = false;  ///< the title is a person, as far as the paragraph tells
  std::optional<life_date> born{}, died{};
  std::optional<life_date> baptised{}, buried{};  ///< no birth or death follows from these
  /// Two dates of one event that exclude each other, of which neither is reported.
  std::optional<std::array<life_date, 2>> disputed_birth{}, disputed_death{};
  std::uint16_t reasons = 0;  ///< a bit for each life_reason

  [[nodiscard]] constexpr bool has(life_reason reason) const noexcept {
    return (reasons >> static_cast<unsigned>(reason) & 1U) != 0;
  }

  friend constexpr bool operator==(const life_reading&, const life_reading&) = default;
};

/// Reads when the subject of a paragraph was born and died.
///
/// Shape:     brackets after the name count first; clauses of the running text whose subject is the person add what the
///            brackets lack, refine them ("1859" by "5 June 1859") or dispute them: then neither is reported. A
///            date before or after an "O.S." bracket is reported as written. Baptism and burial are reported apart
/// Undefined: no date if the title is not a person or nothing in the text states one; `reasons` says why
/// Cost:      linear in the text; a few allocations
/// Source:    Ho et al. 2022 (HieraDate), Appendix B: a date must be given by the paragraph of its entity
/// Example:   to_edtf(read_life("Radama I", "Radama I (1793–1828) was the first sovereign …").died->date)  // 1828
[[nodiscard]] life_reading read_life(std::string_view title, std::string_view text);

/// The spelling of an exact date as an answer: the text's own if it is one date and nothing else, "July 12, 1637" if it
/// is not ("15 April [O.S. 3 April] 1894").
///
/// Shape: `date` is exact(found.date); `text` is the one that was read
[[nodiscard]] std::string spell_found(std::string_view text, const life_date& found, partial_date date);

/// Where the dates of a reading come from and why others are missing: "born: bracket; died: clause; baptism only".
///
/// Shape: parts with "; " between them; a baptism, a burial and both sides of a dispute with their dates in EDTF:
///        "birth disputed: 1900-05-01 or 1900-05-02"
[[nodiscard]] std::string explain(const life_reading& life);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/date/detail/life.ipp>
#endif
