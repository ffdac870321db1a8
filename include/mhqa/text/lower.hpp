// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts text to lower case exactly as Python's str.lower: a final sigma depends on its neighbours, U+0130 gives two
// code points. to_lower("ΟΔΟΣ") == "οδος".
#pragma once

#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {
namespace detail {

/// Returns the end of the ASCII characters that begin at `at`; whole blocks are tested at once.
[[nodiscard]] const char* end_of_ascii(const char* at, const char* end) noexcept;

/// Returns true if a capital sigma between `before` and `after` is final: a cased letter precedes it and none follows.
[[nodiscard]] bool is_final_sigma(const char* begin, const char* before, const char* after, const char* end) noexcept;

}  // namespace detail

/// Appends the text in lower case.
///
/// Requires: `source` does not point into `out`
/// Cost:     O(bytes); no allocation if `out` has room
/// Source:   Python 3.11, str.lower (Unicode 14.0)
/// Differs:  bytes that are not UTF-8 are kept, see utf8.hpp
void append_lower(std::string& out, std::string_view source);

/// Returns the text in lower case.
///
/// Example: to_lower("The ΟΔΟΣ") == "the οδος"
[[nodiscard]] inline std::string to_lower(std::string_view source) {
  std::string out;
  out.reserve(source.size());
  append_lower(out, source);
  return out;
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/lower.ipp>
#endif
