// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of fanout_accuracy.hpp.
#pragma once

#include <mhqa/metrics/fanout_accuracy.hpp>

#include <mhqa/text/lower.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::string fanout_normalize(std::string_view text) {
  std::string lower, out;
  append_lower(lower, text);
  bool space = false;
  for (std::size_t at = 0; at < lower.size();) {
    const utf8::character c = utf8::decode(lower, at);
    const std::string_view here = std::string_view{lower}.substr(at, c.size);
    at += c.size;
    if (std::string_view{",.?!:;"}.find(here) != std::string_view::npos) continue;
    const bool blank = !c.opaque() && unicode::is_space(c.code);
    if (!blank || !space) out += blank ? std::string_view{" "} : here;
    space = blank;
  }
  return out;
}

namespace detail {

MHQA_INLINE bool is_word_boundary(std::string_view text, std::size_t at) {
  const auto is_word = [&](std::size_t from) {
    const utf8::character c = utf8::decode(text, from);
    return !c.opaque() && unicode::is_word(c.code);
  };
  std::size_t before = at;
  while (before > 0 && (static_cast<unsigned char>(text[--before]) & 0xC0U) == 0x80) {
  }
  return (at > 0 && is_word(before)) != (at < text.size() && is_word(at));
}

MHQA_INLINE bool has_between_boundaries(std::string_view text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    if (is_word_boundary(text, at) && is_word_boundary(text, at + part.size())) return true;
  }
  return false;
}

}  // namespace detail
}  // namespace mhqa::inline v0_1
