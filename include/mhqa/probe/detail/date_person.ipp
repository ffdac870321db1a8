// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of date_person.hpp.
#pragma once

#include <mhqa/probe/date_person.hpp>

#include <mhqa/date/find.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/date/stated_find.hpp>
#include <mhqa/date/stated_text.hpp>
#include <mhqa/text/fold.hpp>

#include <span>
#include <utility>

namespace mhqa {
inline namespace v0_1 {

MHQA_INLINE std::optional<std::string_view> find_spelling(std::string_view paragraph, partial_date date) {
  for (const found_stated& found : find_all_stated(paragraph, {.join_spans = false})) {
    if (exact(found.date) == date) return paragraph.substr(found.position, found.length);
  }
  return std::nullopt;
}

MHQA_INLINE bool mentions_age(std::string_view text) noexcept {
  return find_word(text, "age") || find_word(text, "aged");
}

namespace detail {

MHQA_INLINE std::string event_of(const date_person& person, life_event event) {
  return std::string{event == life_event::birth ? "birth of " : "death of "}.append(person.name);
}

[[nodiscard]] inline resolved_date no_date_of(const date_person& person, life_event event, date_reason reason,
                                              std::string_view more = {}) {
  std::string detail =
      person.event.empty() ? event_of(person, event) : std::string{person.event}.append(" of ").append(person.name);
  if (!more.empty()) detail.append(": ").append(more);
  return {.date = {}, .missing = {reason, std::move(detail)}};
}

MHQA_INLINE spelling_reading read_spelling(std::string_view text) {
  if (const auto date = parse_stated(text)) {
    const std::optional<partial_date> day = exact(*date);
    return {day, !day};
  }
  // Evidence may contain years before 100 without an era ("12 July 37").
  return {parse_date<written_date_formats>(text).value, false};
}

}  // namespace detail

MHQA_INLINE resolved_date resolve_date(const date_person& person, life_event event, bool must_be_spelled) {
  const auto evidence = std::span{event == life_event::birth ? person.born : person.died};
  const auto known = std::span{event == life_event::birth ? person.known_born : person.known_died};
  std::optional<spelled_date> result;
  std::string_view inexact;
  for (const std::string_view text : evidence) {
    const detail::spelling_reading read = detail::read_spelling(text);
    if (read.refused) {
      inexact = text;
      continue;
    }
    if (!read.date) return detail::no_date_of(person, event, date_reason::unparsed_date, text);
    if (!result || refines(*read.date, result->date)) {
      if (result && result->date == *read.date) continue;
      result = spelled_date{*read.date, std::string{text}};
    } else if (!refines(result->date, *read.date)) {
      return detail::no_date_of(person, event, date_reason::two_dates, result->text + " and " + std::string{text});
    }
  }
  if (result) {
    bool agrees = known.empty(), any_exact = false;
    for (const std::string_view text : known) {
      const std::optional<partial_date> date = detail::read_spelling(text).date;
      if (!date) continue;
      any_exact = true;
      agrees = agrees || refines(*date, result->date) || refines(result->date, *date);
      if (*date == result->date || !refines(*date, result->date)) continue;
      if (const auto spelling = find_spelling(person.paragraph, *date)) {
        return {.date = spelled_date{*date, std::string{*spelling}}, .missing = {}};
      }
    }
    if (any_exact && !agrees) {
      return detail::no_date_of(person, event, date_reason::conflicting_sources,
                                result->text + " and " + std::string{known.front()});
    }
    return {.date = std::move(result), .missing = {}};
  }
  for (const std::string_view text : known) {
    const detail::spelling_reading read = detail::read_spelling(text);
    if (read.refused) {
      inexact = text;
      continue;
    }
    if (!read.date) return detail::no_date_of(person, event, date_reason::unparsed_date, text);
    if (const auto spelling = find_spelling(person.paragraph, *read.date)) {
      return {.date = spelled_date{*read.date, std::string{*spelling}}, .missing = {}};
    }
    if (!result) result = spelled_date{*read.date, std::string{text}};
  }
  if (result && person.paragraph.empty() && !must_be_spelled) return {.date = std::move(result), .missing = {}};
  if (result) return detail::no_date_of(person, event, date_reason::not_in_paragraph, result->text);
  if (!inexact.empty()) return detail::no_date_of(person, event, date_reason::not_exact, inexact);
  const life_reading life = read_life(person.name, person.paragraph);
  const bool birth = event == life_event::birth;
  if (life.has(birth ? life_reason::birth_disputed : life_reason::death_disputed)) {
    return detail::no_date_of(person, event, date_reason::disputed);
  }
  const std::optional<life_date>& found = birth ? life.born : life.died;
  if (!found) return detail::no_date_of(person, event, date_reason::missing_date);
  const std::optional<partial_date> day = exact(found->date);
  if (!day) {
    return detail::no_date_of(person, event, date_reason::not_exact,
                              person.paragraph.substr(found->position, found->length));
  }
  return {.date = spelled_date{*day, spell_found(person.paragraph, *found, *day)}, .missing = {}};
}

}  // namespace v0_1
}  // namespace mhqa
