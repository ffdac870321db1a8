// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Searches texts without regard to upper and lower case: "Mart van Duren" is in "Who is younger, Mart Van Duren or …?".
// E.g. find_ignoring_case(question, title)
#pragma once

#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace mhqa::inline v0_1 {

/// A part of a text, in bytes.
struct text_place {
  std::size_t position{};
  std::size_t length{};

  friend constexpr bool operator==(const text_place&, const text_place&) = default;
};

namespace detail {

// Returns the size of `wanted` as spelled at a place of `text`, if it is there. Compares character by character.
[[nodiscard]] constexpr std::optional<std::size_t> match_ignoring_case(std::string_view text, std::size_t at,
                                                                       std::string_view wanted) noexcept {
  const std::size_t begin = at;
  for (std::size_t i = 0; i < wanted.size();) {
    const utf8::character a = utf8::decode(text, at);
    const utf8::character b = utf8::decode(wanted, i);
    if (a.size == 0 || !(unicode::lower(a.code) == unicode::lower(b.code))) return std::nullopt;
    at += a.size;
    i += b.size;
  }
  return at - begin;
}

}  // namespace detail

/// Returns the first place of `wanted` in `text`, ignoring case.
///
/// Shape:   byte positions in `text`; the length may differ from that of `wanted`
/// Undefined: `wanted` is empty -> nothing
/// Cost:    O(text * wanted) at worst, no allocation
/// Differs: compares single characters, so the two small sigmas differ, and "ß" is not "SS"
/// Example: find_ignoring_case("Who is older, JAY'ED or …", "jay'ed")  // position 14, length 6
[[nodiscard]] constexpr std::optional<text_place> find_ignoring_case(std::string_view text, std::string_view wanted,
                                                                     std::size_t from = 0) noexcept {
  if (wanted.empty()) return std::nullopt;
  for (std::size_t at = from; at < text.size(); at += utf8::decode(text, at).size) {
    if (const auto length = detail::match_ignoring_case(text, at, wanted)) return text_place{at, *length};
  }
  return std::nullopt;
}

/// Finds whole words, ignoring case: no letter or digit touches the match.
///
/// Example: !find_word("average", "age"), find_word("at the Age of 83", "age")
[[nodiscard]] constexpr std::optional<text_place> find_word(std::string_view text, std::string_view wanted,
                                                            std::size_t from = 0) noexcept {
  while (const std::optional<text_place> found = find_ignoring_case(text, wanted, from)) {
    const std::size_t end = found->position + found->length;
    const bool begins = found->position == 0 ||
                        !unicode::is_word(utf8::detail::decode_before(text.data(), text.data() + found->position).code);
    if (begins && (end == text.size() || !unicode::is_word(utf8::decode(text, end).code))) return found;
    from = found->position + utf8::decode(text, found->position).size;
  }
  return std::nullopt;
}

/// Returns true if two texts differ at most in upper and lower case.
[[nodiscard]] constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return detail::match_ignoring_case(a, 0, b) == a.size();
}

}  // namespace mhqa::inline v0_1
