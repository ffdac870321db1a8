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

namespace mhqa::inline v0_1 {

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

/// Looks for the date in the evidence, then in what is known of the person, then in the paragraph.
class date_resolver {
 public:
  date_resolver(const date_person& person, life_event event)
      : person_{person}, event_{event}, known_{event == life_event::birth ? person.known_born : person.known_died} {}

  [[nodiscard]] resolved_date resolve(bool must_be_spelled) {
    if (const auto fault = read_evidence(event_ == life_event::birth ? person_.born : person_.died)) return *fault;
    if (result_) return refined_by_known();
    if (const auto done = read_known()) return *done;
    if (result_ && person_.paragraph.empty() && !must_be_spelled) return found(*result_);
    if (result_) return none(date_reason::not_in_paragraph, result_->text);
    if (!inexact_.empty()) return none(date_reason::not_exact, inexact_);
    return read_paragraph();
  }

 private:
  [[nodiscard]] static resolved_date found(spelled_date date) { return {.date = std::move(date), .missing = {}}; }

  [[nodiscard]] resolved_date none(date_reason reason, std::string_view more = {}) const {
    return no_date_of(person_, event_, reason, more);
  }

  /// Returns the fault of the evidence, if there is one.
  [[nodiscard]] std::optional<resolved_date> read_evidence(std::span<const std::string_view> evidence) {
    for (const std::string_view text : evidence) {
      const spelling_reading read = read_spelling(text);
      if (read.refused) {
        inexact_ = text;
        continue;
      }
      if (!read.date) return none(date_reason::unparsed_date, text);
      if (!result_ || refines(*read.date, result_->date)) {
        if (result_ && result_->date == *read.date) continue;
        result_ = spelled_date{*read.date, std::string{text}};
      } else if (!refines(result_->date, *read.date)) {
        return none(date_reason::two_dates, result_->text + " and " + std::string{text});
      }
    }
    return std::nullopt;
  }

  /// The date of the evidence, or a known one that is more exact and spelled in the paragraph.
  [[nodiscard]] resolved_date refined_by_known() {
    bool agrees = known_.empty(), any_exact = false;
    for (const std::string_view text : known_) {
      const std::optional<partial_date> date = read_spelling(text).date;
      if (!date) continue;
      any_exact = true;
      agrees = agrees || refines(*date, result_->date) || refines(result_->date, *date);
      if (*date == result_->date || !refines(*date, result_->date)) continue;
      if (const auto spelling = find_spelling(person_.paragraph, *date)) return found({*date, std::string{*spelling}});
    }
    if (!any_exact || agrees) return found(*std::move(result_));
    return none(date_reason::conflicting_sources, result_->text + " and " + std::string{known_.front()});
  }

  /// The first known date that is spelled in the paragraph, or a fault; otherwise the first goes into result_.
  [[nodiscard]] std::optional<resolved_date> read_known() {
    for (const std::string_view text : known_) {
      const spelling_reading read = read_spelling(text);
      if (read.refused) {
        inexact_ = text;
        continue;
      }
      if (!read.date) return none(date_reason::unparsed_date, text);
      if (const auto spelling = find_spelling(person_.paragraph, *read.date)) {
        return found({*read.date, std::string{*spelling}});
      }
      if (!result_) result_ = spelled_date{*read.date, std::string{text}};
    }
    return std::nullopt;
  }

  [[nodiscard]] resolved_date read_paragraph() const {
    const life_reading life = read_life(person_.name, person_.paragraph);
    const bool birth = event_ == life_event::birth;
    if (life.has(birth ? life_reason::birth_disputed : life_reason::death_disputed)) return none(date_reason::disputed);
    const std::optional<life_date>& date = birth ? life.born : life.died;
    if (!date) return none(date_reason::missing_date);
    const std::optional<partial_date> day = exact(date->date);
    if (!day) return none(date_reason::not_exact, person_.paragraph.substr(date->position, date->length));
    return found({*day, spell_found(person_.paragraph, *date, *day)});
  }

  const date_person& person_;
  life_event event_;
  std::span<const std::string_view> known_;
  std::optional<spelled_date> result_{};
  std::string_view inexact_{};  ///< a spelling that says no day exactly
};

}  // namespace detail

MHQA_INLINE resolved_date resolve_date(const date_person& person, life_event event, bool must_be_spelled) {
  return detail::date_resolver{person, event}.resolve(must_be_spelled);
}

}  // namespace mhqa::inline v0_1
