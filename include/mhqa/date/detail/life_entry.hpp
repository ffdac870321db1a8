// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Entries of dictionaries and directories, which give a life without a bracket after the name: "Matthew Prior, b. 1664;
// d. 1721.", "Ann Roe, 1850–1900, English poet.", and glosses, which end with one: "English scientist (1635-1703)".
#pragma once

#include <mhqa/date/detail/life_bracket.hpp>
#include <mhqa/date/detail/life_subject.hpp>
#include <mhqa/date/detail/life_text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

/// How an entry begins.
///
/// Shape: a character of `begins` is a token: T the words of the title's name, b "born" or "b.", d "died" or "d.",
///        y a year or a word before one, - a dash, and , ; . : + are themselves. The dates begin with the last
///        character; without a word before them, both must be there, and a noun for a person
struct entry_shape {
  std::string_view name;
  std::string_view begins;
  std::string_view example;
};

inline constexpr std::array<entry_shape, 9> entry_shapes{{
    {"born", "T,b", "Matthew Prior, b. 1664; d. 1721."},
    {"born after a stop", "T.b", "PRIOR, MATTHEW. Born 1664, died 1721."},
    {"born after a colon", "T:b", "Matthew Prior: b. 1664, d. 1721."},
    {"born without a mark", "Tb", "Matthew Prior b. 1664 d. 1721"},
    {"died", "T,d", "Matthew Prior, d. 1721."},
    {"years", "T,y", "Ann Roe, 1850–1900, English poet."},
    {"years after a stop", "T.y", "ANN ROE. 1850–1900. Poet."},
    {"years in crosses", "T.+y", "JOSEPH ADDISON. +1672-1719+. Essayist; poet."},
    {"years under a heading", "b-d:y", "Born - Died : 341BC - 270BC Greek philosopher"},
}};

/// The tokens of an entry in which its dates stand.
struct entry_dates {
  std::size_t begin = 0, end = 0;
  bool words = false;  // "born" or "died" says which is which
};

/// Finds the entry shape of a paragraph.
class life_entry_reader {
 public:
  life_entry_reader(const life_text& text, const life_names& names) noexcept : t_{text}, names_{names} {}

  /// The place of the dates by the first shape that fits; `end` is the end of the first sentence, or its verb.
  [[nodiscard]] std::optional<entry_dates> find(std::size_t end) const {
    for (const entry_shape& shape : entry_shapes) {
      const std::size_t begin = match(shape.begins);
      if (begin == 0 && shape.begins[0] == 'T') continue;
      if (begin == npos) continue;
      if (shape.begins.back() != 'y') return entry_dates{begin, std::max(end, end_of_sentence(begin)), true};
      return entry_dates{begin, end_of_years(begin), false};
    }
    return std::nullopt;
  }

  /// The bracket that ends a gloss, a single sentence about a person without a name.
  [[nodiscard]] std::optional<entry_dates> find_gloss() const {
    if (t_.size() < 4 || names_.has(t_, 0)) return std::nullopt;
    std::size_t last = t_.size() - 1;
    if (t_.is_mark(last, '.')) --last;
    if (!t_.is(last, life_kind::close) || t_[last].match == last || t_[last].match == 0) return std::nullopt;
    for (std::size_t i = 0; i < t_[last].match; ++i) {
      if (ends_sentence(t_, i)) return std::nullopt;
    }
    if (predicate_noun(t_, npos) != life_noun::person) return std::nullopt;
    return entry_dates{t_[last].match + 1, last, false};
  }

 private:
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

  // The token of a shape's last character, or npos.
  [[nodiscard]] std::size_t match(std::string_view shape) const {
    std::size_t i = 0, last = npos;
    for (const char c : shape) {
      last = i;
      const std::size_t next = match_one(c, i);
      if (next == i) return npos;
      i = next;
    }
    return last;
  }

  [[nodiscard]] std::size_t match_one(char c, std::size_t i) const {
    switch (c) {
      case 'T':
        return end_of_name();
      case 'b':
        return t_.is(i, life_word::born) ? i + 1 : i;
      case 'd':
        return t_.is(i, life_word::died) ? i + 1 : i;
      case 'y':
        return t_.is(i, life_kind::number) || t_.is(i, life_word::circa) ? i + 1 : i;
      case '-':
        return t_.is_dash(i) ? i + 1 : i;
      default:
        return t_.is_mark(i, c) ? i + 1 : i;
    }
  }

  // "Prior, Matthew", "JOSEPH ADDISON": capitalised words, of which the title has at least one, and nothing else.
  [[nodiscard]] std::size_t end_of_name() const {
    constexpr std::size_t longest_name = 12;
    bool own = false;
    std::size_t i = 0;
    for (; i < longest_name; ++i) {
      const bool word = t_.is(i, life_kind::word) && t_[i].capital && t_[i].part != life_word::born;
      const bool initial = t_.is_mark(i, '.') && i > 0 && (t_[i - 1].length == 1 || t_.is(i - 1, life_word::honorific));
      const bool turned = t_.is_mark(i, ',') && names_.has(t_, i + 1);
      if (!word && !initial && !turned && !t_.is(i, life_kind::hyphen)) break;
      own = own || (word && names_.has(t_, i));
    }
    return own ? i : 0;
  }

  [[nodiscard]] std::size_t end_of_sentence(std::size_t i) const {
    while (i < t_.size() && !ends_sentence(t_, i)) i = t_.next(i);
    return i;
  }

  [[nodiscard]] std::size_t end_of_years(std::size_t i) const {
    for (; i < t_.size(); ++i) {
      const bool word = t_[i].kind == life_kind::word && t_[i].part == life_word::other && t_.month(i) == 0;
      if (!word && (t_[i].kind != life_kind::mark || t_.is_mark(i, '/') || t_.is_mark(i, '?'))) continue;
      if (!(t_.is_mark(i, '.') && (t_.is(i - 1, life_word::circa) || t_.month(i - 1) != 0))) break;
    }
    return i;
  }

  const life_text& t_;
  const life_names& names_;
};

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
