// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests whether Python's json.loads accepts a text, and returns str() of a member of its object: rewards read answers
// and tool calls from JSON in a generation. One pass, no recursion.
#pragma once

#include <mhqa/text/normalize.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The outcome of json.loads for a text.
enum class json_verdict : std::uint8_t {
  valid,
  invalid,    ///< raises json.JSONDecodeError
  too_large,  ///< raises another error: an integer of more than 4,300 digits, or too many open brackets
};

namespace detail {

/// Appends repr() of a string: in single quotes unless it contains only those, with unprintable characters escaped.
void append_python_repr(std::string& out, std::string_view text);

/// Checks a text and keeps one member of the outermost object, spelled as str() does.
class python_json_reader {
 public:
  /// Without `wanted`, only checks.
  explicit python_json_reader(std::string_view text, std::optional<std::string_view> wanted = {})
      : text_{text}, wanted_{wanted} {}

  json_verdict read() {
    if (text_.starts_with("\xEF\xBB\xBF")) return json_verdict::invalid;
    spaces();
    json_verdict verdict = value();
    while (verdict == json_verdict::valid && !open_.empty()) verdict = next();
    if (verdict != json_verdict::valid) return verdict;
    spaces();
    return at_ == text_.size() ? json_verdict::valid : json_verdict::invalid;
  }

  [[nodiscard]] std::optional<std::string> take_found() { return std::move(found_); }

 private:
  struct member {
    std::string key, text;
  };
  struct level {
    bool object = false;
    bool kept = false;            // its text is needed
    std::vector<member> members;  // of a kept list or object; elements of a list have no key
    std::string key;
    std::map<std::string, std::size_t> places;  // by key: index in `members`
  };
  static constexpr std::size_t most_open = 990;  // Python's recursion limit, less its own frames
  static constexpr std::size_t most_digits = 4300;

  [[nodiscard]] char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
  void spaces() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
  }

  /// Returns true if the next value is needed.
  [[nodiscard]] bool kept() const {
    if (!wanted_ || open_.empty()) return false;
    return open_.back().kept || (open_.size() == 1 && open_.back().object && open_.back().key == *wanted_);
  }

  json_verdict value();

  /// Reads past what may follow a value in the innermost list or object.
  json_verdict next();

  json_verdict key() {
    std::string& key = open_.back().key;
    key.clear();
    if (peek() != '"' || !string(wanted_ ? &key : nullptr)) return json_verdict::invalid;
    spaces();
    if (peek() != ':') return json_verdict::invalid;
    ++at_;
    spaces();
    return value();
  }

  void put(std::string text);

  void close();

  json_verdict number(bool keep);

  bool hex(std::uint32_t& code) {
    if (text_.size() - at_ < 4) return false;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + at_ + 4, code, 16);
    if (error != std::errc{} || end != text_.data() + at_ + 4) return false;
    at_ += 4;
    return true;
  }

  /// Reads a string; appends it to `out` unless that is null.
  bool string(std::string* out);

  static constexpr std::pair<std::string_view, std::string_view> words[] = {{"null", "None"},    {"true", "True"},
                                                                            {"false", "False"},  {"NaN", "nan"},
                                                                            {"Infinity", "inf"}, {"-Infinity", "-inf"}};

  std::string_view text_;
  std::optional<std::string_view> wanted_;
  std::size_t at_ = 0;
  std::vector<level> open_;
  std::optional<std::string> found_;
};

}  // namespace detail

/// Returns the outcome of Python's json.loads for a text.
///
/// Cost:    O(bytes)
/// Source:  Python 3.11, json.loads: NaN and Infinity are numbers, control characters end a string
/// Example: check_python_json("{\"name\": NaN}") == json_verdict::valid
[[nodiscard]] inline json_verdict check_python_json(std::string_view text) {
  return detail::python_json_reader{text}.read();
}

/// Returns str() of a member of the JSON object in a text: 1.0, True, None, ['a', 1].
///
/// Undefined: text that json.loads refuses, no object, or no such member -> nothing; for repeated keys, the last counts
/// Example:   python_json_member(R"({"answer": 1e22})", "answer") == "1e+22"
[[nodiscard]] inline std::optional<std::string> python_json_member(std::string_view text, std::string_view key) {
  detail::python_json_reader reader{text, key};
  if (reader.read() != json_verdict::valid) return std::nullopt;
  return reader.take_found();
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/python_json.ipp>
#endif
