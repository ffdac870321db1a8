// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A text in lower case as Python's str.lower makes it, and nothing else changed: final sigma by its
// neighbours, U+0130 to two code points. to_lower("ΟΔΟΣ") == "οδος".
#pragma once

#include <mhqa/text/unicode.hpp>
#include <mhqa/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0 {
namespace detail {

/// Whether a capital sigma between `before` and `after` is final: cased letters behind it, none ahead.
[[nodiscard]] inline bool is_final_sigma(const char* begin, const char* before, const char* after,
                                         const char* end) noexcept {
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

/// Appends the text in lower case.
///
/// Requires: `source` does not point into `out`
/// Cost:     O(bytes); no allocation where `out` has room
/// Source:   Python 3.11, str.lower (Unicode 14.0)
/// Differs:  bytes that are no UTF-8 are kept, as utf8.hpp says
inline void append_lower(std::string& out, std::string_view source) {
  const char* const begin = source.data();
  const char* const end = begin + source.size();
  for (const char* at = begin; at != end;) {
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

/// The text in lower case.
///
/// Example: to_lower("The ΟΔΟΣ") == "the οδος"
[[nodiscard]] inline std::string to_lower(std::string_view source) {
  std::string out;
  out.reserve(source.size());
  append_lower(out, source);
  return out;
}

}  // namespace v0
}  // namespace mhqa
