// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of strategyqa_paragraphs.hpp.
#pragma once

#include <mhqa/io/datasets/strategyqa_paragraphs.hpp>

#include <mhqa/io/file.hpp>

#include <algorithm>
#include <cstddef>

namespace mhqa::inline v0_1::io::strategyqa {

MHQA_INLINE void read(json_value value, paragraph& out) {
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

MHQA_INLINE bool is_keyed_by_id(const std::string& path) {
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

MHQA_INLINE evidence_texts::evidence_texts(const std::string& path) {
  for_each_paragraph(path, [this](const paragraph& p) { texts_[p.id()] = p.text; });
}

MHQA_INLINE std::vector<context_paragraph> evidence_texts::context_of(const mhqa::strategyqa::record& r) const {
  std::vector<std::string_view> ids;
  for (const mhqa::strategyqa::annotation& by : r.evidence) {
    for (const auto& step : by) append_paragraphs(step, ids);
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::vector<context_paragraph> out;
  for (const std::string_view id : ids) {
    const auto text = texts_.find(std::string{id});
    out.push_back({mhqa::strategyqa::page_of(id), text == texts_.end() ? std::string_view{} : text->second});
  }
  return out;
}

}  // namespace mhqa::inline v0_1::io::strategyqa
