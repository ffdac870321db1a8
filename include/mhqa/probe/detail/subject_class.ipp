// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of subject_class.hpp.
#pragma once

#include <mhqa/probe/subject_class.hpp>

#include <mhqa/date/life.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/text/unicode_data.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace mhqa::inline v0_1 {
namespace detail {

// The class of a noun; the first row that the noun is in counts.
[[nodiscard]] inline std::optional<subject_class> subject_class_of_noun(std::string_view noun) {
  constexpr std::array<std::pair<word_class, subject_class>, 4> classes{
      {{word_class::person, subject_class::person},
       {word_class::organization, subject_class::organization},
       {word_class::work, subject_class::work},
       {word_class::place, subject_class::place}}};
  for (const auto& [which, named] : classes) {
    if (lexicon::standard().is(noun, which)) return named;
  }
  return std::nullopt;
}

// The class of the last noun of a phrase that ends before `last`.
[[nodiscard]] inline std::optional<subject_class> subject_class_of_phrase(const sentence_words& words,
                                                                          std::size_t first, std::size_t last) {
  for (std::size_t i = last; i > first; --i) {
    if (const auto found = subject_class_of_noun(words[i - 1].lower)) return found;
    if (lexicon::standard().is(words[i - 1].lower, word_class::noun)) return std::nullopt;
  }
  return std::nullopt;
}

// The class of the noun of "… is a small town in …", "… was one of the first bands that …".
[[nodiscard]] inline std::optional<subject_class> subject_class_of_definition(std::string_view text) {
  constexpr std::array<std::string_view, 4> forms_of_be{"is", "was", "are", "were"};
  constexpr std::size_t longest = 600;  // bytes of a first sentence
  const sentence_words words{text.substr(0, longest)};
  const lexicon& known = lexicon::standard();
  std::size_t first = 0;
  while (first < words.size() &&
         std::find(forms_of_be.begin(), forms_of_be.end(), words[first].lower) == forms_of_be.end()) {
    ++first;
  }
  bool has_noun = false;
  for (std::size_t i = ++first; i < words.size(); ++i) {
    const std::string_view word = words[i].lower;
    const bool ends = known.is(word, word_class::preposition) || known.is(word, word_class::question) ||
                      known.is(word, word_class::conjunction) || known.is(word, word_class::auxiliary) ||
                      (!words[i].capital && !words[i].number && known.classes_of(word) == 0);  // "depicting", "located"
    if (ends && has_noun) return subject_class_of_phrase(words, first, i);
    if (ends) first = i + 1;  // "one of the …"
    has_noun = has_noun || (known.is(word, word_class::noun) && !known.is(word, word_class::number));
    if (words[i].mark_after && has_noun) return subject_class_of_phrase(words, first, i + 1);
  }
  return subject_class_of_phrase(words, first, words.size());
}

}  // namespace detail

MHQA_INLINE subject_class subject_class_of(std::string_view title, std::string_view text) {
  const life_reading life = read_life(title, text);
  if (life.person) return life.born ? subject_class::born_person : subject_class::person;
  if (const std::size_t open = title.find('('); open != std::string_view::npos && open != 0) {
    const sentence_words words{title.substr(open)};
    if (const auto found = detail::subject_class_of_phrase(words, 0, words.size())) return *found;
  }
  return detail::subject_class_of_definition(text).value_or(subject_class::other);
}

}  // namespace mhqa::inline v0_1
