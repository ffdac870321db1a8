// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes text from data files safe to print: one line, no terminal escapes, valid UTF-8.
//   mhqa::printable("a\x1b[31m\xff")  // "a\\x1b[31m\\xff"
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

namespace detail {

/// True for the characters that printable() escapes: C0 and C1 controls, DEL, the line and paragraph separators, the
/// marks, embeddings, overrides and isolates of bidirectional text, the byte order mark, and tag characters.
[[nodiscard]] constexpr bool moves_the_cursor(char32_t code) noexcept {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x206F) || code == 0xFEFF ||
         (code >= 0xE0000 && code <= 0xE007F);
}

/// True for bytes that are not UTF-8; lone surrogates are not.
[[nodiscard]] constexpr bool is_malformed(utf8::character c) noexcept {
  return c.opaque() || (c.code >= 0xD800 && c.code <= 0xDFFF);
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
    const utf8::character c = utf8::decode(text, at);
    if (!detail::is_malformed(c) && !detail::moves_the_cursor(c.code)) {
      at += c.size;
      continue;
    }
    copy_until(at);
    for (const std::size_t end = at + c.size; at < end; ++at) {
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

/// Returns `text` as one printable line: tabs, line ends, vertical tabs and form feeds become spaces.
[[nodiscard]] inline std::string one_line(std::string_view text) {
  std::string out{text};
  for (char& c : out) {
    if (c >= '\t' && c <= '\r') c = ' ';
  }
  return printable(out);
}

}  // namespace mhqa::inline v0_1
