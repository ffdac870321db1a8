// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Splits a text into words as Python's str.split() does: at Unicode white space, changing nothing else.
// split_whitespace("a\u00a0b", sink) calls sink("a"), sink("b").
#pragma once

#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <cstddef>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Calls sink(std::string_view) for each word in order; the views point into the text.
///
/// Undefined: no word in the text -> no call
/// Cost:      O(bytes), no allocation
/// Source:    Python 3.11, str.split without arguments (29 separators, Unicode 14.0)
template <class Sink>
constexpr void split_whitespace(std::string_view text, Sink&& sink) {
  std::size_t start = 0;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::character c = utf8::decode(text, at);
    if (unicode::is_space(c.code)) {
      if (at != start) sink(text.substr(start, at - start));
      start = at + c.size;
    }
    at += c.size;
  }
  if (start != text.size()) sink(text.substr(start));
}

}  // namespace mhqa::inline v0_1
