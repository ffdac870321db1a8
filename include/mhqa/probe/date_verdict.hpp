// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the dates of two people: which one a question is about, who is first or lived shorter, and whom a gold
// answer names. Used by date_questions.hpp.
#pragma once

#include <mhqa/date/difference.hpp>
#include <mhqa/date/order.hpp>
#include <mhqa/probe/date_person.hpp>
#include <mhqa/probe/date_templates.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

namespace detail {

// The two people of a question and their dates.
struct date_pair {
  std::array<std::string, 2> names;  // as the question spells them
  std::array<std::optional<spelled_date>, 2> born{}, died{};
  bool year_only = false;
};

// The comparison of two lives or dates: the index of the lesser one, or the reason why they cannot be compared.
struct date_verdict {
  std::optional<std::size_t> least{};
  date_finding unknown{};
};

[[nodiscard]] date_verdict verdict_of(date_order order, date_reason equal, std::string detail);

[[nodiscard]] std::string spelled(partial_date date);

// Returns the person whom the gold answer names: by name or, as in HotpotQA, by the beginning of their paragraph.
[[nodiscard]] std::optional<std::size_t> named_by(std::string_view answer, const date_source& source,
                                                  const date_pair& pair);

// Finds both people's dates of an event; returns the first problem, or an empty finding.
[[nodiscard]] date_finding resolve_both(date_pair& pair, const date_source& source, life_event event,
                                        bool must_be_spelled);

// Returns a person's age at death; both dates must be known.
template <date_rule Rule>
[[nodiscard]] std::optional<date_difference> age_of(const date_pair& pair, std::size_t i) {
  const partial_date born = pair.born[i]->date, died = pair.died[i]->date;
  if (pair.year_only) return date_difference{.years = years_between(born, died)};
  return difference<Rule>(born, died);
}

// Spells the dates that a topic needs: "A 1 May 1900 to 1980, B 1910 to 1990".
[[nodiscard]] std::string facts_of(const date_pair& pair, date_topic topic);

// Returns who is first, or whose life was shorter.
template <date_rule Rule>
[[nodiscard]] date_verdict judge(const date_pair& pair, date_topic topic) {
  if (topic != date_topic::lifetime) {
    const auto& dates = topic == date_topic::birth ? pair.born : pair.died;
    return verdict_of(compare_dates<Rule>(dates[0]->date, dates[1]->date), date_reason::equal_dates,
                      facts_of(pair, topic));
  }
  std::array<std::optional<date_difference>, 2> ages;
  for (std::size_t i = 0; i < 2; ++i) {
    if (compare_dates<Rule>(pair.born[i]->date, pair.died[i]->date) == date_order::after) {
      return {.least = {}, .unknown = {date_reason::death_before_birth, facts_of(pair, topic)}};
    }
    ages[i] = age_of<Rule>(pair, i);
    if (!ages[i]) return {.least = {}, .unknown = {date_reason::cannot_tell, facts_of(pair, topic)}};
  }
  const date_order order = *ages[0] < *ages[1]   ? date_order::before
                           : *ages[1] < *ages[0] ? date_order::after
                                                 : date_order::equal;
  return verdict_of(order, date_reason::equal_ages, facts_of(pair, topic));
}

}  // namespace detail

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/probe/detail/date_verdict.ipp>
#endif
