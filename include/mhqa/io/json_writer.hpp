// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes JSON exactly as Python's json module: shortest doubles with ".0", ", " and ": ", the same indentation, ASCII
// escapes on request. Lone surrogates are always escaped, so files stay UTF-8.
#pragma once

#include <mhqa/text/number.hpp>

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

using mhqa::append_python_double;

/// How strings are escaped.
enum class json_text : std::uint8_t {
  utf8,   ///< json.dumps(…, ensure_ascii=False)
  ascii,  ///< json.dumps' default: \uXXXX for non-ASCII characters
};

/// Appends a quoted JSON string.
///
/// Undefined: bytes that are not UTF-8 become U+FFFD
void append_json_string(std::string& out, std::string_view text, json_text how = json_text::utf8);

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

  json_writer& key(std::string_view name);

  json_writer& value(std::string_view text);
  json_writer& value(const char* text) { return value(std::string_view{text}); }
  /// Writes a double as json.dumps does, also NaN, Infinity and -Infinity, which are not JSON.
  json_writer& value(double number);
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
  json_writer& null();
  /// Appends text that is already JSON.
  json_writer& raw(std::string_view json);

  template <class T>
  json_writer& member(std::string_view name, const T& v) {
    return key(name).value(v);
  }

 private:
  void separate();
  void new_line();
  json_writer& open(char bracket);
  json_writer& close(char bracket);

  std::string& out_;
  int indent_;
  json_text how_;
  std::vector<std::size_t> counts_;
  bool after_key_ = false;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/json_writer.ipp>
#endif
