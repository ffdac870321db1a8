// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Date formats: types that read a date from the beginning of a text. Formats compose: a list of formats is a format,
// and so is "circa" before a format.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/month_name.hpp>
#include <mhqa/date/partial_date.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The date at the beginning of a text, and the reason why no more of the text was read.
struct date_match {
  partial_date date{};
  bool approximate = false;     ///< the text says "circa" or the like
  std::size_t length{};         ///< bytes that spell the date; 0 if no date begins here
  std::string_view expected{};  ///< expected where reading ended (a string literal); may be empty
  std::size_t position{};       ///< where it was expected
  std::size_t reached{};        ///< how far the text was read; a list of formats reports the furthest failure

  [[nodiscard]] constexpr explicit operator bool() const noexcept { return length != 0; }
};

/// A set of bytes with which a spelling can begin. A table, because it is queried for every byte near a digit.
struct byte_set {
  std::array<bool, 256> has{};

  [[nodiscard]] constexpr bool contains(char c) const noexcept { return has[static_cast<unsigned char>(c)]; }
  constexpr void add(std::string_view bytes) noexcept {
    for (const char c : bytes) has[static_cast<unsigned char>(c)] = true;
  }
  constexpr void add(const byte_set& other) noexcept {
    for (std::size_t i = 0; i < has.size(); ++i) has[i] = has[i] || other.has[i];
  }
  constexpr void keep(const byte_set& other) noexcept {
    for (std::size_t i = 0; i < has.size(); ++i) has[i] = has[i] && other.has[i];
  }
};

/// The bytes of a text as a set.
[[nodiscard]] constexpr byte_set bytes_of(std::string_view bytes) noexcept {
  byte_set set;
  set.add(bytes);
  return set;
}

namespace detail {

inline constexpr byte_set word_bytes = bytes_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

[[nodiscard]] constexpr bool is_word(char c) noexcept {
  return word_bytes.contains(c);
}

}  // namespace detail

/// A date_match that failed.
[[nodiscard]] constexpr date_match no_date(std::string_view expected, std::size_t position,
                                           std::size_t reached) noexcept {
  return {
      .date = {}, .approximate = false, .length = 0, .expected = expected, .position = position, .reached = reached};
}
[[nodiscard]] constexpr date_match no_date(std::string_view expected, std::size_t position) noexcept {
  return no_date(expected, position, position);
}

/// A type with `static constexpr date_match match(std::string_view) noexcept`. Semantic requirement: the longest
/// spelling of this format that the text begins with, and that does not end inside a number or a word.
template <class Format>
concept date_format = requires(std::string_view text) {
  { Format::match(text) }
  noexcept->std::same_as<date_match>;
};

namespace detail {

// Functions, not lambdas in the initialisers: clang 16 crashes on those.
template <class Format>
[[nodiscard]] constexpr byte_set first_bytes() noexcept {
  byte_set all;
  all.has.fill(true);
  if constexpr (requires {
                  { Format::first_bytes } -> std::convertible_to<byte_set>;
                })
    all.keep(Format::first_bytes);
  return all;
}

}  // namespace detail

/// The bytes with which a spelling of the format can begin: its member `first_bytes`, or all bytes without one.
/// Lists and find_all() skip a format that cannot begin with the byte at hand.
template <date_format Format>
inline constexpr byte_set first_bytes_of = detail::first_bytes<Format>();

/// A list of formats: the first that takes the whole text, else the longest match.
///
/// Shape:   a list is a format, so a user's own format goes beside a list: date_formats<default_date_formats, mine>
/// Errors:  of several misses, the one furthest into the text; of those, the last in the list
template <date_format... Formats>
struct date_formats {
  static_assert(sizeof...(Formats) > 0, "mhqa::date_formats: a list of formats has at least one");

  static constexpr byte_set first_bytes = [] {
    byte_set all;
    (all.add(first_bytes_of<Formats>), ...);
    return all;
  }();

  [[nodiscard]] static constexpr date_match match(std::string_view text) noexcept {
    date_match best;
    if (!text.empty()) static_cast<void>((try_one<Formats>(text, best) || ...));
    if (!best && best.expected.empty()) best.expected = "a date";
    return best;
  }

 private:
  // True when nothing can be longer.
  template <date_format Format>
  static constexpr bool try_one(std::string_view text, date_match& best) noexcept {
    if (!first_bytes_of<Format>.contains(text[0])) return false;
    const date_match found = Format::match(text);
    if (found.length > best.length) {
      best.date = found.date;
      best.approximate = found.approximate;
      best.length = found.length;
      if (best.length == text.size()) return true;
    }
    if (!found.expected.empty() && found.reached >= best.reached) {
      best.expected = found.expected;
      best.position = found.position;
      best.reached = found.reached;
    }
    return false;
  }
};

namespace detail {

// The number of bytes of the white space that the text begins with: ASCII's, and the no-break space.
[[nodiscard]] constexpr std::size_t blank_length(std::string_view text, std::size_t at) noexcept {
  if (at >= text.size()) return 0;
  const char c = text[at];
  if (c == ' ' || (c >= '\t' && c <= '\r')) return 1;
  return c == '\xC2' && at + 1 < text.size() && text[at + 1] == '\xA0' ? 2 : 0;
}

[[nodiscard]] constexpr std::size_t skip_blanks(std::string_view text, std::size_t at) noexcept {
  while (const std::size_t step = blank_length(text, at)) at += step;
  return at;
}

// ASCII case is ignored; `word` is in lower case.
[[nodiscard]] constexpr bool begins_with_word(std::string_view text, std::string_view word) noexcept {
  if (text.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (ascii::to_lower(text[i]) != word[i]) return false;
  }
  return true;
}

inline constexpr std::array<std::string_view, 10> approximate_words{
    "circa", "ca.", "ca", "c.", "c", "about", "around", "approximately", "approx.", "approx"};

}  // namespace detail

/// "c. 1637", "circa July 1637", "about 1300": the inner format's date, marked as approximate.
template <date_format Format>
struct approximate_date {
  static constexpr byte_set first_bytes = bytes_of("aAcC");

  [[nodiscard]] static constexpr date_match match(std::string_view text) noexcept {
    for (const std::string_view word : detail::approximate_words) {
      if (!detail::begins_with_word(text, word)) continue;
      const std::size_t start = detail::skip_blanks(text, word.size());
      // "c1637" is a spelling, "cMay 1637" is not.
      if (start == word.size() && word.back() != '.' && start < text.size() && detail::is_letter(text[start])) continue;
      date_match found = Format::match(text.substr(start));
      found.approximate = static_cast<bool>(found);
      found.length += found ? start : 0;
      found.position += start;
      found.reached += start;
      return found;
    }
    return no_date("a date or \"c.\"", 0);
  }
};

}  // namespace mhqa::inline v0_1
