// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Wikipedia paragraphs that StrategyQA's evidence names: records {"title", "para_index", "contents"}, as a JSON array
// or as JSON Lines; "content", as in the published paragraphs files, is read too.
#pragma once

#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/io/json_records.hpp>

#include <string_view>

namespace mhqa {
inline namespace v0 {
namespace io {
namespace strategyqa {

using mhqa::strategyqa::paragraph;

/// Reads one paragraph; other fields are passed over.
///
/// Errors: data_error with record and field for one that is missing or of another type; the id of the place is
///         the title
inline void read(json_value value, paragraph& out) {
  json_context& context = value.context();
  out = {};
  bool has_title = false, has_index = false, has_text = false;
  value.object([&](std::string_view key, json_value field) {
    if (key == "title") {
      out.title = context.id = field.string();
      has_title = true;
    } else if (key == "para_index") {
      out.index = field.integer();
      has_index = true;
    } else if (key == "contents" || key == "content") {
      out.text = field.string();
      has_text = true;
    }
  });
  context.require(has_title, "title");
  context.require(has_index, "para_index");
  context.require(has_text, "contents");
}

}  // namespace strategyqa
}  // namespace io
}  // namespace v0
}  // namespace mhqa
