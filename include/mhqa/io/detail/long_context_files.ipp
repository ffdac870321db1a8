// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of long_context_files.hpp.
#pragma once

#include <mhqa/io/long_context_files.hpp>

#include <algorithm>

namespace mhqa::inline v0_1::io::detail {

MHQA_INLINE std::string text_of(const titled_paragraph& one) {
  std::string out;
  for (const std::string_view sentence : one.sentences) out += sentence;
  return out;
}

MHQA_INLINE context_record lengthened(const context_record& from, const long_context& made,
                                      const long_context_pool& pool) {
  context_record out = from;
  out.context.clear();
  out.numbers.clear();
  out.supports.clear();
  std::int64_t free = 0;
  for (const std::int64_t number : from.numbers) free = std::max(free, number + 1);
  for (const placed_paragraph& one : made.paragraphs) {
    if (one.own) {
      const auto index = static_cast<std::uint32_t>(one.index);
      if (std::find(from.supports.begin(), from.supports.end(), index) != from.supports.end()) {
        out.supports.push_back(static_cast<std::uint32_t>(out.context.size()));
      }
      out.context.push_back(from.context[index]);
      out.numbers.push_back(from.numbers[index]);
    } else {
      const long_context_pool::paragraph& other = pool.paragraphs()[one.index];
      out.context.push_back({other.title, {other.text}});
      out.numbers.push_back(free++);
    }
  }
  return out;
}

MHQA_INLINE void append_length_key(std::string& out, const context_record& from, const long_context& made) {
  json_writer json{out};
  json.begin_object().member("id", from.id).member("length", made.length);
  json.member("paragraphs", made.paragraphs.size()).key("supports").begin_array();
  for (std::size_t i = 0; i < from.supports.size(); ++i) {
    const auto at = std::find_if(made.paragraphs.begin(), made.paragraphs.end(),
                                 [&](const placed_paragraph& one) { return one.own && one.index == from.supports[i]; });
    json.begin_object().member("title", from.context[from.supports[i]].title);
    json.member("position", static_cast<std::size_t>(at - made.paragraphs.begin()));
    json.member("depth", made.depths[i]).end_object();
  }
  json.end_array().end_object();
  out += '\n';
}

}  // namespace mhqa::inline v0_1::io::detail
