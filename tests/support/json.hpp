// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A small reader of JSON and JSON Lines for the tests' tables, independent of the library's readers. Accepts the output
// of Python's json module: NaN, Infinity, and lone surrogate escapes, which become three WTF-8 bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mhqa_test {

/// One JSON value. Members of an object keep their order; as() and the look-ups throw std::runtime_error on a
/// value of another kind.
class json {
 public:
  using array = std::vector<json>;
  using object = std::vector<std::pair<std::string, json>>;
  /// A number is kept as it was written too, so that integers of any size can be compared.
  struct number {
    double value;
    std::string text;
  };

  json() = default;
  template <class T>
  explicit json(T value) : value_{std::move(value)} {}

  template <class T>
  [[nodiscard]] bool is() const noexcept {
    return std::holds_alternative<T>(value_);
  }
  template <class T>
  [[nodiscard]] const T& as() const {
    if (const T* held = std::get_if<T>(&value_)) return *held;
    throw std::runtime_error{"json: a value of another kind"};
  }

  [[nodiscard]] bool null() const noexcept { return is<std::nullptr_t>(); }
  [[nodiscard]] bool boolean() const { return as<bool>(); }
  [[nodiscard]] double real() const { return as<number>().value; }
  [[nodiscard]] std::int64_t integer() const { return std::strtoll(as<number>().text.c_str(), nullptr, 10); }
  [[nodiscard]] const std::string& string() const { return as<std::string>(); }
  [[nodiscard]] const array& items() const { return as<array>(); }
  [[nodiscard]] const object& members() const { return as<object>(); }
  [[nodiscard]] std::vector<std::string> strings() const {
    std::vector<std::string> out;
    for (const json& item : items()) out.push_back(item.string());
    return out;
  }

  [[nodiscard]] const json* find(std::string_view key) const {
    for (const auto& [name, value] : members()) {
      if (name == key) return &value;
    }
    return nullptr;
  }
  [[nodiscard]] const json& operator[](std::string_view key) const {
    if (const json* value = find(key)) return *value;
    throw std::runtime_error{"json: no member \"" + std::string{key} + "\""};
  }
  [[nodiscard]] const json& operator[](std::size_t index) const { return items().at(index); }

 private:
  std::variant<std::nullptr_t, bool, number, std::string, array, object> value_{nullptr};
};

class json_parser {
 public:
  explicit json_parser(std::string_view text) : text_{text} {}

  [[nodiscard]] json document() {
    json out = value();
    if (peek() != '\0') fail("nothing more");
    return out;
  }

 private:
  [[noreturn]] void fail(const char* expected) const {
    throw std::runtime_error{"json: expected " + std::string{expected} + " at byte " + std::to_string(at_)};
  }
  char peek() {
    while (at_ < text_.size() && std::string_view{" \t\r\n"}.find(text_[at_]) != std::string_view::npos) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  json value() {
    switch (peek()) {
      case '{':
        return object();
      case '[':
        return array();
      case '"':
        return json{string()};
      default:
        break;
    }
    if (take("null")) return json{};
    if (take("true")) return json{true};
    if (take("false")) return json{false};
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (take("NaN")) return json{json::number{std::numeric_limits<double>::quiet_NaN(), "NaN"}};
    if (take("Infinity")) return json{json::number{infinity, "Infinity"}};
    if (take("-Infinity")) return json{json::number{-infinity, "-Infinity"}};
    const std::size_t end = std::min(text_.find_first_not_of("+-.0123456789eE", at_), text_.size());
    if (end == at_) fail("a value");
    std::string digits{text_.substr(at_, end - at_)};
    at_ = end;
    const double number = std::strtod(digits.c_str(), nullptr);
    return json{json::number{number, std::move(digits)}};
  }

  json object() {
    json::object out;
    ++at_;
    if (peek() == '}') return ++at_, json{std::move(out)};
    for (;;) {
      if (peek() != '"') fail("a name");
      std::string name = string();
      if (peek() != ':') fail("':'");
      ++at_;
      json member = value();
      out.emplace_back(std::move(name), std::move(member));
      const char next = peek();
      ++at_;
      if (next == '}') return json{std::move(out)};
      if (next != ',') fail("',' or '}'");
    }
  }

  json array() {
    json::array out;
    ++at_;
    if (peek() == ']') return ++at_, json{std::move(out)};
    for (;;) {
      out.push_back(value());
      const char next = peek();
      ++at_;
      if (next == ']') return json{std::move(out)};
      if (next != ',') fail("',' or ']'");
    }
  }

  std::uint32_t hex4() {
    if (text_.size() - at_ < 4) fail("four hexadecimal digits");
    const std::string digits{text_.substr(at_, 4)};
    at_ += 4;
    return static_cast<std::uint32_t>(std::strtoul(digits.c_str(), nullptr, 16));
  }

  static void append_utf8(std::string& out, std::uint32_t code) {
    const auto tail = [&out, code](unsigned shift) { out += static_cast<char>(0x80U | ((code >> shift) & 0x3fU)); };
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xc0U | (code >> 6U));
      tail(0);
    } else if (code < 0x10000) {
      out += static_cast<char>(0xe0U | (code >> 12U));
      tail(6), tail(0);
    } else {
      out += static_cast<char>(0xf0U | (code >> 18U));
      tail(12), tail(6), tail(0);
    }
  }

  std::string string() {
    std::string out;
    ++at_;
    for (;;) {
      if (at_ >= text_.size()) fail("the end of a string");
      const char c = text_[at_++];
      if (c == '"') return out;
      if (c != '\\') {
        out += c;
        continue;
      }
      const char escaped = at_ < text_.size() ? text_[at_++] : '\0';
      const std::size_t plain = std::string_view{"\"\\/bfnrt"}.find(escaped);
      if (plain != std::string_view::npos) {
        out += "\"\\/\b\f\n\r\t"[plain];
      } else if (escaped == 'u') {
        std::uint32_t code = hex4();
        if (code >= 0xd800 && code < 0xdc00 && text_.substr(at_, 2) == "\\u") {
          const std::size_t before = at_;
          at_ += 2;
          const std::uint32_t low = hex4();
          if (low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10U) + (low - 0xdc00);
          } else {
            at_ = before;
          }
        }
        append_utf8(out, code);
      } else {
        fail("an escape");
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// The one value of a JSON text.
[[nodiscard]] inline json parse_json(std::string_view text) {
  return json_parser{text}.document();
}

/// All bytes of a file.
[[nodiscard]] inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in{path, std::ios::binary};
  if (!in) throw std::runtime_error{"cannot read " + path.string()};
  return {std::istreambuf_iterator<char>{in}, {}};
}

[[nodiscard]] inline json load_json(const std::filesystem::path& path) {
  return parse_json(read_file(path));
}

/// One value a line; empty lines are passed over.
[[nodiscard]] inline std::vector<json> load_jsonl(const std::filesystem::path& path) {
  std::vector<json> out;
  const std::string text = read_file(path);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) out.push_back(parse_json(std::string_view{text}.substr(at, end - at)));
    at = end + 1;
  }
  return out;
}

}  // namespace mhqa_test
