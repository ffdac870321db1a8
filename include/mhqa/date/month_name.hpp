// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// English month names, read and written without a locale.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The names of the months; index 0 is empty, so that a month is its own index.
inline constexpr std::array<std::string_view, 13> month_names{"",        "January",  "February", "March",  "April",
                                                              "May",     "June",     "July",     "August", "September",
                                                              "October", "November", "December"};

namespace detail {

using ascii::is_digit;
using ascii::is_letter;
using ascii::is_upper;

// Three letters as one number, so that one switch separates the twelve months.
[[nodiscard]] constexpr std::uint32_t month_key(char a, char b, char c) noexcept {
  const auto byte = [](char letter) { return std::uint32_t{static_cast<unsigned char>(letter)}; };
  return byte(a) << 16U | byte(b) << 8U | byte(c);
}

[[nodiscard]] constexpr int month_of_key(std::uint32_t key) noexcept {
  constexpr std::array<std::uint32_t, 12> keys = [] {
    std::array<std::uint32_t, 12> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::string_view name = month_names[i + 1];
      out[i] = month_key(ascii::to_lower(name[0]), name[1], name[2]);
    }
    return out;
  }();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == key) return static_cast<int>(i + 1);
  }
  return 0;
}

}  // namespace detail

/// A month and how many bytes spell it; month 0 if the text does not begin with a month.
struct month_match {
  int month{};
  std::size_t length{};

  friend constexpr bool operator==(const month_match&, const month_match&) = default;
};

/// Returns the month whose name the text begins with: the full name, its first three letters, or "Sept".
///
/// Shape:   ASCII case is ignored; a full stop after an abbreviation belongs to it; no letter may follow
/// Cost:    at most ten bytes are looked at
/// Example: match_month("Sept. 1666")  // month 9, length 5
[[nodiscard]] constexpr month_match match_month(std::string_view text) noexcept {
  if (text.size() < 3) return {};
  const int month = detail::month_of_key(
      detail::month_key(ascii::to_lower(text[0]), ascii::to_lower(text[1]), ascii::to_lower(text[2])));
  if (month == 0) return {};
  const std::string_view name = month_names[static_cast<std::size_t>(month)];
  std::size_t length = text.substr(0, name.size()) == name ? name.size() : 3;
  while (length < text.size() && length < name.size() && ascii::to_lower(text[length]) == name[length]) ++length;
  if (length < text.size() && detail::is_letter(text[length])) return {};
  if (length < name.size()) {
    if (length != 3 && !(month == 9 && length == 4)) return {};
    if (length < text.size() && text[length] == '.') ++length;
  }
  return {month, length};
}

}  // namespace mhqa::inline v0_1
