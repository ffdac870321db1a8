// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads when the person whom an encyclopedia paragraph is about was born and died: "(1593 – 12 July 1637)", "(born May
// 8, 1967)", "He died at Ilkeston on 27 June 1905". A date that the text does not state stays empty, with a reason.
// E.g. read_life("Willem van Haecht", paragraph).died->date
#pragma once

#include <mhqa/date/detail/life_bracket.hpp>
#include <mhqa/date/detail/life_clause.hpp>
#include <mhqa/date/detail/life_entry.hpp>
#include <mhqa/date/detail/life_subject.hpp>
#include <mhqa/date/detail/life_text.hpp>
#include <mhqa/date/partial_date.hpp>
#include <mhqa/date/stated_date.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

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

namespace detail {

/// Puts the findings of one stretch of text into a reading; the first mention of an event counts.
class life_collector {
 public:
  explicit life_collector(life_reading& out) noexcept : out_{out} {}

  void note(life_reason reason) noexcept {
    out_.reasons = static_cast<std::uint16_t>(out_.reasons | 1U << static_cast<unsigned>(reason));
  }

  void add(const life_findings& found, bool living) noexcept;

  /// "(28 July 1750)" after the name is a death if a clause gives that year: "He died in 1750".
  void settle_single_date() noexcept;

  void add(const life_clause& clause, bool living) noexcept;

 private:
  void add(std::optional<life_date>& known, life_date date, std::optional<std::array<life_date, 2>>& both,
           life_reason disputed) noexcept;

  life_reading& out_;
  std::optional<life_date> single_{};  // a date in a bracket of which nothing says what it is
};

/// Reads one paragraph: its lead up to the first verb, then its sentences.
class life_reader {
 public:
  life_reader(std::string_view title, std::string_view text);

  [[nodiscard]] life_reading read();

 private:
  [[nodiscard]] bool is_living() const noexcept { return verb_.form == life_word::present; }

  // How many of the title's words stand before token `end`.
  [[nodiscard]] std::size_t named_before(std::size_t end) const;

  // "John Doe (1819–1893), a pastor, served …", "Theobald (735–770), Count of Arles": the noun after the first bracket.
  [[nodiscard]] life_noun apposition_noun() const;

  // "Archduchess Ann of Austria", in the title.
  [[nodiscard]] bool has_title_of_rank() const;

  // The table beside an article about a character, whose rows have become one text.
  [[nodiscard]] bool is_table_of_character() const;

  // "Clifford Smith (born April 1, 1971), better known by his stage name Method Man, is": the title in the sentence.
  [[nodiscard]] bool is_titled() const;

  // "Scott was", "Charles Avison".
  [[nodiscard]] bool begins_with_name() const noexcept;

  // "was born in Newcastle upon Tyne": the title is where something happens.
  [[nodiscard]] bool is_title_place() const;

  void take(const life_findings& found);

  // "Born" and "The" at the beginning of a sentence have a capital but are not names.
  [[nodiscard]] static bool is_name_part(const life_token& token) noexcept {
    return token.part == life_word::other || token.part == life_word::honorific || token.value != 0;
  }

  // The end of the capitalised words that a sentence begins with, if the title's are among them; otherwise 0.
  [[nodiscard]] std::size_t own_first_words() const;

  // "Ann Roe, M.D. (1979)": two initials that are not the title's stand before the bracket.
  [[nodiscard]] bool follows_degree(std::size_t open) const noexcept;

  // The brackets between the name and the verb, and "John Doe, born 5 May 1900 in Oslo, was".
  void read_lead();

  // A rank's bracket may give its holder's life or term: months, and more years than a term has, tell.
  [[nodiscard]] bool is_of_subject(std::size_t open, const life_findings& found) const;

  // "is a British film composer (born 1971 in Beaconsfield)": a bracket after the noun.
  void read_predicate();

  // "Matthew Prior, b. 1664; d. 1721.", "English scientist who formulated the law of elasticity (1635-1703)".
  [[nodiscard]] bool read_entry();
  void read_gloss();
  [[nodiscard]] bool is_plain_life(const entry_dates& entry, const life_findings& dates) const;
  void take_entry(const life_findings& dates);

  // Returns true if a first sentence about another name is about the title all the same: a stage name that follows
  // later.
  [[nodiscard]] bool is_introduced();

  // A pronoun for a person, or a "who" in the first sentence.
  [[nodiscard]] bool is_personal() const noexcept;

  // The years from birth to death; nothing unless both are stated.
  [[nodiscard]] std::optional<int> years_lived() const noexcept;

  // "Ann Roe (1788–1864) served as the eighth Mayor": what only people do, right after the bracket.
  [[nodiscard]] bool acts_as_person() const noexcept;

  [[nodiscard]] bool is_person(bool about_person, bool begins_with_life) const;

  std::string_view title_;
  life_text t_;
  life_names names_;    // of the title
  life_names aliases_;  // and of the lead
  life_verb verb_;
  life_noun title_noun_ = life_noun::unknown;
  life_noun noun_ = life_noun::unknown;
  bool has_life_ = false;            // a bracket gives dates
  bool has_words_ = false;           // it says "born" or "died"
  bool has_month_ = false;           // it has a month
  bool entry_ = false;               // the text is an entry of a dictionary
  bool foreign_ = false;             // a bracket with dates follows another name
  bool of_others_ = false;           // the lead names somebody else
  bool alone_ = false;               // the title's whole name stands before the first bracket with dates
  std::optional<bool> mentioned_{};  // the title's whole name stands in the text
  life_reading out_;
  life_collector collect_{out_};
};

}  // namespace detail

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

}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/date/detail/life.ipp>
#endif
