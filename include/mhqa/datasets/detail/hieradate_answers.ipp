// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of hieradate_answers.hpp.
#pragma once

#include <mhqa/datasets/hieradate_answers.hpp>

#include <mhqa/text/fold.hpp>

#include <algorithm>
#include <variant>

namespace mhqa::inline v0_1::hieradate {

MHQA_INLINE std::vector<known_life> given_lives(const record& r, const date_templates& words) {
  std::vector<known_life> lives;
  const auto add = [&](std::string_view name, bool birth, partial_date date) {
    auto life = std::find_if(lives.begin(), lives.end(),
                             [&](const known_life& known) { return equal_ignoring_case(known.name, name); });
    if (life == lives.end()) life = lives.insert(lives.end(), known_life{.name = name});
    (birth ? life->born : life->died) = date;
  };
  for (const extraction_question& q : r.extraction) {
    const auto date = parse_date(q.answer.value_or(""));
    if (!date) continue;
    for (const bool birth : {true, false}) {
      for (const std::string_view form : birth ? words.birth : words.death) {
        if (const auto name = read_template(q.question, form, "#name")) add(*name, birth, *date);
      }
    }
  }
  return lives;
}

MHQA_INLINE bool is_year_only(const record& r) noexcept {
  const auto has_year = [](const date_parts& one) { return one.year.is != scalar::kind::absent; };
  bool found = false;
  for (const extraction_question& q : r.extraction) {
    if (!q.date || !has_year(*q.date)) continue;
    if (!q.date->is_year_only()) return false;
    found = true;
  }
  for (const reasoning_question& q : r.reasoning) {
    const auto* const age = std::get_if<date_parts>(&q.answer);
    if (age == nullptr || !has_year(*age)) continue;
    if (!age->is_year_only()) return false;
    found = true;
  }
  return found;
}

}  // namespace mhqa::inline v0_1::hieradate
