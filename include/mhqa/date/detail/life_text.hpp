// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A paragraph as tokens for the reader of lives: words with their parts, numbers, dashes and brackets. Dates that have
// lost the dash between them ("1926February", "19268 June", "19262016") are taken apart here.
#pragma once

#include <mhqa/date/detail/life_words.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

enum class life_kind : std::uint8_t { word, number, dash, hyphen, mark, open, close, end };

/// A token of a paragraph.
///
/// Shape: `value` is a number's value (at most 10^9) or a word's month; `digits` counts all digits of a number; `mark`
///        is the character of a mark, and '+' for a dash that the text has lost; `match` is the token of the other
///        bracket, the end of the text where it has none
struct life_token {
  life_kind kind = life_kind::end;
  life_word part = life_word::other;
  char mark = 0;
  bool glued = false;    // nothing stands between it and the token before it
  bool capital = false;  // a word that begins with a capital letter, or with a letter beyond ASCII
  std::uint8_t digits = 0;
  std::int32_t value = 0;
  std::size_t position = 0;
  std::size_t length = 0;
  std::size_t match = 0;
};

/// Returns true if the letters of words fit a shape, in which '*' is any number of letters.
///
/// Cost: linear in the words for each '*' of the shape
[[nodiscard]] constexpr bool fits_shape(std::string_view shape, std::string_view words) noexcept {
  std::size_t r = 0, w = 0, star = std::string_view::npos, from = 0;
  while (w < words.size()) {
    if (r < shape.size() && shape[r] == '*') {
      star = r++;
      from = w;
    } else if (r < shape.size() && shape[r] == words[w]) {
      ++r, ++w;
    } else if (star != std::string_view::npos) {
      r = star + 1;
      w = ++from;
    } else {
      return false;
    }
  }
  while (r < shape.size() && shape[r] == '*') ++r;
  return r == shape.size();
}

/// A paragraph and its tokens; the last has the kind `end`, so that looking one token ahead is always allowed.
struct life_text {
  std::string_view text;
  std::vector<life_token> tokens;
  bool has_lost_dash = false;

  [[nodiscard]] const life_token& operator[](std::size_t i) const noexcept {
    return tokens[i < tokens.size() ? i : tokens.size() - 1];
  }
  [[nodiscard]] std::size_t size() const noexcept { return tokens.size() - 1; }
  [[nodiscard]] std::string_view spelled(const life_token& token) const noexcept {
    return text.substr(token.position, token.length);
  }
  [[nodiscard]] std::string_view spelled(std::size_t i) const noexcept { return spelled((*this)[i]); }

  [[nodiscard]] bool is(std::size_t i, life_kind kind) const noexcept { return (*this)[i].kind == kind; }
  [[nodiscard]] bool is(std::size_t i, life_word part) const noexcept { return (*this)[i].part == part; }
  [[nodiscard]] bool is_mark(std::size_t i, char mark) const noexcept {
    return (*this)[i].kind == life_kind::mark && (*this)[i].mark == mark;
  }
  [[nodiscard]] bool is_dash(std::size_t i) const noexcept {
    return (*this)[i].kind == life_kind::dash || (*this)[i].kind == life_kind::hyphen;
  }
  /// A month's number, 0 for any other token.
  [[nodiscard]] int month(std::size_t i) const noexcept {
    return (*this)[i].kind == life_kind::word ? (*this)[i].value : 0;
  }
  /// The byte at which a date that begins at token i ends at the latest: that of the next dash that the text has lost.
  [[nodiscard]] std::size_t end_of_text(std::size_t i) const noexcept;
  /// The token after i, or after the bracket that opens at i.
  [[nodiscard]] std::size_t next(std::size_t i) const noexcept {
    return is(i, life_kind::open) ? (*this)[i].match + 1 : i + 1;
  }
};

// Splits text into tokens. A hyphen between letters stays within its word ("Bar-sur-Aube").
void append_life_tokens(life_text& out);

/// The tokens of a paragraph.
///
/// Cost: linear; the tokens are kept in `out`, whose memory is used again
void read_life_text(std::string_view text, life_text& out);

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/date/detail/life_text.ipp>
#endif
