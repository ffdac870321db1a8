// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A table of when people were born and died, as a JSON array or JSON Lines: {"name": "Ross Story", "id": "Q1",
// "born": "16 January 1920", "died": ["+1991-05-09T00:00:00Z"]}. It fills in what a question's evidence lacks.
#pragma once

#include <mhqa/date/parse.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/string_arena.hpp>
#include <mhqa/probe/date_person.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/string_index.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace io {

/// Lives by id and by name. Its strings live as long as it does.
///
/// Shape:  a line has a name, an id or both; a date is a spelling or a list of them, of which generation takes the one
///         that the paragraph has. Names are the same in upper and lower case; two people of one name are told apart by
///         id, and by that name alone neither is found
/// Errors: data_error for a spelling that is no date, an id that stands twice, a name that stands twice without ids, a
///         line with neither
class life_dates_table {
 public:
  explicit life_dates_table(const std::string& path) : source_{path, lifetime::source} {
    while (std::optional<json_value> value = source_.next()) add(*value);
  }

  [[nodiscard]] std::size_t size() const noexcept { return lives_.size(); }

  /// Adds what the table knows of somebody; false if nothing.
  [[nodiscard]] bool complete(date_person& person) const {
    std::uint32_t number = person.id.empty() ? string_index::npos : ids_.find(person.id);
    if (number != string_index::npos) {
      number = of_id_[number];
    } else {
      const std::uint32_t name = names_.find(to_lower(person.name));
      if (name == string_index::npos || of_name_[name] == ambiguous) return false;
      number = of_name_[name];
      if (!person.id.empty() && !lives_[number].id.empty()) return false;  // somebody else of that name
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

  static void read_dates(json_value value, std::vector<std::string_view>& out) {
    const auto take = [&out](json_value text) {
      const std::string_view spelling = text.string();
      if (const auto date = parse_date(spelling); !date) {
        text.context().fail("expected a date, found \"" + std::string{spelling} + "\"");
      }
      out.push_back(spelling);
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
}  // namespace v0
}  // namespace mhqa
