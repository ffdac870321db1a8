// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of contains.hpp.
#pragma once

#include <mhqa/text/contains.hpp>

#include <cstddef>
#include <vector>

namespace mhqa::inline v0_1 {

MHQA_INLINE bool contains(std::string_view text, std::string_view needle) {
  constexpr std::size_t short_needle = 64;
  if (needle.size() <= short_needle) return text.find(needle) != std::string_view::npos;
  if (needle.size() > text.size()) return false;
  // Knuth, Morris and Pratt: border[i] is the length of the longest proper border of needle[0, i].
  std::vector<std::size_t> border(needle.size(), 0);
  for (std::size_t i = 1, length = 0; i < needle.size(); ++i) {
    while (length != 0 && needle[i] != needle[length]) length = border[length - 1];
    if (needle[i] == needle[length]) ++length;
    border[i] = length;
  }
  for (std::size_t i = 0, length = 0; i < text.size(); ++i) {
    while (length != 0 && text[i] != needle[length]) length = border[length - 1];
    if (text[i] == needle[length]) ++length;
    if (length == needle.size()) return true;
  }
  return false;
}

}  // namespace mhqa::inline v0_1
