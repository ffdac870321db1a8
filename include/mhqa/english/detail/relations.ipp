// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of relations.hpp.
#pragma once

#include <mhqa/english/relations.hpp>

#include <mhqa/english/closed_words.hpp>
#include <mhqa/english/lexicon.hpp>

#include <cstddef>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::string_view noun_of_phrase(std::string_view phrase) {
  std::string_view noun;
  for (std::size_t at = phrase.find(' '); at != std::string_view::npos;) {
    const std::size_t next = phrase.find(' ', at + 1);
    const std::string_view word = phrase.substr(at + 1, next - at - 1);
    if (!noun.empty() && !lexicon::standard().is(word, word_class::noun)) break;
    noun = word;
    at = next;
  }
  return noun == "*" ? std::string_view{"place"} : noun;
}

MHQA_INLINE bool is_noun_label(std::string_view label) {
  const lexicon& words = lexicon::standard();
  const auto noun = [&](std::string_view w) { return words.is(w, word_class::noun); };
  bool first = true;
  std::string_view last;
  for (std::size_t at = 0; at < label.size();) {
    const std::size_t end = std::min(label.find(' ', at), label.size());
    last = label.substr(at, end - at);
    if (first && !noun(last) && !words.is(last, word_class::adjective)) return false;
    if (words.is(last, word_class::preposition) && !detail::is_genitive(last)) return false;
    first = false;
    at = end + 1;
  }
  return noun(last) &&
         !(first || (last.ends_with('s') && !words.is(last.substr(0, last.size() - 1), word_class::noun)));
}

}  // namespace mhqa::inline v0_1
