// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of misspelt.hpp.
#pragma once

#include <mhqa/compose/misspelt.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/text/inflection.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/split.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

// Calls sink(word, is_capital) for the words of ASCII letters; a possessive ending and adjacent marks are left out.
template <class Sink>
void for_each_letter_word(std::string_view text, Sink&& sink) {
  split_whitespace(text, [&](std::string_view word) {
    constexpr std::string_view marks{"\"'`()[],;:!?."};
    const std::size_t first = word.find_first_not_of(marks);
    if (first == std::string_view::npos) return;
    word = word.substr(first, word.find_last_not_of(marks) + 1 - first);
    if (word.ends_with("'s")) word.remove_suffix(2);
    if (!word.empty() && std::all_of(word.begin(), word.end(), ascii::is_letter)) sink(word, ascii::is_upper(word[0]));
  });
}

MHQA_INLINE bool is_one_error_away(std::string_view a, std::string_view b) noexcept {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > 1 || a == b) return false;
  std::size_t first = 0;
  while (first < a.size() && a[first] == b[first]) ++first;
  if (a.size() != b.size()) return a.substr(first) == b.substr(first + 1);
  if (a.substr(first + 1) == b.substr(first + 1)) return true;
  return a[first] == b[first + 1] && a[first + 1] == b[first] && a.substr(first + 2) == b.substr(first + 2);
}

// American and British spellings, and forms of one word.
[[nodiscard]] inline bool is_variant(std::string_view a, std::string_view b) {
  if (may_be_same_word(a, b)) return true;
  if (a.size() > b.size()) std::swap(a, b);
  std::size_t first = 0;
  while (first < a.size() && a[first] == b[first]) ++first;
  if (first + 1 >= a.size()) return true;  // another ending
  if (a.size() == b.size()) {
    const bool s = (a[first] == 's' && b[first] == 'z') || (a[first] == 'z' && b[first] == 's');
    return s || (a.ends_with("er") && b.ends_with("re")) || (a.ends_with("re") && b.ends_with("er"));
  }
  return b.substr(first).starts_with("ur") || (b[first] == 'l' && first != 0 && b[first - 1] == 'l');
}

}  // namespace detail

MHQA_INLINE paragraph_spelling::paragraph_spelling(const single_hop_pool& pool) {
  for (const context_paragraph& paragraph : pool.paragraphs) learn(paragraph.text);
  finish();
}

MHQA_INLINE void paragraph_spelling::learn(std::string_view paragraph) {
  detail::for_each_letter_word(paragraph, [&](std::string_view word, bool capital) {
    uses& seen = words_[to_lower(word)];
    ++seen.all;
    seen.capital += capital ? 1U : 0U;
  });
}

MHQA_INLINE void paragraph_spelling::finish() {
  for (const auto& [word, seen] : words_) {
    if (word.size() < 7 || seen.all < 3 || seen.capital == seen.all) continue;
    for (std::size_t without = 0; without <= word.size(); ++without) common_[shape_of(word, without)].push_back(word);
  }
}

MHQA_INLINE bool paragraph_spelling::finds_error(const single_hop_pool& pool, std::uint32_t question) const {
  const single_hop& q = pool.questions[question];
  if (q.question.starts_with("How may ") || owns_by_it_is(q.question) || lacks_article(q.question)) return true;
  bool error = false;
  detail::for_each_letter_word(q.question, [&](std::string_view word, bool capital) {
    if (!capital) error = error || is_error(word, pool.paragraphs[q.paragraph].text);
  });
  return error;
}

MHQA_INLINE bool paragraph_spelling::owns_by_it_is(std::string_view question) {
  const std::size_t at = question.find(" it's ");
  if (at == std::string_view::npos) return false;
  const std::string_view next = question.substr(at + 6);
  return !is_past_participle(next.substr(0, next.find_first_of(" ?")));
}

MHQA_INLINE bool paragraph_spelling::lacks_article(std::string_view question) {
  for (const std::string_view noun : {" Area", " Ocean", " Empire", " Islands", " Mountains"}) {
    const std::size_t last = question.find(noun);
    if (last == std::string_view::npos) continue;
    std::size_t at = last;
    // Back over the capitalised words of the name.
    while (at > 0) {
      const std::size_t space = question.rfind(' ', at - 1);
      if (space == std::string_view::npos || !ascii::is_upper(question[space + 1])) break;
      at = space;
    }
    for (const std::string_view before : {" in", " of", " from", " to"}) {
      if (at != last && question.substr(0, at).ends_with(before)) return true;
    }
  }
  return false;
}

MHQA_INLINE std::string paragraph_spelling::shape_of(std::string_view word, std::size_t without) {
  std::string out{word};
  if (without < word.size()) out.erase(without, 1);
  return out;
}

MHQA_INLINE bool paragraph_spelling::is_error(std::string_view word, std::string_view paragraph) const {
  if (word.size() < 5 || is_function_word(word)) return false;
  if (words_.contains(std::string{word}) || lexicon::standard().classes_of(word) != 0) return false;
  if (is_verb(word) || is_finite_form(word) || is_past_participle(word) || is_present_participle(word)) return false;
  const auto is_close = [&](std::string_view other) {
    return detail::is_one_error_away(word, other) && !detail::is_variant(word, other);
  };
  bool error = false;
  detail::for_each_letter_word(paragraph, [&](std::string_view other, bool capital) {
    if (!capital && other.size() > 3) error = error || is_close(other);
  });
  if (error || word.size() < 7) return error;
  for (std::size_t without = 0; without <= word.size(); ++without) {
    const auto found = common_.find(shape_of(word, without));
    if (found != common_.end() && std::any_of(found->second.begin(), found->second.end(), is_close)) return true;
  }
  return false;
}

}  // namespace v0_1
}  // namespace mhqa
