// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of answer_spans.hpp.
#pragma once

#include <mhqa/model/answer_spans.hpp>

#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE void sentence_spans::assign(std::string_view text, std::span<const passage_word> words,
                                        const question_terms& terms) {
  text_ = text;
  words_ = words;
  facts_.clear();
  for (const passage_word& word : words_) {
    lower_.clear();
    append_lower(lower_, word.in(text));
    facts_.push_back({terms.find(word.key), is_function_word(lower_), joins_names(lower_), spells_number(lower_),
                      !word.capital && word.size > 4 && (lower_.ends_with("ed") || lower_.ends_with("ly"))});
  }
}

MHQA_INLINE bool sentence_spans::joins_names(std::string_view lower) noexcept {
  constexpr std::array<std::string_view, 9> words{"de", "der", "di", "du", "la", "of", "the", "van", "von"};
  return std::binary_search(words.begin(), words.end(), lower);
}

MHQA_INLINE bool sentence_spans::spells_number(std::string_view lower) noexcept {
  constexpr std::array<std::string_view, 27> words{
      "billion", "dozen",   "eight", "eighteen", "eighty",  "eleven",   "fifteen",  "fifty",  "five",
      "forty",   "four",    "half",  "hundred",  "million", "nine",     "nineteen", "ninety", "one",
      "seven",   "seventy", "six",   "ten",      "thirty",  "thousand", "three",    "twenty", "two"};
  return std::binary_search(words.begin(), words.end(), lower);
}

MHQA_INLINE std::pair<std::size_t, std::size_t> sentence_spans::words_between(std::size_t from, std::size_t to) const {
  const auto before = [this](std::size_t byte) {
    const auto at = std::partition_point(words_.begin(), words_.end(), [=](const auto& w) { return w.begin < byte; });
    return static_cast<std::size_t>(at - words_.begin());
  };
  return {before(from), before(to)};
}

}  // namespace mhqa::inline v0_1
