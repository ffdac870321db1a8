// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// How bad data is reported: data_error names the place and what was expected there; parsed<T> is the
// answer of a function for which one bad item among many is ordinary.
#pragma once

#include <mhqa/config.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa {
inline namespace v0 {

/// Where in the caller's data something is. Only the parts that are known are set.
struct place {
  std::string file{};                     ///< path as the caller gave it; "-" is standard input
  std::optional<std::uint64_t> record{};  ///< number of the record (JSON array) or line (JSON Lines), from 1
  std::string id{};                       ///< the record's own id
  std::string field{};                    ///< e.g. "supporting_facts[2][1]"
  std::optional<std::uint64_t> byte{};    ///< offset in the file, from 0

  friend bool operator==(const place&, const place&) = default;
};

namespace detail {

/// The text with control characters, U+0080 to U+009F among them, written as \xNN for each of their bytes, so that it
/// stays one line and leaves a terminal alone.
[[nodiscard]] inline std::string one_line(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  const auto add = [&](unsigned char byte) {
    out += "\\x";
    out += digits[byte >> 4U];
    out += digits[byte & 15U];
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : '\0');
    if (byte < 0x20 || byte == 0x7f) {
      add(byte);
    } else if (byte == 0xC2 && next >= 0x80 && next < 0xA0) {
      add(byte);
      add(next);
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace detail

/// "gold.json: record 12, id \"abc\", field \"answer\", byte 345"; empty when nothing is known.
///
/// Control characters are written as \xNN, so that the result stays one line.
[[nodiscard]] inline std::string to_string(const place& where) {
  std::string out;
  const auto quoted = [&out](std::string_view text) { out.append("\"").append(detail::one_line(text)).append("\""); };
  bool first = true;
  const auto part = [&](std::string_view name) {
    if (!first) out += ", ";
    first = false;
    out += name;
  };
  if (where.record) {
    part("record ");
    out += std::to_string(*where.record);
  }
  if (!where.id.empty()) {
    part("id ");
    quoted(where.id);
  }
  if (!where.field.empty()) {
    part("field ");
    quoted(where.field);
  }
  if (where.byte) {
    part("byte ");
    out += std::to_string(*where.byte);
  }
  if (where.file.empty()) return out;
  const std::string file = detail::one_line(where.file);
  return out.empty() ? file : file + ": " + out;
}

/// Thrown for data from outside that cannot be used. what() is one line: the place, then the problem.
class data_error : public std::runtime_error {
 public:
  data_error(place where, std::string problem)
      : std::runtime_error{join(where, problem)}, where_{std::move(where)}, problem_{std::move(problem)} {}

  [[nodiscard]] const place& where() const noexcept { return where_; }
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

 private:
  static std::string join(const place& where, const std::string& problem) {
    std::string out = to_string(where);
    if (!out.empty()) out += ": ";
    return out + detail::one_line(problem);
  }

  place where_;
  std::string problem_;
};

/// Throws data_error; out of line so that the callers' fast paths stay small.
[[noreturn]] inline void throw_data_error(place where, std::string problem) {
  throw data_error{std::move(where), std::move(problem)};
}

/// A value, or what was expected instead and where.
///
/// Shape:  value is set exactly when the input was well formed; else `expected` names what the grammar
///         wanted (a string literal) and `position` is the byte offset in the input where it was missed
/// Errors: never throws; value_or_throw() turns a failure into data_error
template <class T>
struct parsed {
  std::optional<T> value;
  std::string_view expected{};
  std::size_t position{};

  [[nodiscard]] constexpr explicit operator bool() const noexcept { return value.has_value(); }
  [[nodiscard]] constexpr const T& operator*() const& noexcept { return *value; }
  [[nodiscard]] constexpr T&& operator*() && noexcept { return *std::move(value); }
  [[nodiscard]] constexpr const T* operator->() const noexcept { return &*value; }

  /// The value, or a data_error at `where` that says what was expected.
  [[nodiscard]] T value_or_throw(place where = {}) && {
    if (!value) {
      throw_data_error(std::move(where),
                       "expected " + std::string{expected} + " at position " + std::to_string(position));
    }
    return *std::move(value);
  }

  friend constexpr bool operator==(const parsed&, const parsed&) = default;
};

/// A parsed<T> that failed.
template <class T>
[[nodiscard]] constexpr parsed<T> not_parsed(std::string_view expected, std::size_t position) noexcept {
  return {std::nullopt, expected, position};
}

}  // namespace v0
}  // namespace mhqa
