// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Classes of ASCII characters, without a locale. Bytes of multi-byte characters belong to none of them.
#pragma once

#include <mhqa/config.hpp>

#include <cstddef>
#include <string_view>

namespace mhqa::inline v0_1::ascii {

/// Classifies a byte; bytes above 127 are in no class.
[[nodiscard]] constexpr bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_upper(char c) noexcept {
  return c >= 'A' && c <= 'Z';
}
[[nodiscard]] constexpr bool is_lower(char c) noexcept {
  return c >= 'a' && c <= 'z';
}
[[nodiscard]] constexpr bool is_letter(char c) noexcept {
  return is_upper(c) || is_lower(c);
}
/// The printable characters except the space, as C's isgraph in the "C" locale.
[[nodiscard]] constexpr bool is_graphic(char c) noexcept {
  return c > ' ' && c < '\x7F';
}
/// The white space of C's isspace in the "C" locale.
[[nodiscard]] constexpr bool is_space(char c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Returns the lower-case form of an upper-case letter, and any other byte unchanged.
[[nodiscard]] constexpr char to_lower(char c) noexcept {
  return is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}
/// Returns the upper-case form of a lower-case letter, and any other byte unchanged.
[[nodiscard]] constexpr char to_upper(char c) noexcept {
  return is_lower(c) ? static_cast<char>(c - ('a' - 'A')) : c;
}

/// Returns the value of a hexadecimal digit, or -1 for any other byte.
[[nodiscard]] constexpr int hex_value(char c) noexcept {
  if (is_digit(c)) return c - '0';
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Compares two texts without regard to the case of ASCII letters.
/// Example: equal_ignoring_case("InF", "inf")  // true
[[nodiscard]] constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (to_lower(a[i]) != to_lower(b[i])) return false;
  }
  return true;
}

/// Returns the text without ASCII white space at its ends.
/// Example: trim(" a b\n") == "a b"
[[nodiscard]] constexpr std::string_view trim(std::string_view text) noexcept {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace mhqa::inline v0_1::ascii
