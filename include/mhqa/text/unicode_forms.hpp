// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Character properties that only a few evaluators need: Python's str.isdigit, str.isupper, str.isprintable,
// str.capitalize and NFD (Unicode 14.0), the characters that DPR's tokenizer keeps, and those of a word in the module
// regex. The common ones are in unicode.hpp.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/text/unicode_forms_data.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace unicode {
namespace detail {

[[nodiscard]] constexpr std::uint8_t form(char32_t c) noexcept {
  if (c >= form_end) return 0;
  return form_value[(static_cast<std::uint32_t>(form_block[c >> form_shift]) << form_shift) |
                    (c & ((1U << form_shift) - 1))];
}

/// Index of the code point in a sorted table, or `size`.
template <std::size_t N>
[[nodiscard]] constexpr std::size_t find_code(const char32_t (&codes)[N], char32_t c) noexcept {
  const auto* const at = std::lower_bound(std::begin(codes), std::end(codes), c);
  return at != std::end(codes) && *at == c ? static_cast<std::size_t>(at - std::begin(codes)) : N;
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
  return detail::combining_value[(static_cast<std::uint32_t>(detail::combining_block[c >> detail::combining_shift])
                                  << detail::combining_shift) |
                                 (c & ((1U << detail::combining_shift) - 1))];
}

}  // namespace unicode

/// Appends the text as str.capitalize() writes it: the first character in title case, the rest in lower case.
///
/// Cost:    O(bytes)
/// Source:  Python 3.11, str.capitalize (Unicode 14.0)
/// Example: append_capitalized(out, "PARIS, france")  // "Paris, france"
inline void append_capitalized(std::string& out, std::string_view text) {
  if (text.empty()) return;
  const utf8::character first = utf8::decode(text, 0);
  const std::size_t at = unicode::detail::find_code(unicode::detail::title_from, first.code);
  if (first.opaque() || at == std::size(unicode::detail::title_from)) {
    out.append(text, 0, first.size);
  } else {
    for (std::size_t i = unicode::detail::title_start[at]; i != unicode::detail::title_start[at + 1]; ++i) {
      utf8::append(out, {unicode::detail::title_to[i], utf8::detail::encoded_size(unicode::detail::title_to[i])});
    }
  }
  // The rest is lower-cased in context: the first character affects a final sigma after it.
  std::string whole;
  append_lower(whole, text);
  std::string head;
  append_lower(head, text.substr(0, first.size));
  out.append(whole, head.size());
}

/// Appends the code points of the text in Unicode normalisation form D.
///
/// Shape:   opaque bytes keep their values of utf8.hpp
/// Cost:    O(bytes), O(n log n) in the length of a run of combining marks
/// Source:  Python 3.11, unicodedata.normalize("NFD", …) (Unicode 14.0)
inline void append_decomposed(std::vector<char32_t>& out, std::string_view text) {
  constexpr char32_t syllables = 0xAC00;
  std::size_t run = out.size();  // the first of the marks at the end, which may still be reordered
  const auto order = [&] {
    if (out.size() - run > 1) {
      std::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(run), out.end(), [](char32_t a, char32_t b) {
        return unicode::combining_class(a) < unicode::combining_class(b);
      });
    }
    run = out.size();
  };
  const auto put = [&](char32_t code) {
    if (unicode::combining_class(code) == 0) {
      order();
      out.push_back(code);
      run = out.size();
    } else {
      out.push_back(code);
    }
  };
  for (std::size_t at = 0; at < text.size();) {
    const utf8::character c = utf8::decode(text, at);
    at += c.size;
    if (c.code < 0xC0 || c.opaque()) {
      put(c.code);
      continue;
    }
    if (c.code >= syllables && c.code < syllables + 11172) {  // Hangul: lead, vowel and perhaps trail
      const char32_t index = c.code - syllables;
      put(0x1100 + index / 588);
      put(0x1161 + index % 588 / 28);
      if (index % 28 != 0) put(0x11A7 + index % 28);
      continue;
    }
    const std::size_t found = unicode::detail::find_code(unicode::detail::nfd_from, c.code);
    if (found == std::size(unicode::detail::nfd_from)) {
      put(c.code);
      continue;
    }
    for (std::size_t i = unicode::detail::nfd_start[found]; i != unicode::detail::nfd_start[found + 1]; ++i) {
      put(unicode::detail::nfd_to[i]);
    }
  }
  order();
}

/// Returns the tokens of DPR's SimpleTokenizer, each in lower case.
///
/// Shape:   runs of letters, numbers and marks, and every other character except spaces and control characters
/// Cost:    O(bytes)
/// Source:  SimpleTokenizer.tokenize().words(uncased=True) of DPR on the NFD form (regex 2026.11.15)
/// Example: searchable_tokens("U.S.A.")  // "u", ".", "s", ".", "a", "."
[[nodiscard]] inline std::vector<std::string> searchable_tokens(std::string_view text) {
  std::vector<char32_t> codes;
  append_decomposed(codes, text);
  std::vector<std::string> out;
  std::string token, lowered;
  const auto end_token = [&] {
    if (token.empty()) return;
    lowered.clear();
    append_lower(lowered, token);
    out.push_back(lowered);
    token.clear();
  };
  for (const char32_t code : codes) {
    const std::uint8_t form = unicode::detail::form(code);
    if ((form & unicode::detail::form_word_part) == 0) end_token();
    if ((form & (unicode::detail::form_word_part | unicode::detail::form_single)) == 0) continue;
    utf8::append(token, {code, utf8::detail::encoded_size(code)});
    if ((form & unicode::detail::form_single) != 0) end_token();
  }
  end_token();
  return out;
}

/// Returns the form that DPR's check for KILT compares: SQuAD's, but an article is a word of the module regex.
///
/// Cost:    O(bytes)
/// Source:  normalize_kilt of DPR, which imports regex under the name re (regex 2026.11.15)
/// Example: kilt_form("The \u00B2the U.S.")  // "\u00B2 us", where normalize() gives "\u00B2the us"
[[nodiscard]] inline std::string kilt_form(std::string_view text) {
  const std::string words = normalize(text, normalizations::keep_articles);
  std::string out;
  std::size_t run = 0;  // where the word began in `out`
  const auto end_word = [&] {
    const std::string_view word = std::string_view{out}.substr(run);
    if (word == "a" || word == "an" || word == "the") out.replace(run, word.size(), " ");
  };
  for (std::size_t at = 0; at < words.size();) {
    const utf8::character c = utf8::decode(words, at);
    const bool is_word = !c.opaque() && unicode::is_regex_word(c.code);
    if (!is_word) end_word();
    out.append(words, at, c.size);
    if (!is_word) run = out.size();
    at += c.size;
  }
  end_word();
  return normalize(out, normalizations::none);
}

}  // namespace v0_1
}  // namespace mhqa
