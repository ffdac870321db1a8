// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of record_copy.hpp.
#pragma once

#include <mhqa/io/record_copy.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_copy.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void copy_columns_as_rows(json_value table, json_writer& out) {
  struct column {
    std::string name;
    std::vector<std::string> cells{};
  };
  std::vector<column> columns;
  table.object([&](std::string_view name, json_value cells) {
    const auto same = [&](const column& c) { return c.name == name; };
    columns.erase(std::remove_if(columns.begin(), columns.end(), same), columns.end());  // the last counts
    column& read = columns.emplace_back(column{std::string{name}});
    cells.array([&](json_value cell) {
      json_writer json{read.cells.emplace_back()};
      copy_json(cell, json);
    });
  });
  const std::size_t rows = columns.empty() ? 0 : columns.front().cells.size();
  for (const column& c : columns) {
    if (c.cells.size() == rows) continue;
    table.context().fail("expected columns of one length, found " + std::to_string(rows) + " in \"" +
                         columns.front().name + "\" and " + std::to_string(c.cells.size()) + " in \"" + c.name + '"');
  }
  out.begin_array();
  for (std::size_t row = 0; row < rows; ++row) {
    out.begin_object();
    for (const column& c : columns) out.key(c.name).raw(c.cells[row]);
    out.end_object();
  }
  out.end_array();
}

MHQA_INLINE void copy_record_field(std::string_view name, json_value field, json_writer& out) {
  if (field.is_object() && (name == "evidences" || name == "evidences_id")) {
    std::vector<evidence_triple> triples;
    read_triples(field, triples);
    write_triples(out, triples);
  } else if (field.is_object() && name == "question_decomposition") {
    copy_columns_as_rows(field, out);
  } else {
    copy_json(field, out);
  }
}

}  // namespace mhqa::inline v0_1::io
