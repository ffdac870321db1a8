// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Recognises files that are not plain UTF-8 text by their first bytes (compressed, UTF-16, with a byte order mark),
// where a parser's error would name a byte somewhere inside, and finds invalid UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// Returns the format that the first bytes show and how to get UTF-8 text from it; "" if they show none.
///
/// Source:  RFC 1952 (gzip), RFC 8878 (zstd), PKWARE's APPNOTE (zip), the formats' magic numbers; Unicode 14.0, 23.8
/// Example: not_plain_text("\x1f\x8b\x08")  // "a gzip file; unpack it first"
[[nodiscard]] constexpr std::string_view not_plain_text(std::string_view head) noexcept {
  struct beginning {
    std::string_view bytes, what;
  };
  // UTF-32's mark begins with that of UTF-16.
  constexpr beginning known[] = {
      {"\x1F\x8B", "a gzip file; unpack it first"},
      {"PK\x03\x04", "a zip file; unpack it first"},
      {"BZh91AY&SY", "a bzip2 file; unpack it first"},
      {{"\xFD\x37zXZ\0", 6}, "an xz file; unpack it first"},
      {"\x28\xB5\x2F\xFD", "a zstd file; unpack it first"},
      {"PAR1\x15", "a Parquet file; write its rows as JSON Lines first"},
      {{"\xFF\xFE\0\0", 4}, "UTF-32; save the file as UTF-8"},
      {{"\0\0\xFE\xFF", 4}, "UTF-32; save the file as UTF-8"},
      {"\xFF\xFE", "UTF-16; save the file as UTF-8"},
      {"\xFE\xFF", "UTF-16; save the file as UTF-8"},
      {"\xEF\xBB\xBF", "a byte order mark; save the file as UTF-8 without it"},
  };
  for (const beginning& one : known) {
    if (head.starts_with(one.bytes)) return one.what;
  }
  // Without a mark: two ASCII characters, each with a zero on the same side.
  if (head.size() >= 4 && (head[0] == 0) == (head[2] == 0) && (head[1] == 0) == (head[3] == 0) &&
      (head[0] == 0) != (head[1] == 0)) {
    return "UTF-16; save the file as UTF-8";
  }
  return {};
}

/// Fails if the first bytes of a file show that it is not UTF-8 text.
///
/// Errors: data_error with the file, byte 0 and not_plain_text(head)
void expect_plain_text(std::string_view head, const std::string& file);

/// As expect_plain_text() of a file's whole content.
///
/// Errors: also data_error with the first byte that is not part of well-formed UTF-8
void expect_utf8(std::string_view content, const std::string& file);

namespace detail {

/// Returns the offset of the first byte that is not part of well-formed UTF-8.
[[nodiscard]] std::size_t first_invalid_utf8(std::string_view text) noexcept;

}  // namespace detail
}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/plain_text.ipp>
#endif
