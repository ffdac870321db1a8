// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Says what a file is that was taken for UTF-8 text and is none: compressed, UTF-16, or with a byte order mark. A
// parser would stumble somewhere inside it.
#pragma once

#include <mhqa/error.hpp>

#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0 {
namespace io {

/// What the first bytes of a file show instead of UTF-8 text, and what to do about it; empty if they show nothing.
///
/// Source:  RFC 1952 (gzip), RFC 8878 (zstd), PKWARE's APPNOTE (zip), the formats' own magic numbers;
/// Unicode 14.0, 23.8 Example: not_plain_text("\x1f\x8b\x08")  // "a gzip file; unpack it first"
[[nodiscard]] constexpr std::string_view not_plain_text(std::string_view head) noexcept {
  struct beginning {
    std::string_view bytes, what;
  };
  // UTF-32's mark begins with UTF-16's.
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

/// Fails if the first bytes of a file show that it is no UTF-8 text.
///
/// Errors: data_error with the file, byte 0 and not_plain_text(head)
inline void expect_plain_text(std::string_view head, const std::string& file) {
  const std::string_view what = not_plain_text(head);
  if (!what.empty()) throw_data_error({.file = file, .byte = 0}, "expected UTF-8 text, found " + std::string{what});
}

}  // namespace io
}  // namespace v0
}  // namespace mhqa
