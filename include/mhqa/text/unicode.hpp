// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The character properties that Python 3.11 uses (Unicode 14.0): word character of re, white space of str.split, lower
// case of str.lower, digit of float. The evaluators need no others.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/text/unicode_data.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace mhqa::inline v0_1::unicode {
namespace detail {

[[nodiscard]] constexpr property lookup(char32_t c) noexcept {
  if (c >= table_end) return properties[0];
  const std::uint32_t block = block_of[c >> block_shift];
  return properties[property_of[(block << block_shift) | (c & ((1U << block_shift) - 1))]];
}

[[nodiscard]] constexpr bool has(char32_t c, std::uint8_t flag) noexcept {
  return (lookup(c).flags & flag) != 0;
}

}  // namespace detail

/// Returns true if re's \w matches: letters, numbers of every kind and '_', but not combining marks.
///
/// Undefined: surrogates and values above U+10FFFF -> false, as in the three functions below
/// Example:   is_word(U'é'), !is_word(U'\u0301')
[[nodiscard]] constexpr bool is_word(char32_t c) noexcept {
  return detail::has(c, detail::word);
}

/// Returns true if str.split() separates here: 29 characters, among them U+001C to U+001F, U+0085 and U+00A0.
[[nodiscard]] constexpr bool is_space(char32_t c) noexcept {
  return detail::has(c, detail::space);
}

/// Returns true if a capital sigma right after this character can be final; false if is_case_ignorable().
[[nodiscard]] constexpr bool is_cased(char32_t c) noexcept {
  return detail::has(c, detail::cased);
}

/// Returns true if the rule of the final sigma skips this character, e.g. '.', '\'', ':', U+0301.
[[nodiscard]] constexpr bool is_case_ignorable(char32_t c) noexcept {
  return detail::has(c, detail::case_ignorable);
}

/// The lower case of one character: one code point, or two for U+0130.
struct lowered {
  char32_t first{};
  char32_t second{};  ///< 0 if there is only one

  friend constexpr bool operator==(const lowered&, const lowered&) = default;
};

/// Returns str.lower of one character without context: U+03A3 gives the non-final sigma.
///
/// Example: lower(U'Σ').first == U'σ', lower(U'\u0130') == lowered{U'i', U'\u0307'}
[[nodiscard]] constexpr lowered lower(char32_t c) noexcept {
  const detail::property p = detail::lookup(c);
  const auto first = static_cast<char32_t>(static_cast<std::int32_t>(c) + p.to_lower);
  return {first, (p.flags & detail::full_lower) != 0 ? U'\u0307' : U'\0'};
}

/// Returns the value of a decimal digit of any script, as int() and float() read it; otherwise -1.
///
/// Cost:    a binary search among 66 scripts
/// Example: digit(U'7') == 7, digit(U'\u0665') == 5, digit(U'\u00B2') == -1
[[nodiscard]] constexpr int digit(char32_t c) noexcept {
  const auto* const after = std::upper_bound(std::begin(detail::digit_zeros), std::end(detail::digit_zeros), c);
  if (after == std::begin(detail::digit_zeros) || c - after[-1] > 9) return -1;
  return static_cast<int>(c - after[-1]);
}

}  // namespace mhqa::inline v0_1::unicode
