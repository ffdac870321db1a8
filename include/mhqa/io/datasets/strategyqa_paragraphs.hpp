// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the Wikipedia paragraphs to which StrategyQA's evidence refers, in every published layout: the corpus (JSON
// Lines with "para_id" and "para"), records with "para_index" and "contents" or "content", and one object by evidence
// id.
#pragma once

#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace strategyqa {

using mhqa::strategyqa::paragraph;

/// Reads one paragraph and ignores other fields.
///
/// Errors: data_error with record and field if a field is missing or has another type; the place's id is the title
inline void read(json_value value, paragraph& out) {
  json_context& context = value.context();
  out = {};
  bool has_title = false, has_index = false, has_text = false;
  value.object([&](std::string_view key, json_value field) {
    if (key == "title") {
      out.title = context.id = field.string();
      has_title = true;
    } else if (key == "para_index" || key == "para_id") {
      out.index = field.integer();
      if (out.index < 0) field.context().fail("expected a number from 0, found " + std::to_string(out.index));
      has_index = true;
    } else if (key == "contents" || key == "content" || key == "para") {
      out.text = field.string();
      has_text = true;
    }
  });
  context.require(has_title, "title");
  context.require(has_index, "para_index");
  context.require(has_text, "contents");
}

namespace detail {

/// Returns true if a file's first value is an object whose first member is an object: paragraphs by id.
[[nodiscard]] inline bool is_keyed_by_id(const std::string& path) {
  const std::string head = file_head(path);
  constexpr std::string_view space = " \t\r\n";
  std::size_t at = head.find_first_not_of(space);
  if (at == std::string::npos || head[at] != '{') return false;
  at = head.find_first_not_of(space, at + 1);
  if (at == std::string::npos || head[at] != '"') return false;
  for (++at; at < head.size() && head[at] != '"'; ++at) {
    if (head[at] == '\\') ++at;
  }
  at = head.find(':', at);
  if (at != std::string::npos) at = head.find_first_not_of(space, at + 1);
  return at != std::string::npos && head[at] == '{';
}

}  // namespace detail

/// Calls f(paragraph) for each paragraph of a file; its views are valid during the call.
///
/// Errors: those of read(); data_error for a paragraph under another paragraph's id
/// Cost:   JSON Lines need memory for one line
template <class F>
void for_each_paragraph(const std::string& path, F&& f) {
  paragraph one;
  if (!detail::is_keyed_by_id(path)) {
    json_records file{path};
    while (const auto value = file.next()) {
      read(*value, one);
      f(one);
    }
    return;
  }
  json_document file{path};
  file.for_each_field([&](std::string_view id, json_value value) {
    json_context& context = value.context();
    read(value, one);
    context.id = id;
    if (one.id() != id) context.fail("expected the paragraph of this id, found \"" + one.id() + "\"");
    f(one);
    context.id = {};
  });
}

}  // namespace strategyqa
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
