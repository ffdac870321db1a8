// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Decodes any bytes by one rule: well-formed UTF-8 gives its code points; ED A0..BF xx (a lone surrogate, which JSON
// can spell "\ud83d") gives U+D800..U+DFFF; every other byte is an opaque character, U+DC80..U+DCFF as in Python's
// "surrogateescape": neither letter nor space, kept unchanged.
#pragma once

#include <mhqa/config.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::utf8 {

/// A character of a text and the number of its bytes.
struct character {
  char32_t code{};
  std::uint8_t size{};  ///< 1 to 4

  /// True for a byte that is not part of a character.
  [[nodiscard]] constexpr bool opaque() const noexcept { return size == 1 && code >= 0x80; }

  friend constexpr bool operator==(const character&, const character&) = default;
};

namespace detail {

[[nodiscard]] constexpr std::uint32_t byte(char c) noexcept {
  return static_cast<unsigned char>(c);
}
[[nodiscard]] constexpr bool continues(char c) noexcept {
  return (byte(c) & 0xC0U) == 0x80U;
}

/// Decodes the first character of [at, end), which must not be empty.
[[nodiscard]] constexpr character decode(const char* at, const char* end) noexcept {
  const std::uint32_t first = byte(*at);
  if (first < 0x80) return {first, 1};
  const auto left = static_cast<std::size_t>(end - at);
  if (first >= 0xC2 && first < 0xE0) {
    if (left > 1 && continues(at[1])) return {((first & 0x1FU) << 6U) | (byte(at[1]) & 0x3FU), 2};
  } else if (first >= 0xE0 && first < 0xF0) {
    if (left > 2 && continues(at[1]) && continues(at[2])) {
      const std::uint32_t code = ((first & 0x0FU) << 12U) | ((byte(at[1]) & 0x3FU) << 6U) | (byte(at[2]) & 0x3FU);
      if (code >= 0x800) return {code, 3};
    }
  } else if (first >= 0xF0 && first < 0xF5) {
    if (left > 3 && continues(at[1]) && continues(at[2]) && continues(at[3])) {
      const std::uint32_t code = ((first & 0x07U) << 18U) | ((byte(at[1]) & 0x3FU) << 12U) |
                                 ((byte(at[2]) & 0x3FU) << 6U) | (byte(at[3]) & 0x3FU);
      if (code >= 0x10000 && code <= 0x10FFFF) return {code, 4};
    }
  }
  return {0xDC00U + first, 1};
}

[[nodiscard]] constexpr std::uint8_t encoded_size(char32_t code) noexcept {
  return static_cast<std::uint8_t>(code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
}

/// Decodes the character that ends at `at`, which must be above `begin` and end a character.
[[nodiscard]] constexpr character decode_before(const char* begin, const char* at) noexcept {
  // Only a lead byte starts a longer character and no lead byte continues one, so the first that fits is right.
  for (std::ptrdiff_t size = 2; size <= 4 && size <= at - begin; ++size) {
    const character c = decode(at - size, at);
    if (c.size == size) return c;
  }
  return decode(at - 1, at);
}

}  // namespace detail

/// Decodes the character at a byte offset.
///
/// Undefined: at >= text.size() -> size 0
/// Cost:      O(1), never reads out of bounds
/// Example:   decode("\xC3\xA9", 0) == character{U'é', 2}, decode("\xC3", 0) == character{U'\xDCC3', 1}
[[nodiscard]] constexpr character decode(std::string_view text, std::size_t at) noexcept {
  if (at >= text.size()) return {};
  return detail::decode(text.data() + at, text.data() + text.size());
}

/// Returns true for a byte that can only continue a character.
[[nodiscard]] constexpr bool is_continuation(char c) noexcept {
  return detail::continues(c);
}

/// Returns the number of characters of a text; each opaque byte counts as one.
///
/// Cost:    O(bytes)
/// Example: count("é\xC3") == 2
[[nodiscard]] constexpr std::size_t count(std::string_view text) noexcept {
  std::size_t characters = 0;
  for (std::size_t at = 0; at < text.size(); ++characters) {
    at += static_cast<unsigned char>(text[at]) < 0x80 ? 1U : decode(text, at).size;
  }
  return characters;
}

/// Returns the longest beginning of a text that has at most `most` bytes and ends between characters.
///
/// Undefined: bytes that are not UTF-8 -> may be shorter, because stray continuation bytes at the cut are dropped
/// Example: prefix("né", 2) == "n"
[[nodiscard]] constexpr std::string_view prefix(std::string_view text, std::size_t most) noexcept {
  if (text.size() <= most) return text;
  while (most > 0 && is_continuation(text[most])) --most;
  return text.substr(0, most);
}

/// Writes a code point, surrogates included, and returns the end of the bytes written.
///
/// Requires: code <= U+10FFFF, room for four bytes
constexpr char* encode(char32_t code, char* out) noexcept {
  MHQA_EXPECTS(code <= 0x10FFFF, "mhqa::utf8::encode: expected a code point up to U+10FFFF");
  const auto put = [&out](std::uint32_t value) { *out++ = static_cast<char>(static_cast<unsigned char>(value)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | (code >> 6U));
    put(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    put(0xE0U | (code >> 12U));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  } else {
    put(0xF0U | (code >> 18U));
    put(0x80U | ((code >> 12U) & 0x3FU));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  }
  return out;
}

/// Appends the bytes of a character; a result of decode() comes back unchanged.
///
/// Requires: c.opaque(), or a code point of at most U+10FFFF
inline void append(std::string& out, character c) {
  if (c.opaque()) {
    out += static_cast<char>(static_cast<unsigned char>(c.code - 0xDC00U));
    return;
  }
  char bytes[4] = {};
  out.append(bytes, static_cast<std::size_t>(encode(c.code, bytes) - bytes));
}

}  // namespace mhqa::inline v0_1::utf8
