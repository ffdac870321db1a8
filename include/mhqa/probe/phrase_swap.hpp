// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Replaces phrases of a text by others in one pass: whole words, the longest phrase at each place first, and never
// inside a replacement. probe/adversary.hpp writes false paragraphs with it.
//   phrase_swap s; s.add("Peter Schmeichel", "Edson Arantes"); s("Peter Schmeichel, born …")
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/config.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// Whether a phrase matches another case of its ASCII letters.
enum class letter_case : bool { ignored, exact };

/// A list of phrases and their replacements.
///
/// Shape:     of two phrases that match at one place the longer wins, and of two equal phrases the one added first
/// Undefined: an empty phrase matches nowhere
/// Cost:      O(text * total length of the phrases) at worst; one string per call
class phrase_swap {
 public:
  void add(std::string_view from, std::string_view to, letter_case which = letter_case::ignored) {
    if (!from.empty()) phrases_.push_back({std::string{from}, std::string{to}, which});
  }

  [[nodiscard]] std::string operator()(std::string_view text) const;

 private:
  struct phrase {
    std::string from, to;
    letter_case which;
  };

  /// Bytes of other alphabets count as letters, so that a match cannot end inside a character.
  static constexpr bool is_word(char c) noexcept {
    return ascii::is_digit(c) || ascii::is_letter(c) || static_cast<unsigned char>(c) >= 0x80;
  }

  [[nodiscard]] const phrase* longest(std::string_view text, std::size_t at) const noexcept;

  std::vector<phrase> phrases_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/probe/detail/phrase_swap.ipp>
#endif
