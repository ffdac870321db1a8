// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Parses stated dates as English texts write them: "before 1300", "12–14 July 1637", "1887 or 1893", "100–44 BC",
// "early 1630s". Also "c. 1637" and "1 December [O.S. 20 November] 1792".
//   to_edtf(*parse_stated("1926–7")).view()  // "1926/1927"
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/detail/plain_date.hpp>
#include <mhqa/date/detail/stated_element.hpp>
#include <mhqa/date/detail/stated_quick.hpp>
#include <mhqa/date/detail/statement_reader.hpp>
#include <mhqa/date/edtf.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/date/wikidata.hpp>
#include <mhqa/error.hpp>

#include <cstddef>
#include <string_view>

namespace mhqa::inline v0_1 {
namespace detail {

// "T" after a day in digits.
[[nodiscard]] constexpr bool has_time(std::string_view text) noexcept {
  for (std::size_t i = 8; i + 1 < text.size() && i < 28; ++i) {
    if (text[i] == 'T' && is_digit(text[i - 1]) && is_digit(text[i + 1])) return true;
  }
  return false;
}

// Returns false for dates in words: EDTF begins with a four-digit year, a sign, Y or X, a bracket or a mark.
[[nodiscard]] constexpr bool may_be_edtf(std::string_view text) noexcept {
  if (text.empty()) return false;
  const char c = text[0];
  if (is_digit(c))
    return text.size() >= 4 && (is_digit(text[2]) || text[2] == 'X') && (is_digit(text[3]) || text[3] == 'X');
  if (text.substr(0, 5) == "open/" || text.substr(0, 8) == "unknown/") return true;
  if (c == '~' || c == '?' || c == '%') return text.substr(1, 1) != "-";  // "?-1801" has no beginning
  return c == '-' || c == '+' || c == '[' || c == '{' || c == '.' || c == '/' || c == 'Y' || c == 'X' || c == 'y' ||
         text.substr(0, 2) == "uu";
}

// "1907-08", "1940-41", "1541-36": two years rather than a month or a season of EDTF.
[[nodiscard]] constexpr bool is_pair_of_years(std::string_view text) noexcept {
  if (text.size() != 7 || text[4] != '-' || text[0] == '0') return false;
  for (const std::size_t i : {0U, 1U, 2U, 3U, 5U, 6U}) {
    if (!is_digit(text[i])) return false;
  }
  return text.substr(5) > text.substr(2, 2) || text.substr(5) > "24";
}

}  // namespace detail

/// Parses the whole text as one stated date: in words, in EDTF, or as a Wikidata time.
///
/// Shape:  EDTF where it is valid, except for a hyphen between a year and the last digits of another: "1907-08" and
///         "1940-41" are ranges (parse_edtf() reads a month and a season), "1541-36" is refused, "2001-01" a month.
///         "/" joins alternatives ("527/528"), one day in both calendars ("11/22 February 1732") or a year that began
///         in March ("11 February 1731/2")
/// Errors: the expected input and its byte offset. Nothing is dropped or guessed: refuses "12 July 37",
///         "30 February 1637", a weekday or an Old Style date of another day, "before 1637 or 1638"
/// Cost:   linear, no allocation; constexpr
/// Differs: parse_date() gives a partial_date and knows neither doubts nor ranges
/// Example: to_edtf(*parse_stated("5 July 1251 or 1253")).view()  // "[1251-07-05,1253-07-05]"
[[nodiscard]] constexpr parsed<stated_date> parse_stated(std::string_view text,
                                                         const date_text_options& options = {}) noexcept {
  if (const partial_date plain = detail::plain_date(text); plain.year != 0) return {stated(plain)};
  if (options.join_spans && options.two_digit_from == 0) {
    if (stated_date quick; detail::quick_reader{text}.read(quick)) return {quick};
  }
  parsed<stated_date> machine;
  bool tried = false;
  if (detail::may_be_edtf(text) && !detail::is_pair_of_years(text)) {
    // A signed time of day is Wikidata's, whose year -44 is 44 BC; EDTF's years before Christ are astronomical.
    if ((text[0] == '-' || text[0] == '+') && detail::has_time(text)) return parse_wikidata({.time = text});
    machine = parse_edtf(text);
    if (machine) return machine;
    tried = !detail::is_digit(text[0]) && text[0] != '~' && text[0] != '?';
  }
  const stated_match found = detail::statement_reader{text, options, detail::text_kind::spelling}.read();
  if (found && found.length == text.size()) return {found.date};
  if (tried) return machine;
  if (!found) return not_parsed<stated_date>(found.expected, found.position);
  if (!found.expected.empty() && found.position >= found.length) {
    return not_parsed<stated_date>(found.expected, found.position);
  }
  return not_parsed<stated_date>("the end of the date", found.length);
}

}  // namespace mhqa::inline v0_1
