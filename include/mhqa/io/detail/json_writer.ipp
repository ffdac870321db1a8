// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of json_writer.hpp.
#pragma once

#include <mhqa/io/json_writer.hpp>

#include <mhqa/utf8.hpp>

#include <fmt/core.h>

#include <array>
#include <cmath>

namespace mhqa::inline v0_1::io {
namespace detail {

/// The bytes that are never escaped.
inline constexpr auto is_plain_json = [] {
  std::array<bool, 256> plain{};
  for (std::size_t byte = 0x20; byte < 0x7f; ++byte) plain[byte] = byte != '"' && byte != '\\';
  return plain;
}();

}  // namespace detail

MHQA_INLINE void append_json_string(std::string& out, std::string_view text, json_text how) {
  const auto unit = [&out](std::uint32_t code) { out += fmt::format("\\u{:04x}", code); };
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    std::size_t plain = at;
    while (plain < text.size() && detail::is_plain_json[static_cast<unsigned char>(text[plain])]) ++plain;
    out.append(text, at, plain - at);
    at = plain;
    if (at == text.size()) break;
    utf8::character whole = utf8::decode(text, at);
    at += whole.size;
    if (whole.opaque()) whole = {0xFFFD, 3};
    switch (whole.code) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (whole.code < 0x20 || (whole.code >= 0xD800 && whole.code < 0xE000)) {
          unit(whole.code);
        } else if (how == json_text::utf8) {  // also U+007F, which Python's ASCII mode escapes
          utf8::append(out, whole);
        } else if (whole.code < 0x10000) {
          unit(whole.code);
        } else {
          unit(0xD800U + ((whole.code - 0x10000U) >> 10U));
          unit(0xDC00U + ((whole.code - 0x10000U) & 0x3FFU));
        }
    }
  }
  out += '"';
}

MHQA_INLINE json_writer& json_writer::key(std::string_view name) {
  separate();
  append_json_string(out_, name, how_);
  out_ += ": ";
  after_key_ = true;
  return *this;
}

MHQA_INLINE json_writer& json_writer::value(std::string_view text) {
  separate();
  append_json_string(out_, text, how_);
  return *this;
}

MHQA_INLINE json_writer& json_writer::value(double number) {
  separate();
  if (std::isnan(number)) {
    out_ += "NaN";
  } else if (std::isinf(number)) {
    out_ += number > 0 ? "Infinity" : "-Infinity";
  } else {
    append_python_double(out_, number);
  }
  return *this;
}

MHQA_INLINE json_writer& json_writer::null() {
  separate();
  out_ += "null";
  return *this;
}

MHQA_INLINE json_writer& json_writer::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

MHQA_INLINE void json_writer::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (counts_.empty()) return;
  if (counts_.back()++ != 0) out_ += indent_ < 0 ? ", " : ",";
  new_line();
}

MHQA_INLINE void json_writer::new_line() {
  if (indent_ < 0) return;
  out_ += '\n';
  out_.append(counts_.size() * static_cast<std::size_t>(indent_), ' ');
}

MHQA_INLINE json_writer& json_writer::open(char bracket) {
  separate();
  out_ += bracket;
  counts_.push_back(0);
  return *this;
}

MHQA_INLINE json_writer& json_writer::close(char bracket) {
  const bool empty = counts_.back() == 0;
  counts_.pop_back();
  if (!empty) new_line();
  out_ += bracket;
  return *this;
}

}  // namespace mhqa::inline v0_1::io
