// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The input of the date questions: two people, the dates that sources give for them, and their paragraphs. Chooses a
// date from the question's evidence, a table of dates, and the paragraph.
#pragma once

#include <mhqa/date/life.hpp>
#include <mhqa/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// The two events of a life.
enum class life_event : std::uint8_t { birth, death };

/// A person whom a question compares. The viewed strings must outlive it.
struct date_person {
  std::string_view name;
  std::string_view id{};                 ///< e.g. in Wikidata; may be empty
  std::vector<std::string_view> born{};  ///< as spelled in the question's evidence
  std::vector<std::string_view> died{};
  std::vector<std::string_view> known_born{};  ///< as spelled in a table of dates, which may have several
  std::vector<std::string_view> known_died{};
  std::string paragraph{};       ///< the person's paragraph; may be empty
  std::string_view chosen_by{};  ///< the film that represents its maker in question and answer; empty: `name`
  std::string_view event{};      ///< the event of `born`, e.g. "publication"; empty: a birth
};

/// A question and the people whom it compares.
struct date_source {
  std::string_view id;
  std::string_view question;
  std::string_view answer;  ///< gold
  std::vector<date_person> people{};
};

/// Why a question has no probing questions, or a remark on a question that has some.
enum class date_reason : std::uint8_t {
  no_phrase,            ///< the question contains no phrase of the templates
  too_few_people,       ///< fewer than two
  too_many_people,      ///< more than two
  missing_date,         ///< no source has a birth or death date
  unparsed_date,        ///< a spelling that is not a date
  two_dates,            ///< the evidence has two contradictory dates for one event
  not_in_paragraph,     ///< the person's paragraph does not contain a date of the table
  death_before_birth,   ///< the death is before the birth
  equal_dates,          ///< nobody is first
  equal_ages,           ///< nobody lived longer
  cannot_tell,          ///< the dates are too partial to order or subtract
  answer_names_nobody,  ///< the gold answer is neither of the two
  answer_disagrees,     ///< the dates contradict the gold answer
  not_exact,            ///< the only dates are approximate, uncertain, before or after a date, or alternatives
  conflicting_sources,  ///< the table contradicts the evidence
  disputed,             ///< the paragraph has two contradictory dates
};

/// The number of values of date_reason.
inline constexpr std::size_t date_reasons = 16;

/// Returns the reason in words for reports: "answer disagrees".
[[nodiscard]] constexpr std::string_view to_string(date_reason reason) noexcept {
  constexpr std::array<std::string_view, date_reasons> names{
      "no phrase",        "too few people", "too many people",     "missing date",
      "unparsed date",    "two dates",      "not in paragraph",    "death before birth",
      "equal dates",      "equal ages",     "cannot tell",         "answer names nobody",
      "answer disagrees", "not exact",      "conflicting sources", "disputed"};
  return names[static_cast<std::size_t>(reason)];
}

/// A reason with its details.
struct date_finding {
  date_reason reason{};
  std::string detail{};

  friend bool operator==(const date_finding&, const date_finding&) = default;
};

/// A date and its spelling in the source.
struct spelled_date {
  partial_date date{};
  std::string text{};

  friend bool operator==(const spelled_date&, const spelled_date&) = default;
};

/// A date, or the reason why it cannot be used.
struct resolved_date {
  std::optional<spelled_date> date{};
  date_finding missing{};
};

/// Returns the spelling of a date in the paragraph, if the paragraph contains it as an exact date.
///
/// Example: find_spelling("(1593 – 12 July 1637)", {1637, 7, 12})  // "12 July 1637"
[[nodiscard]] std::optional<std::string_view> find_spelling(std::string_view paragraph, partial_date date);

/// Returns true if `finer` equals `coarser` or adds a month or a day: 12 February 1593 refines 1593.
[[nodiscard]] constexpr bool refines(partial_date finer, partial_date coarser) noexcept {
  return finer.year == coarser.year && (coarser.month == 0 || finer.month == coarser.month) &&
         (coarser.day == 0 || finer.day == coarser.day);
}

/// Returns true if a text contains the word "age" or "aged", so that it may give an age away.
///
/// Source: Ho et al. 2022, Appendix B.2, "Numerical Reasoning Issue"
[[nodiscard]] bool mentions_age(std::string_view text) noexcept;

namespace detail {

[[nodiscard]] std::string event_of(const date_person& person, life_event event);

}  // namespace detail

namespace detail {

// An exact date; `refused` marks a date that is not exact.
struct spelling_reading {
  std::optional<partial_date> date;
  bool refused = false;
};
[[nodiscard]] spelling_reading read_spelling(std::string_view text);

}  // namespace detail

/// Returns the date on which a person was born or died, or the reason why it is not known.
///
/// Shape:  uses the first source that has the date. 1. The question's evidence, as spelled there; of several dates, the
///         one that refines the others. A refinement in the table that the paragraph spells replaces it ("1593" ->
///         "12 February 1593"). 2. The first date of the table that the paragraph spells, or simply the first if there
///         is no paragraph and none is required. 3. The date that read_life() reads in the paragraph, unless disputed
/// Errors: returns reasons, never throws. An inexact date ("c. 1637") is never taken for an exact one
/// Source: HieraDate, functions.py, choose_date_of_death: among several dates in Wikidata, prefers the one in the text
[[nodiscard]] resolved_date resolve_date(const date_person& person, life_event event, bool must_be_spelled = false);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/probe/detail/date_person.ipp>
#endif
