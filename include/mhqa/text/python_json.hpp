// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests whether Python's json.loads accepts a text, and returns str() of a member of its object: rewards read answers
// and tool calls from JSON in a generation. One pass, no recursion.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/text/number.hpp>
#include <mhqa/text/unicode_forms.hpp>
#include <mhqa/utf8.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// The outcome of json.loads for a text.
enum class json_verdict : std::uint8_t {
  valid,
  invalid,    ///< raises json.JSONDecodeError
  too_large,  ///< raises another error: an integer of more than 4,300 digits, or too many open brackets
};

namespace detail {

/// Appends repr() of a string: in single quotes unless it contains only those, with unprintable characters escaped.
inline void append_python_repr(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  const bool double_quotes = text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos;
  const char quote = double_quotes ? '"' : '\'';
  out += quote;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::character c = utf8::decode(text, at);
    const auto hex = [&](char kind, int places) {
      out += '\\';
      out += kind;
      for (int place = places - 1; place >= 0; --place) out += digits[(c.code >> (4 * place)) & 15U];
    };
    if (c.code == static_cast<unsigned char>(quote) || c.code == '\\') {
      out += '\\';
      out += static_cast<char>(c.code);
    } else if (c.code == '\n' || c.code == '\r' || c.code == '\t') {
      out += c.code == '\n' ? "\\n" : c.code == '\r' ? "\\r" : "\\t";
    } else if (unicode::is_printable(c.code)) {
      out.append(text, at, c.size);
    } else if (c.code < 0x100) {
      hex('x', 2);
    } else if (c.code < 0x10000) {
      hex('u', 4);
    } else {
      hex('U', 8);
    }
    at += c.size;
  }
  out += quote;
}

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

  json_verdict value() {
    const bool keep = kept();
    std::string text;
    const char c = peek();
    if (at_ == text_.size()) return json_verdict::invalid;
    if (c == '{' || c == '[') {
      if (open_.size() == most_open) return json_verdict::too_large;
      level& opened = open_.emplace_back();
      opened.object = c == '{';
      opened.kept = keep;
      ++at_;
      spaces();
      if (peek() == (c == '{' ? '}' : ']')) {
        ++at_;
        close();
        return json_verdict::valid;
      }
      return c == '{' ? key() : value();
    }
    if (c == '"') {
      if (!string(keep ? &text : nullptr)) return json_verdict::invalid;
      if (keep && open_.back().kept) {
        std::string shown;
        append_python_repr(shown, text);
        put(std::move(shown));
      } else if (keep) {
        put(std::move(text));
      }
      return json_verdict::valid;
    }
    for (const auto& [word, spelled] : words) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      if (keep) put(std::string{spelled});
      return json_verdict::valid;
    }
    return number(keep);
  }

  /// Reads past what may follow a value in the innermost list or object.
  json_verdict next() {
    spaces();
    const char c = peek();
    const bool object = open_.back().object;
    if (c == ',') {
      ++at_;
      spaces();
      return object ? key() : value();
    }
    if (c != (object ? '}' : ']')) return json_verdict::invalid;
    ++at_;
    close();
    return json_verdict::valid;
  }

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

  void put(std::string text) {
    level& top = open_.back();
    if (!top.kept) {
      found_ = std::move(text);
      return;
    }
    if (top.object) {
      const auto [where, fresh] = top.places.emplace(top.key, top.members.size());
      if (!fresh) {
        top.members[where->second].text = std::move(text);
        return;
      }
    }
    top.members.push_back({top.object ? top.key : std::string{}, std::move(text)});
  }

  void close() {
    if (!open_.back().kept) return open_.pop_back();
    const level done = std::move(open_.back());
    open_.pop_back();
    std::string text(1, done.object ? '{' : '[');
    for (const member& one : done.members) {
      if (text.size() > 1) text += ", ";
      if (done.object) {
        append_python_repr(text, one.key);
        text += ": ";
      }
      text += one.text;
    }
    put(text += done.object ? '}' : ']');
  }

  json_verdict number(bool keep) {
    const std::size_t begin = at_;
    const auto digits = [this] {
      const std::size_t first = at_;
      while (ascii::is_digit(peek())) ++at_;
      return at_ - first;
    };
    if (peek() == '-') ++at_;
    std::size_t whole = 1;
    if (peek() == '0') {
      ++at_;
    } else if (whole = digits(); whole == 0) {
      return json_verdict::invalid;
    }
    bool is_float = false;
    if (std::size_t mark = at_; peek() == '.') {
      ++at_;
      if (digits() == 0) at_ = mark;
      is_float = at_ != mark;
    }
    if (std::size_t mark = at_; peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (digits() == 0) at_ = mark;
      is_float = is_float || at_ != mark;
    }
    if (!is_float && whole > most_digits) return json_verdict::too_large;
    if (!keep) return json_verdict::valid;
    const std::string_view text = text_.substr(begin, at_ - begin);
    if (!is_float) {
      put(text == "-0" ? "0" : std::string{text});
      return json_verdict::valid;
    }
    std::string spelled;
    append_python_double(spelled, *python_float(text));
    put(std::move(spelled));
    return json_verdict::valid;
  }

  bool hex(std::uint32_t& code) {
    if (text_.size() - at_ < 4) return false;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + at_ + 4, code, 16);
    if (error != std::errc{} || end != text_.data() + at_ + 4) return false;
    at_ += 4;
    return true;
  }

  /// Reads a string; appends it to `out` unless that is null.
  bool string(std::string* out) {
    for (++at_; at_ < text_.size();) {
      const std::size_t begin = at_;
      const auto is_plain = [](char c) { return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20; };
      while (at_ < text_.size() && is_plain(text_[at_])) ++at_;
      if (out != nullptr) out->append(text_, begin, at_ - begin);
      if (at_ == text_.size()) return false;
      const char c = text_[at_++];
      if (c != '\\') return c == '"';
      if (at_ == text_.size()) return false;
      const char escape = text_[at_++];
      constexpr std::string_view names = "\"\\/bfnrt";
      constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
      if (const std::size_t which = names.find(escape); which != std::string_view::npos) {
        if (out != nullptr) *out += meanings[which];
        continue;
      }
      std::uint32_t code = 0;
      if (escape != 'u' || !hex(code)) return false;
      if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_).starts_with("\\u")) {
        const std::size_t mark = at_;
        std::uint32_t low = 0;
        at_ += 2;
        if (hex(low) && low >= 0xDC00 && low < 0xE000) {
          code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
        } else {
          at_ = mark;
        }
      }
      if (out != nullptr) utf8::append(*out, {code, utf8::detail::encoded_size(code)});
    }
    return false;
  }

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

}  // namespace v0_1
}  // namespace mhqa
