// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of passage.hpp.
#pragma once

#include <mhqa/model/passage.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE void passage::assign(std::string_view text) {
  words_.clear();
  sentences_.clear();
  std::uint32_t first = 0;  // of the sentence
  bool ended = false, detached = true;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::character c = utf8::decode(text, at);
    if (!is_letter_or_digit(c.code)) {
      const bool joins = c.code == '-' || c.code == '\'' || c.code == U'\u2019' || c.code == U'\u2013';
      if (!joins && !unicode::is_space(c.code)) detached = true;
      if (c.code == '.' || c.code == '!' || c.code == '?') ended = ended || ends_sentence(text, at);
      at += c.size;
      continue;
    }
    passage_word word = take_word(text, at);
    word.detached = detached;
    if (ended && !is_small(c.code)) {
      sentences_.push_back({first, static_cast<std::uint32_t>(words_.size())});
      first = static_cast<std::uint32_t>(words_.size());
    }
    words_.push_back(word);
    ended = detached = false;
    at = word.end();
  }
  if (first < words_.size()) sentences_.push_back({first, static_cast<std::uint32_t>(words_.size())});
}

MHQA_INLINE bool passage::is_letter_or_digit(char32_t c) noexcept {
  if (c < 0x80) return (c >= '0' && c <= '9') || ((c | 0x20U) >= 'a' && (c | 0x20U) <= 'z');
  return unicode::is_word(c);
}

MHQA_INLINE bool passage::is_small(char32_t c) noexcept {
  if (c < 0x80) return c >= 'a' && c <= 'z';
  return unicode::is_cased(c) && !is_capital(c);
}

MHQA_INLINE bool passage::joins_word(std::string_view text, std::size_t at, const utf8::character& mark) noexcept {
  const char32_t before = utf8::detail::decode_before(text.data(), text.data() + at).code;
  const char32_t after = utf8::decode(text, at + mark.size).code;
  const auto digit = [](char32_t c) { return c >= '0' && c <= '9'; };
  if (mark.code == '\'' || mark.code == U'\u2019') return !digit(before) && is_letter_or_digit(after);
  if (mark.code == ',') return digit(before) && digit(after);
  if (mark.code != '.') return false;
  return (digit(before) && digit(after)) || (is_capital(before) && is_capital(after));
}

MHQA_INLINE passage_word passage::take_word(std::string_view text, std::size_t begin) {
  std::array<char, 32> lower{};  // longer words are keyed by their first letters
  std::size_t size = 0, at = begin;
  for (utf8::character c = utf8::decode(text, at); c.size != 0; c = utf8::decode(text, at)) {
    if (!is_letter_or_digit(c.code) && !joins_word(text, at, c)) break;
    const char32_t lowered = c.code == U'\u2019' ? U'\'' : unicode::lower(c.code).first;
    if (size + 4 <= lower.size())
      size = static_cast<std::size_t>(utf8::encode(lowered, lower.data() + size) - lower.data());
    at += c.size;
  }
  const char32_t head = utf8::decode(text, begin).code;
  return {stem_key({lower.data(), size}),
          static_cast<std::uint32_t>(begin),
          static_cast<std::uint32_t>(at - begin),
          is_capital(head),
          head >= '0' && head <= '9',
          false};
}

MHQA_INLINE bool passage::ends_sentence(std::string_view text, std::size_t at) const noexcept {
  constexpr std::array<std::string_view, 17> titles{"Capt", "Col", "Dr", "Ft",   "Gen", "Jr", "Lt", "Mr", "Mrs",
                                                    "Ms",   "Mt",  "No", "Prof", "Rev", "Sr", "St", "vs"};
  if (text[at] != '.' || words_.empty() || words_.back().end() != at) return true;
  const std::string_view before = words_.back().in(text);
  if (words_.back().capital && (before.size() == 1 || before.find('.') != std::string_view::npos)) return false;
  return !std::binary_search(titles.begin(), titles.end(), before);
}

}  // namespace mhqa::inline v0_1
