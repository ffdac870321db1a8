// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A table of birth and death dates, as a JSON array or JSON Lines: {"name": "Ross Story", "id": "Q1",
// "born": "16 January 1920", "died": [{"time": "+1991-05-09T00:00:00Z", "precision": 11}]}. It supplies dates that a
// question's evidence lacks, and refines less precise ones.
#pragma once

#include <mhqa/io/json_records.hpp>
#include <mhqa/probe/date_person.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Lives by id and by name. Its strings are valid as long as this object.
///
/// Shape:  each line has a name, an id or both. A date is anything that read_stated_date() reads, or a list of such
///         values; values that are not spellings are kept as EDTF. Names compare without case. People who share a name
///         need ids; the name alone finds neither
/// Errors: data_error for a value that is not a date, a repeated id, a name repeated without ids, a field given
///         twice, and a line without name and id or without born and died
class life_dates_table {
 public:
  explicit life_dates_table(const std::string& path) : source_{path, lifetime::source} {
    while (std::optional<json_value> value = source_.next()) add(*value);
  }

  [[nodiscard]] std::size_t size() const noexcept { return lives_.size(); }

  /// Adds the table's dates of a person; returns false if it has none.
  [[nodiscard]] bool complete(date_person& person) const;

 private:
  static constexpr std::uint32_t ambiguous = 0xFFFFFFFFU;

  struct life {
    std::string_view name, id;
    std::vector<std::string_view> born, died;
  };

  void read_dates(json_value value, std::vector<std::string_view>& out);

  void add(json_value value);

  [[nodiscard]] std::string_view stored_name(std::string_view name) { return bytes_.store(to_lower(name)); }

  json_records source_;
  string_arena bytes_;
  std::vector<life> lives_;
  string_index ids_, names_;
  std::vector<std::uint32_t> of_id_, of_name_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/life_dates.ipp>
#endif
