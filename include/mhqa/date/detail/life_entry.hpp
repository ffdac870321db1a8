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

/// How an entry begins, after a number that it may have in a list.
///
/// Shape: a character of `begins` is a token: T the words of the title's name, A a description of a person without a
///        verb, P "son of …", D "date of", b "born" or "b.", d "died" or "d.", y a year or a word before one, - a dash;
///        , ; . : + [ are themselves. The dates begin after <; without a word before them, both must be there, and a
///        noun for a person
struct entry_shape {
  std::string_view name;
  std::string_view begins;
  std::string_view example;
};

inline constexpr std::array<entry_shape, 23> entry_shapes{{
    {"born", "T,<b", "Matthew Prior, b. 1664; d. 1721."},
    {"born after a stop", "T.<b", "PRIOR, MATTHEW. Born 1664, died 1721."},
    {"born after a colon", "T:<b", "Matthew Prior: b. 1664, d. 1721."},
    {"born without a mark", "T<b", "Matthew Prior b. 1664 d. 1721"},
    {"born after a description", "T,A;<b", "PRIOR, MATTHEW, army officer; b. 1664 at Ulm; m. 1690; d. 1721 at Bonn."},
    {"born after a comma", "T,A,<b", "Matthew Prior, English poet, b. London 1664, d. Bonn 1721."},
    {"born after a stop and a description", "T.A;<b", "MATTHEW PRIOR. English poet; b. 1664; d. 1721."},
    {"born after a description between stops", "T.A.<b",
     "Matthew Prior. Poet. Born in Kent, 1664; died in Bonn, 1721."},
    {"born after a stop, a description and a comma", "T.A,<b", "Matthew Prior. Poet, born at Ulm 1664, died 1721."},
    {"born after a description alone", "A.<b", "Poet. Born Matthew James Prior on May 5, 1664, in Ulm; died 1721."},
    {"born after a dash", "T-A,<b", "Matthew Prior – English poet, b. 5 May 1664."},
    {"born of parents", "T,P,<b", "Matthew Prior, son of John and Ann (Lee) Prior, b. 1664; d. 1721."},
    {"died", "T,<d", "Matthew Prior, d. 1721."},
    {"died after a description", "T,A;<d", "PRIOR, MATTHEW, army officer; d. 1721 at Bonn."},
    {"born under a heading", "<b:", "Born: 5 May 1664, Ulm. Died: 3 June 1721, Bonn. Matthew Prior was a poet."},
    {"born under a date", "D<b:", "Date of birth: 5 May 1664. Matthew Prior was a poet."},
    {"years", "T,<y", "Ann Roe, 1850–1900, English poet."},
    {"years after a stop", "T.<y", "ANN ROE. 1850–1900. Poet."},
    {"years in crosses", "T.+<y", "JOSEPH ADDISON. +1672-1719+. Essayist; poet."},
    {"years under a heading", "b-d:<y", "Born - Died : 341BC - 270BC Greek philosopher"},
    {"years without a mark", "T<y", "Ann Roe 1850–1900 English poet"},
    {"years in square brackets", "T[<y", "Ann Roe [1850-1900], poet."},
    {"years after a description", "T,A,<y", "Ann Roe, English poet, 1850–1900."},
}};

/// The tokens of an entry in which its dates stand.
struct entry_dates {
  std::size_t begin = 0, end = 0;
  bool words = false;   // "born" or "died" says which is which
  bool person = false;  // a noun for a person stands before them
};

/// Finds the entry shape of a paragraph.
class life_entry_reader {
 public:
  life_entry_reader(const life_text& text, const life_names& names) noexcept : t_{text}, names_{names} {}

  /// The place of the dates by the first shape that fits; `end` is the end of the first sentence, or its verb.
  [[nodiscard]] std::optional<entry_dates> find(std::size_t end) const {
    for (const entry_shape& shape : entry_shapes) {
      const std::size_t begin = match(shape.begins);
      if (begin == npos) continue;
      const bool person = shape.begins.find('A') != npos;
      if (shape.begins.back() == 'y') return entry_dates{begin, end_of_years(begin), false, person};
      std::size_t last = end_of_sentence(begin);
      while (t_.is(last + 1, life_word::died)) last = end_of_sentence(last + 1);
      return entry_dates{begin, std::max(end, last), true, person};
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
    return entry_dates{t_[last].match + 1, last, false, true};
  }

 private:
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

  // The token after a shape's '<', or npos.
  [[nodiscard]] std::size_t match(std::string_view shape) const {
    const bool roman = t_.is(0, life_kind::word) && t_.spelled(0).find_first_not_of("ivx") == std::string_view::npos;
    std::size_t i = t_.is_mark(1, '.') && (roman || t_.is(0, life_kind::number)) ? 2 : 0;
    std::size_t dates = npos;
    for (const char c : shape) {
      if (c == '<') {
        dates = i;
        continue;
      }
      const std::size_t next = match_one(c, i);
      if (next == i) return npos;
      i = next;
    }
    return dates;
  }

  [[nodiscard]] std::size_t match_one(char c, std::size_t i) const {
    switch (c) {
      case 'T':
        return end_of_name(i);
      case 'A':
        return end_of_description(i);
      case 'P':
        return t_.is(i, life_word::offspring) && t_.is(i + 1, life_word::of) ? end_of_parents(i) : i;
      case 'D':
        return t_.is(i + 1, life_word::of) && t_[i].capital && t_.spelled(i) == "Date" ? i + 2 : i;
      case 'b':
        return t_.is(i, life_word::born) ? i + 1 : i;
      case 'd':
        return t_.is(i, life_word::died) ? i + 1 : i;
      case 'y':
        return t_.is(i, life_kind::number) || t_.is(i, life_word::circa) ? i + 1 : i;
      case '-':
        return t_.is_dash(i) ? i + 1 : i;
      default:
        return t_.is_mark(i, c) || (t_.is(i, life_kind::open) && t_[i].mark == c) ? i + 1 : i;
    }
  }

  // "army officer", "an eminent poet and priest, missionary": up to the mark before "born", "died" or a year, with a
  // noun for a person, and no verb, relative or number.
  [[nodiscard]] std::size_t end_of_description(std::size_t begin) const {
    constexpr std::size_t longest_description = 48;
    bool person = false;
    for (std::size_t i = begin; i < begin + longest_description; ++i) {
      const bool mark = t_.is_mark(i, ',') || t_.is_mark(i, ';');
      const life_word next = t_[i + 1].part;
      const bool dates = next == life_word::born || next == life_word::died || next == life_word::circa;
      if (mark && person && (dates || t_.is(i + 1, life_kind::number))) return i;
      if (t_.is_mark(i, '.') && person && dates) return i;
      if (mark || t_.is(i, life_kind::hyphen)) continue;
      if (!t_.is(i, life_kind::word)) return begin;
      person = person || names_person(t_, i);
      using enum life_word;
      const bool plain = is_one_of<other, article, of, preposition, honorific, conjunction_and>(t_[i].part);
      if (!plain && !names_person(t_, i + 1)) return begin;  // "office holder"
    }
    return begin;
  }

  // "son of Peter and Mary (Lee) Roe": up to the comma before an abbreviated "b.", which is the son's.
  [[nodiscard]] std::size_t end_of_parents(std::size_t begin) const {
    constexpr std::size_t longest_parents = 24;
    for (std::size_t i = begin; i < begin + longest_parents && !ends_sentence(t_, i); i = t_.next(i)) {
      if (t_.is(i, life_kind::number) || t_.is(i, life_word::past) || t_.is(i, life_word::who)) return begin;
      if (t_.is_mark(i, ',') && t_.is(i + 1, life_word::born) && t_[i + 1].length == 1) return i;
    }
    return begin;
  }

  // "Prior, Matthew", "JOSEPH ADDISON": capitalised words, of which the title has at least one, and nothing else.
  [[nodiscard]] std::size_t end_of_name(std::size_t begin) const {
    constexpr std::size_t longest_name = 12;
    bool own = false;
    std::size_t i = begin;
    for (; i < begin + longest_name; ++i) {
      const bool word = t_.is(i, life_kind::word) && t_[i].capital && t_[i].part != life_word::born;
      const bool initial =
          t_.is_mark(i, '.') && i > begin && (t_[i - 1].length == 1 || t_.is(i - 1, life_word::honorific));
      const bool turned = t_.is_mark(i, ',') && names_.has(t_, i + 1);
      if (!word && !initial && !turned && !t_.is(i, life_kind::hyphen)) break;
      own = own || (word && names_.has(t_, i));
    }
    return own ? i : begin;
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
