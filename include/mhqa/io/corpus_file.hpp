// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Paragraphs to search, from files: a record a paragraph, or the paragraphs of a pool of questions.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/pool_file.hpp>
#include <mhqa/io/string_arena.hpp>
#include <mhqa/model/reader.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace io {

/// Paragraphs with their text.
struct loaded_corpus {
  std::vector<context_paragraph> paragraphs;
  string_arena text;
};

/// Adds the paragraphs of a file.
///
/// Shape:  records {"title", "text"}, as a JSON array or one a line; the text may be called "text", "paragraph_text",
///         "contents" or "context", the title may be missing. A file of single-hop questions gives its paragraphs, each
///         once
/// Errors: data_error for a record without text, and as file_head
inline void read_corpus(const std::string& path, loaded_corpus& to) {
  const bool flat = [&path] {
    const std::string head = file_head(path);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string::npos || (head[first] != '{' && head[first] != '[')) return false;
    const auto has = [&head](std::string_view part) { return head.find(part) != std::string::npos; };
    if (has("\"qas\"") || has("\"answers\"") || has("\"triples\"") || has("\"document_text\"")) return false;
    return has("\"text\"") || has("\"paragraph_text\"") || has("\"contents\"") || has("\"context\"");
  }();
  if (!flat) {
    pool_builder pool;
    read_pool({path, {}}, pool);
    for (const context_paragraph& p : pool.take().pool.paragraphs) {
      to.paragraphs.push_back({to.text.store(p.title), to.text.store(p.text)});
    }
    return;
  }
  json_records file{path};
  while (auto record = file.next()) {
    std::string_view title;
    std::optional<std::string_view> text;
    record->object([&](std::string_view key, json_value field) {
      if (key == "title") {
        if (!field.is_null()) title = field.string();
      } else if (key == "text" || key == "paragraph_text" || key == "contents" || key == "context") {
        text = field.string();
      }
    });
    record->context().require(text.has_value(), "text");
    to.paragraphs.push_back({to.text.store(title), to.text.store(*text)});
  }
}

}  // namespace io
}  // namespace v0
}  // namespace mhqa
