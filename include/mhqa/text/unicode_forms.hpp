// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Character properties that only a few evaluators need: Python's str.isdigit, str.isupper, str.isprintable,
// str.capitalize and NFD (Unicode 14.0), the characters that DPR's tokenizer keeps, and those of a word in the module
// regex. The common ones are in unicode.hpp.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/text/unicode_forms_data.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {
namespace unicode {
namespace detail {

[[nodiscard]] constexpr std::uint8_t form(char32_t c) noexcept {
  if (c >= form_end) return 0;
  return static_cast<std::uint8_t>(
      form_value[form_block[c >> form_shift] << form_shift | (c & ((1U << form_shift) - 1))]);
}

/// Index of the code point in a sorted table, or its size.
template <class Table>
[[nodiscard]] constexpr std::size_t find_code(const Table& codes, char32_t c) noexcept {
  const std::size_t at = codes.lower_bound(c);
  return at != codes.size() && codes[at] == c ? at : codes.size();
}

}  // namespace detail

/// Returns true if str.isdigit accepts the character: decimal digits of every script, superscripts, circled digits.
[[nodiscard]] constexpr bool is_digit(char32_t c) noexcept {
  return (detail::form(c) & detail::form_digit) != 0;
}

/// Returns true if str.isupper accepts the character.
[[nodiscard]] constexpr bool is_upper(char32_t c) noexcept {
  return (detail::form(c) & detail::form_upper) != 0;
}

/// Returns true if str.isprintable accepts the character, so that repr() does not escape it.
[[nodiscard]] constexpr bool is_printable(char32_t c) noexcept {
  return (detail::form(c) & detail::form_printable) != 0;
}

/// Returns true if \w of the third-party module regex matches the character: unlike re's, it matches marks and joiners
/// and no fractions or superscripts.
[[nodiscard]] constexpr bool is_regex_word(char32_t c) noexcept {
  return (detail::form(c) & detail::form_regex_word) != 0;
}

/// Returns the canonical combining class.
[[nodiscard]] constexpr std::uint8_t combining_class(char32_t c) noexcept {
  if (c >= detail::combining_end) return 0;
  const std::uint32_t block = detail::combining_block[c >> detail::combining_shift] << detail::combining_shift;
  return static_cast<std::uint8_t>(detail::combining_value[block | (c & ((1U << detail::combining_shift) - 1))]);
}

}  // namespace unicode

/// Appends the text as str.capitalize() writes it: the first character in title case, the rest in lower case.
///
/// Cost:    O(bytes)
/// Source:  Python 3.11, str.capitalize (Unicode 14.0)
/// Example: append_capitalized(out, "PARIS, france")  // "Paris, france"
void append_capitalized(std::string& out, std::string_view text);

/// Appends the code points of the text in Unicode normalisation form D.
///
/// Shape:   opaque bytes keep their values of utf8.hpp
/// Cost:    O(bytes), O(n log n) in the length of a run of combining marks
/// Source:  Python 3.11, unicodedata.normalize("NFD", …) (Unicode 14.0)
void append_decomposed(std::vector<char32_t>& out, std::string_view text);

/// Returns the tokens of DPR's SimpleTokenizer, each in lower case.
///
/// Shape:   runs of letters, numbers and marks, and every other character except spaces and control characters
/// Cost:    O(bytes)
/// Source:  SimpleTokenizer.tokenize().words(uncased=True) of DPR on the NFD form (regex 2026.11.15)
/// Example: searchable_tokens("U.S.A.")  // "u", ".", "s", ".", "a", "."
[[nodiscard]] std::vector<std::string> searchable_tokens(std::string_view text);

/// Returns the form that DPR's check for KILT compares: SQuAD's, but an article is a word of the module regex.
///
/// Cost:    O(bytes)
/// Source:  normalize_kilt of DPR, which imports regex under the name re (regex 2026.11.15)
/// Example: kilt_form("The \u00B2the U.S.")  // "\u00B2 us", where normalize() gives "\u00B2the us"
[[nodiscard]] std::string kilt_form(std::string_view text);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/unicode_forms.ipp>
#endif
