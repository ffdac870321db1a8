// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of json_context.hpp.
#pragma once

#include <mhqa/io/json_context.hpp>

namespace mhqa::inline v0_1::io {

MHQA_INLINE place json_context::where(const char* at) const {
  place result{.file = file, .record = record, .id = std::string{id}, .field = {}, .byte = {}};
  for (const step& s : path) {
    if (s.key.data() == nullptr) {
      result.field += '[' + std::to_string(s.index) + ']';
    } else {
      if (!result.field.empty()) result.field += '.';
      result.field += s.key;
    }
  }
  if (at != nullptr && at >= begin && at <= begin + size) {
    result.byte = offset + static_cast<std::uint64_t>(at - begin);
  }
  return result;
}

MHQA_INLINE void json_context::require(bool seen, std::string_view field) const {
  if (!seen) [[unlikely]]
    fail("expected the field \"" + std::string{field} + "\", which is missing");
}

namespace detail {

MHQA_INLINE std::string describe(simdjson::error_code code) {
  switch (code) {
    case simdjson::EMPTY:
      return "expected JSON, found nothing";
    case simdjson::UTF8_ERROR:
      return "expected valid UTF-8";
    case simdjson::UNCLOSED_STRING:
      return "ends inside a string";
    case simdjson::UNESCAPED_CHARS:
      return "a control character inside a string must be escaped";
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
      return "ends inside an array or object (is the file cut short?)";
    case simdjson::DEPTH_ERROR:
      return "nested too deeply (more than 1000 levels)";
    case simdjson::CAPACITY:
      return "a JSON document over 4 GiB; write JSON Lines (one record per line), which streams";
    default:
      return "expected well-formed JSON";
  }
}

}  // namespace detail
}  // namespace mhqa::inline v0_1::io
