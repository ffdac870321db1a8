// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads queries to search for: BEIR's queries.jsonl, the questions of a data set, or "id<tab>text" lines.
//   for_each_query("queries.jsonl", [](std::string_view id, std::string_view text) { … });
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/io/retrieval_files.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// Calls f(id, text) for each query; the views are valid during the call.
///
/// Shape:  records whose id is "_id", "id", "qid", "query_id" or "question_id", and whose text is "text", "question" or
///         "query"; or lines "id<tab>text"
/// Errors: data_error for a query without id or text, an id that occurs twice, a file without queries
template <class F>
void for_each_query(const std::string& path, F&& f) {
  unique_ids ids;
  bool any = false;
  const auto add = [&](std::string_view id, std::string_view text) {
    ids.add(id, path);
    any = true;
    f(id, text);
  };
  const char first = detail::first_character(path);
  if (first == '{' || first == '[') {
    json_records source{path};
    while (std::optional<json_value> value = source.next()) {
      std::optional<std::string> id;
      std::optional<std::string_view> text;
      value->object([&](std::string_view key, json_value field) {
        if (key == "_id" || key == "id" || key == "qid" || key == "query_id" || key == "question_id") {
          id = detail::id_text(field);
          value->context().id = value->context().arena.store(*id);
        } else if (key == "text" || key == "question" || key == "query") {
          text = field.string();
        }
      });
      value->context().require(id && !id->empty(), "id");
      value->context().require(text.has_value(), "question");
      add(*id, *text);
    }
  } else {
    line_reader lines{path, "id and text between tabs"};
    while (const auto line = lines.next_text()) {
      const auto columns = detail::columns_of_line(*line);
      if (columns.empty()) continue;
      if (columns.size() != 2 || columns[0].empty()) {
        throw_data_error(
            {.file = path, .record = lines.number()},
            "expected an id, a tab and the text of a query, found " + std::to_string(columns.size()) + " fields");
      }
      add(columns[0], columns[1]);
    }
  }
  if (!any) throw_data_error({.file = path}, "expected queries, found none", errc::missing);
}

}  // namespace mhqa::inline v0_1::io
