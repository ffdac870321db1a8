// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What the date questions are made from: two people, the dates that a source gives of them, and their paragraphs.
// Also where a date is taken from: the question's own evidence, a table of dates, or the paragraph.
#pragma once

#include <mhqa/date/find.hpp>
#include <mhqa/date/life.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/error.hpp>
#include <mhqa/text/fold.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// What a person's date is a date of.
enum class life_event : std::uint8_t { birth, death };

/// Somebody whom a question compares. The views must outlive it.
struct date_person {
  std::string_view name;
  std::string_view id{};                 ///< e.g. in Wikidata; empty if it has none
  std::vector<std::string_view> born{};  ///< spelled by the question's own evidence
  std::vector<std::string_view> died{};
  std::vector<std::string_view> known_born{};  ///< spelled by a table of dates, several where it has several
  std::vector<std::string_view> known_died{};
  std::string paragraph{};  ///< their own paragraph; empty if there is none
};

/// A question and the people whom it compares.
struct date_source {
  std::string_view id;
  std::string_view question;
  std::string_view answer;  ///< gold
  std::vector<date_person> people{};
};

/// Why a question has no probing questions, or what is worth to know of one that has them.
enum class date_reason : std::uint8_t {
  no_phrase,            ///< no phrase of the templates stands in the question
  too_few_people,       ///< fewer than two
  too_many_people,      ///< more than two
  missing_date,         ///< nothing says when somebody was born or died
  unparsed_date,        ///< a date that is no date
  two_dates,            ///< the evidence gives two dates for one event
  not_in_paragraph,     ///< a date of the table is not spelled in the person's paragraph
  death_before_birth,   ///< a life that ends before it begins
  equal_dates,          ///< nobody is first
  equal_ages,           ///< nobody lived longer
  cannot_tell,          ///< the rule cannot order or subtract dates that are this partial
  answer_names_nobody,  ///< the gold answer is neither of the two
  answer_disagrees,     ///< the dates say that the gold answer is wrong
};

inline constexpr std::size_t date_reasons = 13;

/// "answer disagrees": a reason in words, as counted in reports.
[[nodiscard]] constexpr std::string_view to_string(date_reason reason) noexcept {
  constexpr std::array<std::string_view, date_reasons> names{
      "no phrase",   "too few people",      "too many people",    "missing date", "unparsed date",
      "two dates",   "not in paragraph",    "death before birth", "equal dates",  "equal ages",
      "cannot tell", "answer names nobody", "answer disagrees"};
  return names[static_cast<std::size_t>(reason)];
}

/// A reason with the words that make it understood.
struct date_finding {
  date_reason reason{};
  std::string detail{};

  friend bool operator==(const date_finding&, const date_finding&) = default;
};

/// A date and how its source spells it.
struct spelled_date {
  partial_date date{};
  std::string text{};

  friend bool operator==(const spelled_date&, const spelled_date&) = default;
};

/// A date, or why there is none.
struct resolved_date {
  std::optional<spelled_date> date{};
  date_finding missing{};
};

/// How the paragraph spells a date, if it does.
///
/// Example: find_spelling("(1593 – 12 July 1637)", {1637, 7, 12})  // "12 July 1637"
[[nodiscard]] inline std::optional<std::string_view> find_spelling(std::string_view paragraph, partial_date date) {
  for (const found_date& found : find_all(paragraph)) {
    if (found.date == date) return paragraph.substr(found.position, found.length);
  }
  return std::nullopt;
}

/// Whether a text has the word "age" or "aged", so that an age in it need not be calculated.
///
/// Source: Ho et al. 2022, Appendix B.2, "Numerical Reasoning Issue"
[[nodiscard]] inline bool mentions_age(std::string_view text) noexcept {
  return find_word(text, "age") || find_word(text, "aged");
}

namespace detail {

[[nodiscard]] inline std::string event_of(const date_person& person, life_event event) {
  return std::string{event == life_event::birth ? "birth of " : "death of "}.append(person.name);
}

[[nodiscard]] inline resolved_date no_date_of(const date_person& person, life_event event, date_reason reason,
                                              std::string_view more = {}) {
  std::string detail = event_of(person, event);
  if (!more.empty()) detail.append(": ").append(more);
  return {.date = {}, .missing = {reason, std::move(detail)}};
}

}  // namespace detail

/// When somebody was born or died.
///
/// Shape:  the question's own evidence, as it spells it; else the first date of the table that the paragraph spells
/// (the
///         first at all where there is no paragraph and none is wanted); else what find_life() sees in the paragraph
/// Errors: reasons, not exceptions
/// Source: HieraDate, functions.py, choose_date_of_death: of several dates in Wikidata, the one that the text spells
[[nodiscard]] inline resolved_date resolve_date(const date_person& person, life_event event,
                                                bool must_be_spelled = false) {
  const auto stated = std::span{event == life_event::birth ? person.born : person.died};
  const auto known = std::span{event == life_event::birth ? person.known_born : person.known_died};
  std::optional<spelled_date> result;
  for (const std::string_view text : stated) {
    const parsed<partial_date> date = parse_date(text);
    if (!date) return detail::no_date_of(person, event, date_reason::unparsed_date, text);
    if (!result) result = spelled_date{*date, std::string{text}};
    if (!(result->date == *date)) {
      return detail::no_date_of(person, event, date_reason::two_dates, result->text + " and " + std::string{text});
    }
  }
  if (result) return {.date = std::move(result), .missing = {}};
  for (const std::string_view text : known) {
    const parsed<partial_date> date = parse_date(text);
    if (!date) return detail::no_date_of(person, event, date_reason::unparsed_date, text);
    if (const auto spelling = find_spelling(person.paragraph, *date)) {
      return {.date = spelled_date{*date, std::string{*spelling}}, .missing = {}};
    }
    if (!result) result = spelled_date{*date, std::string{text}};
  }
  if (result && person.paragraph.empty() && !must_be_spelled) return {.date = std::move(result), .missing = {}};
  if (result) return detail::no_date_of(person, event, date_reason::not_in_paragraph, result->text);
  const life_dates life = find_life(person.paragraph);
  const std::optional<found_date>& found = event == life_event::birth ? life.born : life.died;
  if (!found) return detail::no_date_of(person, event, date_reason::missing_date);
  return {.date = spelled_date{found->date, person.paragraph.substr(found->position, found->length)}, .missing = {}};
}

}  // namespace v0
}  // namespace mhqa
