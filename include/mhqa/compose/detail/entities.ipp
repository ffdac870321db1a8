// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of entities.hpp.
#pragma once

#include <mhqa/compose/entities.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/split.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::string_view capitals_tagger::operator()(std::string_view mention, std::string_view sentence) const {
  const bool cased = has_capital(mention) || has_capital(sentence);
  bool first = true, named = false, begins = true;
  split_whitespace(mention, [&](std::string_view raw) {
    std::array<char, 12> lowered{};  // the beginning of the word in lower case
    std::size_t size = 0;
    bool number = false;
    for (const char c : raw) {
      if (detail::is_punctuation(static_cast<unsigned char>(c))) continue;
      number = number || ascii::is_digit(c);
      if (size < lowered.size()) lowered[size] = ascii::to_lower(c);
      ++size;
    }
    const std::string_view word{lowered.data(), std::min(size, lowered.size())};
    if (word.empty() || is_article(word)) return;
    const bool capital = !cased || has_capital(first_letter(raw));
    if (first) begins = capital || number;
    first = false;
    named = named || (capital && !number &&
                      !std::binary_search(detail::counting_words.begin(), detail::counting_words.end(), word));
  });
  return begins && named ? "entity" : "";
}

MHQA_INLINE bool capitals_tagger::has_capital(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] >= 'A' && text[at] <= 'Z') return true;
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const utf8::character c = utf8::decode(text, at);
    if (unicode::detail::lookup(c.code).to_lower != 0) return true;
    at += c.size;
  }
  return false;
}

MHQA_INLINE std::string_view capitals_tagger::first_letter(std::string_view word) {
  std::size_t at = 0;
  while (at < word.size() && detail::is_punctuation(static_cast<unsigned char>(word[at]))) ++at;
  return at == word.size() ? std::string_view{} : word.substr(at, utf8::decode(word, at).size);
}

MHQA_INLINE title_index::title_index(const single_hop_pool& pool) {
  for (const context_paragraph& p : pool.paragraphs) {
    add(p.title, p.title);
    const std::size_t bracket = p.title.rfind('(');
    if (bracket != std::string_view::npos && bracket != 0 && p.title.back() == ')') {
      add(p.title.substr(0, bracket), p.title);
    }
  }
}

MHQA_INLINE std::string title_index::operator()(std::string_view mention) const {
  std::string key = normalize(mention);
  const auto found = titles_.find(key);
  return found == titles_.end() ? key : found->second;
}

MHQA_INLINE void title_index::add(std::string_view name, std::string_view title) {
  const auto [at, fresh] = titles_.emplace(normalize(name), title);
  if (!fresh && at->second != title) at->second.clear();
}

MHQA_INLINE bool entity_notes::add(std::string_view mention, entity_note note) {
  notes_.emplace(normalize(mention), note);
  const auto [at, fresh] = notes_.emplace(key(mention), note);
  return fresh || at->second == note;
}

MHQA_INLINE const entity_note* entity_notes::find(std::string_view mention) const {
  auto at = notes_.find(key(mention));
  if (at == notes_.end()) at = notes_.find(normalize(mention));
  return at == notes_.end() ? nullptr : &at->second;
}

}  // namespace mhqa::inline v0_1
