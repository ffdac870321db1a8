// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A date format written as a pattern and compiled with the program: date_pattern<"%d/%m/%Y">.
// The pattern is checked at compile time and becomes straight code; nothing is interpreted at run time.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/format.hpp>
#include <mhqa/date/reader.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The text of a pattern as a template argument.
template <std::size_t Size>
struct date_pattern_text {
  char text[Size]{};

  // NOLINTNEXTLINE(google-explicit-constructor): the string literal is the argument
  constexpr date_pattern_text(const char (&literal)[Size]) noexcept {
    for (std::size_t i = 0; i < Size; ++i) text[i] = literal[i];
  }

  [[nodiscard]] constexpr std::string_view view() const noexcept { return {text, Size - 1}; }
};

namespace detail {

// Plain loops: g++ rejects string_view::find in constant expressions under -fsanitize=undefined.
[[nodiscard]] constexpr std::size_t find_byte(std::string_view text, char c, std::size_t at = 0) noexcept {
  while (at < text.size() && text[at] != c) ++at;
  return at;
}

// True if the pattern has the field %c, or %^c.
[[nodiscard]] constexpr bool has_field(std::string_view pattern, char c) noexcept {
  for (std::size_t i = 0; i + 1 < pattern.size(); ++i) {
    if (pattern[i] != '%') continue;
    const std::size_t field = pattern[i + 1] == '^' ? i + 2 : i + 1;
    if (field < pattern.size() && pattern[field] == c) return true;
  }
  return false;
}

// Reads the field %Field, or %^Last or %4Y, of a pattern.
template <char Field, char Last>
[[nodiscard]] constexpr bool read_field(date_reader& in) noexcept {
  constexpr bool capital = Field == '^';
  if constexpr (Field == 'd') {
    in.day_at = in.at;
    return read_two_digits(in, 1, 31, in.day, date_part::day);
  } else if constexpr (Field == 'm') {
    return read_two_digits(in, 1, 12, in.month, date_part::month_number);
  } else if constexpr (Last == 'B') {
    return read_month_name(in, capital);
  } else if constexpr (Last == 'Y') {
    return read_year(in, is_digit(Field) ? static_cast<std::size_t>(Field - '0') : 1);
  } else if constexpr (Last == 'E') {
    return read_era(in, capital);
  } else {
    return read_ordinal(in);
  }
}

// Reads by the places of the pattern from At to End. Recursion over them makes each a branch of its own.
template <date_pattern_text Pattern, std::size_t At, std::size_t End>
[[nodiscard]] constexpr bool read_pattern(date_reader& in) noexcept {
  constexpr std::string_view pattern = Pattern.view();
  if constexpr (At == End) {
    return true;
  } else if constexpr (pattern[At] == '%') {
    constexpr char field = pattern[At + 1];
    constexpr std::size_t length = field == '^' || is_digit(field) ? 3 : 2;
    return read_field<field, pattern[At + length - 1]>(in) && read_pattern<Pattern, At + length, End>(in);
  } else if constexpr (pattern[At] == '[') {
    constexpr std::size_t close = find_byte(pattern, ']', At);
    // A group that fails leaves no trace; its own fields are all that it can have written.
    constexpr std::string_view group = pattern.substr(At, close - At);
    const std::size_t start = in.at;
    const std::uint8_t month = in.month;
    const era_said era = in.era;
    if (!read_pattern<Pattern, At + 1, close>(in)) {
      in.at = start;
      in.understood = 0;
      if constexpr (has_field(group, 'd')) in.day = 0;
      if constexpr (has_field(group, 'B') || has_field(group, 'm')) in.month = month;
      if constexpr (has_field(group, 'E')) in.era = era;
    }
    return read_pattern<Pattern, close + 1, End>(in);
  } else if constexpr (pattern[At] == ' ' || pattern[At] == '_') {
    const std::size_t end = skip_blanks(in.text, in.at);
    if (pattern[At] == ' ' && end == in.at) return in.miss(date_part::blank);
    in.at = end;
    return read_pattern<Pattern, At + 1, End>(in);
  } else {
    if (in.at >= in.text.size() || ascii::to_lower(in.text[in.at]) != ascii::to_lower(pattern[At])) {
      return in.miss(date_part::other);
    }
    ++in.at;
    return read_pattern<Pattern, At + 1, End>(in);
  }
}

// The bytes that the places from `at` on can begin with; optional places add theirs to those that follow.
[[nodiscard]] constexpr byte_set pattern_first_bytes(std::string_view pattern, std::size_t at = 0) noexcept {
  byte_set bytes;
  for (; at < pattern.size(); ++at) {
    if (pattern[at] == '_') {
      bytes.add(" \t\n\v\f\r\xC2");
    } else if (pattern[at] == '[') {
      bytes.add(pattern_first_bytes(pattern, at + 1));
      at = find_byte(pattern, ']', at);
    } else {
      break;
    }
  }
  if (at >= pattern.size()) return bytes;
  if (pattern[at] == ' ') {
    bytes.add(" \t\n\v\f\r\xC2");
  } else if (pattern[at] != '%') {
    const char lower = ascii::to_lower(pattern[at]);
    const char upper = is_letter(lower) ? static_cast<char>(lower - ('a' - 'A')) : lower;
    bytes.has[static_cast<unsigned char>(lower)] = true;
    bytes.has[static_cast<unsigned char>(upper)] = true;
  } else {
    const bool capital = pattern[at + 1] == '^';
    const char field = pattern[capital ? at + 2 : at + 1];
    if (field == 'B')
      bytes.add(capital ? "JFMASOND" : "JFMASONDjfmasond");
    else if (field == 'E')
      bytes.add(capital ? "ABC" : "ABCabc");
    else if (field == 'o')
      bytes.add("TSNRtsnr");
    else
      bytes.add("0123456789");
  }
  return bytes;
}

// Every field is known, brackets close and do not nest, there is a year, and no day without a month.
[[nodiscard]] constexpr bool is_date_pattern(std::string_view pattern) noexcept {
  bool open = false, year = false, month = false, day = false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '[' || pattern[i] == ']') {
      if (open == (pattern[i] == '[')) return false;
      open = !open;
    } else if (pattern[i] == '%') {
      const std::string_view field = pattern.substr(i + 1, 2);
      if (field.size() == 2 && (field == "^B" || field == "^E" || (is_digit(field[0]) && field[1] == 'Y'))) ++i;
      if (++i >= pattern.size() || find_byte("dmBYEo", pattern[i]) == 6) return false;
      // An optional year, or an optional month before a day, would leave the date without it.
      if (pattern[i] == 'Y') year = !open;
      if (pattern[i] == 'm' || pattern[i] == 'B') month = true;
      if (pattern[i] == 'd') day = true;
    }
  }
  return !open && year && (month || !day);
}

}  // namespace detail

/// The format that a pattern describes.
///
/// Shape:   %d day, %m month number, %B month name (%^B: with a capital), %E era (%^E likewise), %Y year from 1
///          (%3Y: of at least 3 digits, or with an era), %o "st", "nd", "rd" or "th"; a blank: white space; _: white
///          space or none; [...]: optional, taken when it matches; anything else: itself, ASCII case ignored
/// Errors:  the first thing in the text that the pattern does not allow; a day that the month does not have
/// Cost:    one pass, no allocation; a bad pattern does not compile
/// Example: parse_date<date_pattern<"%d/%m/%Y">>("03/04/1999")  // 3 April 1999
template <date_pattern_text Pattern>
struct date_pattern {
  static_assert(
      detail::is_date_pattern(Pattern.view()),
      "mhqa::date_pattern: wants %Y (outside brackets), a month beside every %d, fields out of d m B ^B Y 1Y..9Y "
      "E o, and brackets that close and do not nest");

  static constexpr byte_set first_bytes = detail::pattern_first_bytes(Pattern.view());

  [[nodiscard]] static constexpr date_match match(std::string_view text) noexcept {
    detail::date_reader in{.text = text};
    if (!detail::read_pattern<Pattern, 0, Pattern.view().size()>(in)) {
      return detail::no_part(in.missed, in.at, in.understood);
    }
    const int year = in.era == detail::era_said::before_common ? 1 - in.year : in.year;
    if (year > max_year) return detail::no_part(detail::date_part::year_in_range, in.year_at, in.at);
    if (in.short_year && in.era == detail::era_said::none) {
      return detail::no_part(detail::date_part::longer_year, in.year_at, in.at);
    }
    if (in.day > days_in_month(year, in.month)) {
      return detail::no_part(detail::date_part::day_of_month, in.day_at, in.at);
    }
    return {.date = {static_cast<std::int16_t>(year), in.month, in.day}, .length = in.at};
  }
};

}  // namespace mhqa::inline v0_1
