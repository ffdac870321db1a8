// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A table of birth and death dates, as a JSON array or JSON Lines: {"name": "Ross Story", "id": "Q1",
// "born": "16 January 1920", "died": [{"time": "+1991-05-09T00:00:00Z", "precision": 11}]}. It supplies dates that a
// question's evidence lacks, and refines less precise ones.
#pragma once

#include <mhqa/date/edtf.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/io/date_text.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/probe/date_person.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// Lives by id and by name. Its strings are valid as long as this object.
///
/// Shape:  each line has a name, an id or both. A date is anything that read_stated_date() reads, or a list of such
///         values; values that are not spellings are kept as EDTF. Names compare without case. People who share a name
///         need ids; the name alone finds neither
/// Errors: data_error for a value that is not a date, a repeated id, a name repeated without ids, a field given
///         twice, and a line without name and id
class life_dates_table {
 public:
  explicit life_dates_table(const std::string& path) : source_{path, lifetime::source} {
    while (std::optional<json_value> value = source_.next()) add(*value);
  }

  [[nodiscard]] std::size_t size() const noexcept { return lives_.size(); }

  /// Adds the table's dates of a person; returns false if it has none.
  [[nodiscard]] bool complete(date_person& person) const {
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

 private:
  static constexpr std::uint32_t ambiguous = 0xFFFFFFFFU;

  struct life {
    std::string_view name, id;
    std::vector<std::string_view> born, died;
  };

  void read_dates(json_value value, std::vector<std::string_view>& out) {
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

  void add(json_value value) {
    life& entry = lives_.emplace_back();
    value.object([&](std::string_view key, json_value field) {
      if (key == "name") entry.name = field.string();
      if (key == "id") entry.id = field.string();
      if (key == "born") read_dates(field, entry.born);
      if (key == "died") read_dates(field, entry.died);
    });
    const json_context& context = value.context();
    context.require(!entry.name.empty() || !entry.id.empty(), "name");
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

  [[nodiscard]] std::string_view stored_name(std::string_view name) { return bytes_.store(to_lower(name)); }

  json_records source_;
  string_arena bytes_;
  std::vector<life> lives_;
  string_index ids_, names_;
  std::vector<std::uint32_t> of_id_, of_name_;
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
