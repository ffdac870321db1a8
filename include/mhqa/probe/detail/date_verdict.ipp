// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of date_verdict.hpp.
#pragma once

#include <mhqa/probe/date_verdict.hpp>

#include <mhqa/date/spell.hpp>
#include <mhqa/text/fold.hpp>

#include <utility>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE date_verdict verdict_of(date_order order, date_reason equal, std::string detail) {
  if (order == date_order::before) return {.least = 0, .unknown = {}};
  if (order == date_order::after) return {.least = 1, .unknown = {}};
  return {.least = {}, .unknown = {order == date_order::equal ? equal : date_reason::cannot_tell, std::move(detail)}};
}

MHQA_INLINE std::string spelled(partial_date date) {
  return std::string{spell(date).view()};
}

MHQA_INLINE std::optional<std::size_t> named_by(std::string_view answer, const date_source& source,
                                                const date_pair& pair) {
  constexpr std::size_t lead = 300;
  std::array<bool, 2> begins{};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string_view name =
        source.people[i].chosen_by.empty() ? source.people[i].name : source.people[i].chosen_by;
    if (equal_ignoring_case(answer, name) || equal_ignoring_case(answer, pair.names[i])) return i;
    const std::string_view paragraph = source.people[i].paragraph;
    begins[i] = find_word(paragraph.substr(0, lead), answer).has_value();
  }
  if (begins[0] == begins[1]) return std::nullopt;
  return begins[0] ? 0 : 1;
}

MHQA_INLINE date_finding resolve_both(date_pair& pair, const date_source& source, life_event event,
                                      bool must_be_spelled) {
  auto& dates = event == life_event::birth ? pair.born : pair.died;
  for (std::size_t i = 0; i < 2; ++i) {
    resolved_date found = resolve_date(source.people[i], event, must_be_spelled);
    if (!found.date) return std::move(found.missing);
    if (pair.year_only) {
      found.date->date = year_only(found.date->date);
      found.date->text = spelled(found.date->date);
    }
    dates[i] = std::move(found.date);
  }
  return {};
}

MHQA_INLINE std::string facts_of(const date_pair& pair, date_topic topic) {
  std::string out;
  for (std::size_t i = 0; i < 2; ++i) {
    out.append(i == 0 ? "" : ", ").append(pair.names[i]).append(" ");
    if (topic != date_topic::death) out += spelled(pair.born[i]->date);
    if (topic == date_topic::lifetime) out += " to ";
    if (topic != date_topic::birth) out += spelled(pair.died[i]->date);
  }
  return out;
}

}  // namespace mhqa::inline v0_1::detail
