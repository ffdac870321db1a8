// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of life_entry.hpp.
#pragma once

#include <mhqa/date/detail/life_entry.hpp>

#include <mhqa/date/detail/life_bracket.hpp>

#include <algorithm>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

MHQA_INLINE std::optional<entry_dates> life_entry_reader::find(std::size_t end) const {
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

MHQA_INLINE std::optional<entry_dates> life_entry_reader::find_gloss() const {
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

MHQA_INLINE std::size_t life_entry_reader::match(std::string_view shape) const {
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

MHQA_INLINE std::size_t life_entry_reader::match_one(char c, std::size_t i) const {
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

MHQA_INLINE std::size_t life_entry_reader::end_of_description(std::size_t begin) const {
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

MHQA_INLINE std::size_t life_entry_reader::end_of_parents(std::size_t begin) const {
  constexpr std::size_t longest_parents = 24;
  for (std::size_t i = begin; i < begin + longest_parents && !ends_sentence(t_, i); i = t_.next(i)) {
    if (t_.is(i, life_kind::number) || t_.is(i, life_word::past) || t_.is(i, life_word::who)) return begin;
    if (t_.is_mark(i, ',') && t_.is(i + 1, life_word::born) && t_[i + 1].length == 1) return i;
  }
  return begin;
}

MHQA_INLINE std::size_t life_entry_reader::end_of_name(std::size_t begin) const {
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

MHQA_INLINE std::size_t life_entry_reader::end_of_sentence(std::size_t i) const {
  while (i < t_.size() && !ends_sentence(t_, i)) i = t_.next(i);
  return i;
}

MHQA_INLINE std::size_t life_entry_reader::end_of_years(std::size_t i) const {
  for (; i < t_.size(); ++i) {
    const bool word = t_[i].kind == life_kind::word && t_[i].part == life_word::other && t_.month(i) == 0;
    if (!word && (t_[i].kind != life_kind::mark || t_.is_mark(i, '/') || t_.is_mark(i, '?'))) continue;
    if (!(t_.is_mark(i, '.') && (t_.is(i - 1, life_word::circa) || t_.month(i - 1) != 0))) break;
  }
  return i;
}

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
