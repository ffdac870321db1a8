// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Begins and ends a document of simdjson with errors that name the place. Internal to json_records.hpp.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/plain_text.hpp>
#include <mhqa/utf8.hpp>

#include <simdjson.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace detail {

inline constexpr std::string_view json_space = " \t\r\n";

/// Puts the context at the beginning of a document that simdjson has indexed; errors include the place.
///
/// Errors: std::bad_alloc if simdjson cannot allocate memory
inline void begin_document(simdjson::error_code code, std::string_view text, json_context& context) {
  context.begin = text.data();
  context.size = text.size();
  context.path.clear();
  context.document = nullptr;
  if (code == simdjson::UTF8_ERROR) {
    throw_data_error(context.where(text.data() + first_invalid_utf8(text)), "expected valid UTF-8");
  }
  if (code == simdjson::UNCLOSED_STRING) throw_data_error(context.where(text.data() + text.size()), describe(code));
  if (code == simdjson::UNESCAPED_CHARS) {
    throw_data_error(context.where(text.data() + first_bare_control(text)), describe(code));
  }
  check(code, context);
}

/// Indexes a document of at most 4 GiB.
[[nodiscard]] inline simdjson::error_code index_document(simdjson::ondemand::parser& parser, std::string_view text,
                                                         std::size_t capacity, simdjson::ondemand::document& document) {
  if (text.size() > 0xFFFFFFFFU - file_bytes::padding) return simdjson::CAPACITY;
  return parser.iterate(simdjson::padded_string_view{text.data(), text.size(), capacity}).get(document);
}

/// Starts parsing one document with simdjson.
///
/// Errors: as begin_document
inline simdjson::ondemand::document start_document(simdjson::ondemand::parser& parser, std::string_view text,
                                                   std::size_t capacity, json_context& context) {
  simdjson::ondemand::document document;
  begin_document(index_document(parser, text, capacity, document), text, context);
  return document;
}

/// Returns the beginning of a text, in quotes, for the "found" of an error: its first line, at most 24 bytes.
inline std::string beginning_of(std::string_view text) {
  constexpr std::size_t shown = 24;
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  const std::string_view start = utf8::prefix(line, shown);
  std::string out{'"'};
  out += start;
  out += start.size() < line.size() ? "…\"" : "\"";
  return out;
}

/// Fails if anything but white space follows the root.
inline void finish_document(simdjson::ondemand::document& document, const json_context& context) {
  const char* at = nullptr;
  if (document.current_location().get(at) == simdjson::SUCCESS) {
    const char* const end = context.begin + context.size;
    const std::string_view rest = at < end ? std::string_view{at, static_cast<std::size_t>(end - at)} : "";
    throw_data_error(context.where(at), "expected the end of the JSON document, found " + beginning_of(rest));
  }
}

}  // namespace detail
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
