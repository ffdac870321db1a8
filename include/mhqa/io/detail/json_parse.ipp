// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of json_parse.hpp.
#pragma once

#include <mhqa/io/json_parse.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_check.hpp>
#include <mhqa/io/plain_text.hpp>

#include <algorithm>
#include <bit>
#include <new>

namespace mhqa::inline v0_1::io::detail {

MHQA_INLINE simdjson::error_code json_index::build(std::string_view text) {
  if (text.size() > 0xFFFFFFFFU - file_bytes::padding) return simdjson::CAPACITY;
  if (parser_ == nullptr || parser_->capacity() < text.size()) {
    // Powers of two, so that slowly growing lines rarely reallocate.
    const std::size_t room = text.size() > most_rounded ? text.size() : std::bit_ceil(std::max(text.size(), least));
    parser_.reset();
    const auto code = simdjson::get_active_implementation()->create_dom_parser_implementation(room, 1, parser_);
    if (code == simdjson::MEMALLOC) throw std::bad_alloc{};
    if (code != simdjson::SUCCESS) return code;
  }
  const auto code =
      parser_->stage1(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), simdjson::stage1_mode::regular);
  if (code != simdjson::SUCCESS) return code;
  if (parser_->n_structural_indexes > room_) {
    room_ = std::max<std::size_t>(parser_->n_structural_indexes, 2 * std::min(room_, most_rounded));
    after_ = std::make_unique_for_overwrite<std::uint32_t[]>(room_);
  }
  return code;
}

/// Returns the offset of the first control character inside a string.
[[nodiscard]] inline std::size_t first_bare_control(std::string_view text) noexcept {
  bool inside = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      inside = !inside;
    } else if (inside && text[at] == '\\') {
      ++at;
    } else if (inside && static_cast<unsigned char>(text[at]) < 0x20) {
      return at;
    }
  }
  return text.size();
}

MHQA_INLINE void begin_document(const json_index& index, simdjson::error_code code, std::string_view text,
                                json_context& context) {
  context.begin = text.data();
  context.size = text.size();
  context.path.clear();
  context.members.clear();
  context.open = 0;
  context.repeated = {};
  context.first = context.end = context.token = context.checked = nullptr;
  context.bad = nullptr;
  if (code == simdjson::SUCCESS) {
    context.first = context.token = context.checked = index.begin();
    context.end = index.end();
    context.after = index.after();
    return;
  }
  const char* at = nullptr;
  if (code == simdjson::UTF8_ERROR) at = text.data() + first_invalid_utf8(text);
  if (code == simdjson::UNESCAPED_CHARS) at = text.data() + first_bare_control(text);
  if (code == simdjson::UNCLOSED_STRING) at = text.data() + text.size();
  throw_data_error(context.where(at), describe(code));
}

MHQA_INLINE void finish_document(const json_context& context) {
  if (context.token == context.end) return;
  const char* const at = context.place_of(context.token);
  const auto rest = static_cast<std::size_t>(context.begin + context.size - at);
  const bool next_line = at != context.begin && at[-1] == '\n' && *at == '{';
  const char* const lines = next_line ? "; this must be one document, not JSON Lines" : "";
  throw_data_error(context.where(at),
                   "expected the end of the JSON document, found " + beginning_of({at, rest}) + lines);
}

}  // namespace mhqa::inline v0_1::io::detail
