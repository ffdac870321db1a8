// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the date that a spelling states, as the command and the Python module take it: words, EDTF, 1637-07-00 and, on
// request, 03/04/1999.
//   parse_spelling("(3.4.1999)", {.numbers = "day-first"}).value  // 3 April 1999
#pragma once

#include <mhqa/date/stated_date.hpp>
#include <mhqa/error.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1 {

/// What else a spelling may be.
struct spelling_options {
  std::string numbers{};   ///< "day-first" or "month-first"; empty: 03/04/1999 is refused
  int two_digit_from = 0;  ///< the first year of the century of '67 and 1/2/67; 0: refused
};

/// Returns the text without spaces, tabs and line ends around it.
[[nodiscard]] constexpr std::string_view trim_spelling(std::string_view text) noexcept {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

/// Parses a trimmed spelling, which may stand in brackets.
///
/// Example: parse_spelling("July 1637").value  // stated({1637, 7})
[[nodiscard]] parsed<stated_date> parse_spelling(std::string_view text, const spelling_options& options = {});

/// Returns the two dates of a span, or nothing for other statements.
[[nodiscard]] std::optional<std::pair<stated_date, stated_date>> ends_of(const stated_date& date);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/date/detail/spelling.ipp>
#endif
