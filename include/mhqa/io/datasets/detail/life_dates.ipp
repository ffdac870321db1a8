// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of life_dates.hpp.
#pragma once

#include <mhqa/io/datasets/life_dates.hpp>

#include <mhqa/date/edtf.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/date/stated_text.hpp>
#include <mhqa/io/date_text.hpp>
#include <mhqa/io/json_fields.hpp>

namespace mhqa::inline v0_1::io {

MHQA_INLINE bool life_dates_table::complete(date_person& person) const {
  std::uint32_t number = person.id.empty() ? string_index::npos : ids_.find(person.id);
  if (number != string_index::npos) {
    number = of_id_[number];
  } else {
    const std::uint32_t name = names_.find(to_lower(person.name));
    if (name == string_index::npos || of_name_[name] == ambiguous) return false;
    number = of_name_[name];
    if (!person.id.empty() && !lives_[number].id.empty()) return false;  // another person with that name
  }
  person.known_born = lives_[number].born;
  person.known_died = lives_[number].died;
  return true;
}

MHQA_INLINE void life_dates_table::read_dates(json_value value, std::vector<std::string_view>& out) {
  const auto take = [&](json_value one) {
    if (one.is_string()) {
      const std::string_view spelling = one.string();
      if (const auto date = parse_stated(spelling); !date) {
        one.context().fail("expected a date, found \"" + std::string{spelling} + "\": " + std::string{date.expected} +
                           " at position " + std::to_string(date.position));
      }
      out.push_back(spelling);
    } else {
      out.push_back(bytes_.store(to_edtf(read_stated_date(one)).view()));
    }
  };
  if (value.is_array()) {
    value.array(take);
  } else {
    take(value);
  }
}

MHQA_INLINE void life_dates_table::add(json_value value) {
  life& entry = lives_.emplace_back();
  bool dated = false;
  const auto read = [&](std::vector<std::string_view>& out) {
    return [&](json_value dates) { read_dates(dates, out), dated = true; };
  };
  read_fields(value, optional_field{"name", entry.name}, optional_field{"id", entry.id},
              optional_field{"born", read(entry.born)}, optional_field{"died", read(entry.died)});
  const json_context& context = value.context();
  context.require(!entry.name.empty() || !entry.id.empty(), "name");
  if (!dated) context.fail("expected \"born\" or \"died\", found neither");
  const auto number = static_cast<std::uint32_t>(lives_.size() - 1);
  if (!entry.id.empty()) {
    if (!ids_.insert(entry.id).second)
      context.fail("expected each id once, found \"" + std::string{entry.id} + "\" twice");
    of_id_.push_back(number);
  }
  if (entry.name.empty()) return;
  const auto [name, is_new] = names_.insert(stored_name(entry.name));
  if (is_new) {
    of_name_.push_back(number);
  } else {
    const std::uint32_t other = of_name_[name];
    if (entry.id.empty() || (other != ambiguous && lives_[other].id.empty())) {
      context.fail("expected each name once where there is no id, found \"" + std::string{entry.name} + "\" twice");
    }
    of_name_[name] = ambiguous;
  }
}

}  // namespace mhqa::inline v0_1::io
