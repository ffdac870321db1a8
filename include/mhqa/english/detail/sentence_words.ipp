// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of sentence_words.hpp.
#pragma once

#include <mhqa/english/sentence_words.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/split.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE sentence_words::sentence_words(std::string_view sentence) {
  open_marks open;
  words_.reserve(sentence.size() / 6 + 1);
  split_whitespace(sentence, [&](std::string_view piece) {
    const std::size_t from = read_opening(piece, open);
    std::size_t core = piece.size();
    while (core > from && mark_before(piece, core) != 0) core -= mark_before(piece, core);
    if (core == from) {
      if (words_.empty()) return;
      words_.back().mark_after = true;
      words_.back().written += ' ' + std::string{piece};
      return;
    }
    sentence_word w;
    w.written = piece;
    w.begin = static_cast<std::uint32_t>(piece.data() - sentence.data() + static_cast<std::ptrdiff_t>(from));
    set_text(w, piece.substr(from, core - from), piece.substr(core), open.here);
    w.name = w.name || piece.front() == '"';
    w.mark_before = std::exchange(open.here, false);
    w.quoted = open.quoted;
    read_closing(piece.substr(core), open, w);
    words_.push_back(std::move(w));
  });
}

MHQA_INLINE std::size_t sentence_words::read_opening(std::string_view piece, open_marks& open) noexcept {
  std::size_t from = 0;
  for (std::size_t size = 0; from < piece.size() && (size = mark_at(piece, from)) != 0; from += size) {
    if (is_double_quote(piece.substr(from, size))) open.quoted = !open.quoted;
    open.single = open.single || piece[from] == '\'' || piece.substr(from, size) == "\u2018";
    open.here = true;
  }
  return from;
}

MHQA_INLINE void sentence_words::set_text(sentence_word& w, std::string_view text, std::string_view behind,
                                          bool opens) {
  w.core = to_lower(text);
  const std::string_view owner = detail::owner_ending(text);
  w.possessive = !owner.empty() && text.size() > owner.size();
  if (w.possessive) {
    text.remove_suffix(owner.size());
  } else {
    w.possessive = text.ends_with('s') && (behind.starts_with('\'') || behind.starts_with("\u2019")) && !opens;
  }
  w.text = text;
  w.lower = to_lower(text);
  w.end = w.begin + static_cast<std::uint32_t>(text.size());
  const auto first = static_cast<unsigned char>(text.front());
  w.capital = (first >= 'A' && first <= 'Z') || (first >= 0x80 && w.lower != w.text);
  w.number = first >= '0' && first <= '9';
  w.name = (first >= 'A' && first <= 'Z') || w.number || first == '#' || first >= 0x80;
}

MHQA_INLINE void sentence_words::read_closing(std::string_view behind, open_marks& open, sentence_word& w) noexcept {
  for (std::size_t at = 0; at < behind.size(); at += std::max<std::size_t>(mark_at(behind, at), 1)) {
    const std::string_view mark = behind.substr(at, std::max<std::size_t>(mark_at(behind, at), 1));
    const bool apostrophe = mark == "'" || mark == "\u2019";
    if (is_double_quote(mark)) open.quoted = false;
    if (mark != "." && !(at == 0 && (w.possessive || (apostrophe && !open.single)))) w.mark_after = true;
    open.single = open.single && !apostrophe;
  }
}

MHQA_INLINE std::size_t sentence_words::mark_at(std::string_view s, std::size_t at) noexcept {
  if (ascii::is_letter(s[at]) || ascii::is_digit(s[at])) return 0;
  if (std::string_view{"\"'`()[]{},.;:?!-"}.find(s[at]) != std::string_view::npos) return 1;
  if (s[at] != '\xE2') return 0;  // the first byte of all marks below
  for (const std::string_view mark : {"\u201c", "\u201d", "\u2018", "\u2019", "\u2013", "\u2014", "\u2026"}) {
    if (s.substr(at).starts_with(mark)) return mark.size();
  }
  return 0;
}

MHQA_INLINE std::size_t sentence_words::mark_before(std::string_view s, std::size_t end) noexcept {
  if (mark_at(s.substr(0, end), end - 1) == 1) return 1;
  return end >= 3 && mark_at(s.substr(0, end), end - 3) == 3 ? 3 : 0;
}

MHQA_INLINE std::string last_word(std::string_view text) {
  if (!text.ends_with(' ')) return {};
  text.remove_suffix(1);
  return to_lower(text.substr(text.rfind(' ') + 1));
}

MHQA_INLINE std::vector<sentence_word> question_words(std::string_view question) {
  while (!question.empty() && (question.back() == '?' || question.back() == ' ' || question.back() == '.')) {
    const std::string_view last = question.substr(question.rfind(' ') + 1);
    if (question.back() == '.' && last.find('.') + 1 < last.size()) break;  // "the U.S."
    question.remove_suffix(1);
  }
  return sentence_words{question}.take();
}

MHQA_INLINE std::string join_words(std::span<const sentence_word> words) {
  std::string out;
  for (const sentence_word& word : words) {
    if (!out.empty()) out += ' ';
    out += word.written;
  }
  return out;
}

}  // namespace mhqa::inline v0_1
