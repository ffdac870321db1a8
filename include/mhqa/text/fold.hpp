// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Names in texts when upper and lower case do not matter: "Mart van Duren" stands in "Who is younger, Mart Van
// Duren or …?". E.g. find_ignoring_case(question, title)
#pragma once

#include <mhqa/text/unicode.hpp>
#include <mhqa/text/utf8.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace mhqa {
inline namespace v0 {

/// A part of a text, in bytes.
struct text_place {
  std::size_t position{};
  std::size_t length{};

  friend constexpr bool operator==(const text_place&, const text_place&) = default;
};

namespace detail {

// The bytes of `text` at a place that spell `wanted`, if they do. Characters are compared one by one.
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

/// Where a text is spelled in another one for the first time, upper and lower case being the same.
///
/// Shape:   byte positions in `text`; the length may differ from that of `wanted`
/// Undefined: nothing to look for -> nothing
/// Cost:    O(text * wanted) at worst, no allocation
/// Differs: character by character, so the two small sigmas stay two, and "ß" is not "SS"
/// Example: find_ignoring_case("Who is older, JAY'ED or …", "jay'ed")  // position 14, length 6
[[nodiscard]] constexpr std::optional<text_place> find_ignoring_case(std::string_view text, std::string_view wanted,
                                                                     std::size_t from = 0) noexcept {
  if (wanted.empty()) return std::nullopt;
  for (std::size_t at = from; at < text.size(); at += utf8::decode(text, at).size) {
    if (const auto length = detail::match_ignoring_case(text, at, wanted)) return text_place{at, *length};
  }
  return std::nullopt;
}

/// find_ignoring_case() of whole words: no letter or digit stands beside what is found.
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

/// Whether two texts are the same but for upper and lower case.
[[nodiscard]] constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return detail::match_ignoring_case(a, 0, b) == a.size();
}

}  // namespace v0
}  // namespace mhqa
