// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes JSON exactly as Python's json module: shortest doubles with ".0", ", " and ": ", the same indentation, ASCII
// escapes on request. Lone surrogates are always escaped, so files stay UTF-8.
#pragma once

#include <mhqa/text/number.hpp>
#include <mhqa/utf8.hpp>

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

using mhqa::append_python_double;

/// How strings are escaped.
enum class json_text : std::uint8_t {
  utf8,   ///< json.dumps(…, ensure_ascii=False)
  ascii,  ///< json.dumps' default: \uXXXX for non-ASCII characters
};

namespace detail {

/// The bytes that are never escaped.
inline constexpr auto is_plain_json = [] {
  std::array<bool, 256> plain{};
  for (std::size_t byte = 0x20; byte < 0x7f; ++byte) plain[byte] = byte != '"' && byte != '\\';
  return plain;
}();

}  // namespace detail

/// Appends a quoted JSON string.
///
/// Undefined: bytes that are not UTF-8 become U+FFFD
inline void append_json_string(std::string& out, std::string_view text, json_text how = json_text::utf8) {
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

/// Appends JSON to a string with the right commas and indentation.
///
/// Shape:   begin_object() key("a").value(1) end_object() -> {"a": 1}
/// Example: json_writer w{out}; w.begin_object(); w.member("em", 0.5); w.end_object();  // {"em": 0.5}
class json_writer {
 public:
  /// `indent` < 0 writes one line, otherwise as json.dumps(indent=…).
  explicit json_writer(std::string& out, int indent = -1, json_text how = json_text::utf8)
      : out_{out}, indent_{indent}, how_{how} {}

  json_writer& begin_object() { return open('{'); }
  json_writer& end_object() { return close('}'); }
  json_writer& begin_array() { return open('['); }
  json_writer& end_array() { return close(']'); }

  json_writer& key(std::string_view name) {
    separate();
    append_json_string(out_, name, how_);
    out_ += ": ";
    after_key_ = true;
    return *this;
  }

  json_writer& value(std::string_view text) {
    separate();
    append_json_string(out_, text, how_);
    return *this;
  }
  json_writer& value(const char* text) { return value(std::string_view{text}); }
  /// Writes a double as json.dumps does, also NaN, Infinity and -Infinity, which are not JSON.
  json_writer& value(double number) {
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
  template <std::same_as<bool> B>
  json_writer& value(B flag) {
    separate();
    out_ += flag ? "true" : "false";
    return *this;
  }
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) json_writer& value(Integer number) {
    separate();
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    out_.append(digits, end);
    return *this;
  }
  json_writer& value(char) = delete;  // neither a string nor a number
  template <class T>
  json_writer& value(const std::optional<T>& maybe) {
    return maybe ? value(*maybe) : null();
  }
  json_writer& null() {
    separate();
    out_ += "null";
    return *this;
  }
  /// Appends text that is already JSON.
  json_writer& raw(std::string_view json) {
    separate();
    out_ += json;
    return *this;
  }

  template <class T>
  json_writer& member(std::string_view name, const T& v) {
    return key(name).value(v);
  }

 private:
  void separate() {
    if (after_key_) {
      after_key_ = false;
      return;
    }
    if (counts_.empty()) return;
    if (counts_.back()++ != 0) out_ += indent_ < 0 ? ", " : ",";
    new_line();
  }
  void new_line() {
    if (indent_ < 0) return;
    out_ += '\n';
    out_.append(counts_.size() * static_cast<std::size_t>(indent_), ' ');
  }
  json_writer& open(char bracket) {
    separate();
    out_ += bracket;
    counts_.push_back(0);
    return *this;
  }
  json_writer& close(char bracket) {
    const bool empty = counts_.back() == 0;
    counts_.pop_back();
    if (!empty) new_line();
    out_ += bracket;
    return *this;
  }

  std::string& out_;
  int indent_;
  json_text how_;
  std::vector<std::size_t> counts_;
  bool after_key_ = false;
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
