// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of plain_text.hpp.
#pragma once

#include <mhqa/io/plain_text.hpp>

#include <mhqa/error.hpp>
#include <mhqa/utf8.hpp>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void expect_plain_text(std::string_view head, const std::string& file) {
  const std::string_view what = not_plain_text(head);
  if (!what.empty()) throw_data_error({.file = file, .byte = 0}, "expected UTF-8 text, found " + std::string{what});
}

MHQA_INLINE void expect_utf8(std::string_view content, const std::string& file) {
  expect_plain_text(content, file);
  const std::size_t invalid = detail::first_invalid_utf8(content);
  if (invalid != content.size()) throw_data_error({.file = file, .byte = invalid}, "expected valid UTF-8");
}

namespace detail {

MHQA_INLINE std::size_t first_invalid_utf8(std::string_view text) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const utf8::character c = utf8::decode(text, at);
    if (c.code >= 0xD800 && c.code <= 0xDFFF) return at;
    at += c.size;
  }
  return at;
}

}  // namespace detail
}  // namespace mhqa::inline v0_1::io
