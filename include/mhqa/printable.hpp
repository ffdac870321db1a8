// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes text from data files safe to print: one line, no terminal escapes, valid UTF-8.
//   mhqa::printable("a\x1b[31m\xff")  // "a\\x1b[31m\\xff"
#pragma once

#include <mhqa/config.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

namespace detail {

/// Size of the well-formed UTF-8 character at text[at], and its code point; size 0 for anything else.
struct utf8_piece {
  std::size_t size = 0;
  std::uint32_t code = 0;
};

[[nodiscard]] constexpr utf8_piece utf8_piece_at(std::string_view text, std::size_t at) noexcept {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {1, first};
  if (first >= 0xC2 && first < 0xE0 && follows(1)) return {2, (first & 0x1FU) << 6U | (byte(1) & 0x3FU)};
  if (first >= 0xE0 && first < 0xF0 && follows(1) && follows(2)) {
    const std::uint32_t code = (first & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU);
    return code >= 0x800 && (code < 0xD800 || code > 0xDFFF) ? utf8_piece{3, code} : utf8_piece{};
  }
  if (first >= 0xF0 && first < 0xF5 && follows(1) && follows(2) && follows(3)) {
    const std::uint32_t code =
        (first & 0x07U) << 18U | (byte(1) & 0x3FU) << 12U | (byte(2) & 0x3FU) << 6U | (byte(3) & 0x3FU);
    return code >= 0x10000 && code <= 0x10FFFF ? utf8_piece{4, code} : utf8_piece{};
  }
  return {};
}

/// True for the characters that printable() escapes: C0 and C1 controls, DEL, the line and paragraph separators, the
/// marks, embeddings, overrides and isolates of bidirectional text, the byte order mark, and tag characters.
[[nodiscard]] constexpr bool moves_the_cursor(std::uint32_t code) noexcept {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x206F) || code == 0xFEFF ||
         (code >= 0xE0000 && code <= 0xE007F);
}

}  // namespace detail

/// Appends `text` so that it stays on one line and cannot control a terminal.
///
/// Shape:   control characters, line separators, bidirectional controls and bytes that are not UTF-8 become \xNN, a
///          byte each; everything else is copied. The result is valid UTF-8; a second call changes nothing
/// Cost:    linear
/// Source:  ECMA-48 (C0, C1), Unicode 14.0 (UAX #9 for the bidirectional controls)
/// Example: append_printable(out, "a\tb")  // out += "a\\x09b"
inline void append_printable(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::size_t copied = 0;
  const auto copy_until = [&](std::size_t at) { out.append(text.substr(copied, at - copied)); };
  for (std::size_t at = 0; at < text.size();) {
    const detail::utf8_piece c = detail::utf8_piece_at(text, at);
    if (c.size != 0 && !detail::moves_the_cursor(c.code)) {
      at += c.size;
      continue;
    }
    copy_until(at);
    for (const std::size_t end = at + (c.size == 0 ? 1 : c.size); at < end; ++at) {
      const auto byte = static_cast<unsigned char>(text[at]);
      out += "\\x";
      out += digits[byte >> 4U];
      out += digits[byte & 15U];
    }
    copied = at;
  }
  copy_until(text.size());
}

/// `text` as append_printable() writes it.
[[nodiscard]] inline std::string printable(std::string_view text) {
  std::string out;
  append_printable(out, text);
  return out;
}

}  // namespace v0_1
}  // namespace mhqa
