// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of lower.hpp.
#pragma once

#include <mhqa/text/lower.hpp>

#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE const char* end_of_ascii(const char* at, const char* end) noexcept {
  constexpr std::ptrdiff_t word = 8, block = 128;
  for (; end - at >= block; at += block) {
    unsigned char wide = 0;  // as wide as the bytes, which keeps the loop narrow
    for (std::ptrdiff_t i = 0; i < block; ++i)
      wide = static_cast<unsigned char>(wide | static_cast<unsigned char>(at[i]));
    if (wide >= 0x80) break;
  }
  for (std::uint64_t bytes = 0; end - at >= word; at += word) {
    std::memcpy(&bytes, at, sizeof bytes);
    if ((bytes & 0x8080808080808080U) != 0) break;
  }
  return std::find_if(at, end, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

MHQA_INLINE bool is_final_sigma(const char* begin, const char* before, const char* after, const char* end) noexcept {
  bool final = false;
  while (before != begin && !final) {
    const utf8::character c = utf8::detail::decode_before(begin, before);
    const std::uint8_t flags = unicode::detail::lookup(c.code).flags;
    if ((flags & unicode::detail::case_ignorable) == 0 && (flags & unicode::detail::cased) == 0) return false;
    final = (flags & unicode::detail::cased) != 0;
    before -= c.size;
  }
  while (final && after != end) {
    const utf8::character c = utf8::detail::decode(after, end);
    const std::uint8_t flags = unicode::detail::lookup(c.code).flags;
    if ((flags & unicode::detail::cased) != 0) return false;
    if ((flags & unicode::detail::case_ignorable) == 0) return true;
    after += c.size;
  }
  return final;
}

}  // namespace detail

MHQA_INLINE void append_lower(std::string& out, std::string_view source) {
  const char* const begin = source.data();
  const char* const end = begin + source.size();
  MHQA_EXPECTS(
      !std::less<>{}(begin, out.data() + out.size()) || !std::less<>{}(static_cast<const char*>(out.data()), end),
      "mhqa::append_lower: the source must not be part of the output");
  for (const char* at = begin; at != end;) {
    const char* const ascii_end = detail::end_of_ascii(at, end);
    if (ascii_end != at) {
      const std::size_t size = out.size();
      const auto run = static_cast<std::size_t>(ascii_end - at);
      out.append(at, run);
      char* const to = out.data() + size;
      for (std::size_t i = 0; i < run; ++i) {
        to[i] = static_cast<char>(to[i] + (to[i] >= 'A' && to[i] <= 'Z' ? 'a' - 'A' : 0));
      }
      at = ascii_end;
      continue;
    }
    const utf8::character c = utf8::detail::decode(at, end);
    const unicode::detail::property p = unicode::detail::lookup(c.code);
    const char* const next = at + c.size;
    if (p.to_lower == 0) {
      out.append(at, c.size);
    } else if ((p.flags & unicode::detail::sigma) != 0 && detail::is_final_sigma(begin, at, next, end)) {
      out += "\xCF\x82";
    } else {
      const auto lower = static_cast<char32_t>(static_cast<std::int32_t>(c.code) + p.to_lower);
      char bytes[4] = {};
      out.append(bytes, static_cast<std::size_t>(utf8::encode(lower, bytes) - bytes));
      if ((p.flags & unicode::detail::full_lower) != 0) out += "\xCC\x87";
    }
    at = next;
  }
}

}  // namespace mhqa::inline v0_1
