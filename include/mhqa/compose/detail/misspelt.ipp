// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of misspelt.hpp.
#pragma once

#include <mhqa/compose/misspelt.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/english/clause.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/text/inflection.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/split.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <utility>

namespace mhqa::inline v0_1 {
namespace detail {

// Calls sink(word, is_capital) for the words of ASCII letters; a possessive ending and adjacent marks are left out.
template <class Sink>
void for_each_letter_word(std::string_view text, Sink&& sink) {
  split_whitespace(text, [&](std::string_view word) {
    constexpr std::string_view marks{"\"'`()[],;:!?."};
    const std::size_t first = word.find_first_not_of(marks);
    if (first == std::string_view::npos) return;
    word = word.substr(first, word.find_last_not_of(marks) + 1 - first);
    word.remove_suffix(word.size() - without_owner(word).size());
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

MHQA_INLINE bool is_two_errors_away(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (a.empty() || b.size() - a.size() > 2 || a.front() != b.front()) return false;
  std::size_t same = 0;
  while (same < a.size() && a[same] == b[same]) ++same;
  if (same + 1 >= a.size() || (same > 4 && same + 3 >= a.size())) return false;
  std::vector<std::size_t> row(b.size() + 1), next(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j < row.size(); ++j) {
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
    }
    row.swap(next);
  }
  return row.back() <= 2;
}

// American and British spellings, and forms of one word; "whit" is no form of "white".
[[nodiscard]] inline bool is_variant(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() == a.size() + 1 && b.back() == 'e' && b.starts_with(a)) return false;
  if (may_be_same_word(a, b)) return true;
  std::size_t first = 0;
  while (first < a.size() && a[first] == b[first]) ++first;
  if (first + 1 >= a.size()) return true;  // another ending
  if (a.size() == b.size()) {
    const bool s = (a[first] == 's' && b[first] == 'z') || (a[first] == 'z' && b[first] == 's');
    return s || (a.ends_with("er") && b.ends_with("re")) || (a.ends_with("re") && b.ends_with("er"));  // "theatre"
  }
  return (b[first] == 'u' && b[first + 1] == 'r') || (b[first] == 'l' && first != 0 && b[first - 1] == 'l');
}

// Words that a slip turns into no word: "tp", "fo", "teh".
inline constexpr std::array<std::string_view, 14> short_words{"and", "are", "at", "by", "for", "her", "his",
                                                              "in",  "is",  "of", "on", "the", "to",  "was"};

// From so many words on, a known word that no paragraph has may be another one with an error: "boarder", "border".
inline constexpr std::size_t large_pool = 10000;

// True if a paragraph has a name, and each time with "the" before it and no noun after it.
[[nodiscard]] inline bool always_has_article(std::string_view paragraph, std::string_view name) {
  std::size_t uses = 0;
  for (std::size_t at = paragraph.find(name); at != std::string_view::npos; at = paragraph.find(name, at + 1)) {
    const std::string_view after = paragraph.substr(at + name.size());
    if (!after.empty() && (ascii::is_letter(after[0]) || after[0] == '-' || after[0] == '\'')) continue;
    const char next = after.size() > 1 && after[0] == ' ' ? after[1] : ' ';
    if (ascii::is_upper(next) || ascii::is_digit(next)) continue;
    if (!is_definite(last_word(paragraph.substr(0, at)))) return false;
    ++uses;
  }
  return uses != 0;
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
  static const row_matcher rows{spelling_rows};
  const sentence_words words{q.question};
  if (rows.first(words) != spelling_rows.size()) return true;
  const std::string_view paragraph = pool.paragraphs[q.paragraph].text;
  bool error = lacks_article_of(words, q.question, paragraph);
  detail::for_each_letter_word(q.question, [&](std::string_view word, bool capital) {
    if (error || word.data() == q.question.data()) return;
    error = capital ? is_name_error(word, paragraph) : is_error(word, paragraph);
  });
  return error;
}

MHQA_INLINE bool paragraph_spelling::is_name_error(std::string_view name, std::string_view paragraph) const {
  const std::string lower = to_lower(name);
  if (name.size() < 4 || words_.contains(lower)) return false;
  bool error = false;
  detail::for_each_letter_word(paragraph, [&](std::string_view other, bool capital) {
    if (error || !capital || other.size() < 3) return;
    const std::string known = to_lower(other);
    error = detail::is_one_error_away(lower, known) && !detail::is_variant(lower, known);
  });
  return error;
}

MHQA_INLINE bool paragraph_spelling::lacks_article_of(const sentence_words& words, std::string_view question,
                                                      std::string_view paragraph) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view before = words[i - 1].lower;
    if (!words[i].capital || words[i - 1].mark_after ||
        (!detail::is_preposition(before) && !detail::is_auxiliary(before)))
      continue;
    std::size_t last = i;
    while (last + 1 < words.size() && words[last + 1].capital && !words[last].mark_after) ++last;
    const bool ends = last + 1 == words.size() || words[last].mark_after || is_function_word(words[last + 1].lower);
    if (last == i || !ends || words[last].possessive || words[i].quoted) continue;
    const std::size_t begin = words[i].begin;
    if (detail::always_has_article(paragraph, question.substr(begin, words[last].end - begin))) return true;
  }
  return false;
}

MHQA_INLINE std::string paragraph_spelling::shape_of(std::string_view word, std::size_t without) {
  std::string out{word};
  if (without < word.size()) out.erase(without, 1);
  return out;
}

MHQA_INLINE bool paragraph_spelling::is_error(std::string_view word, std::string_view paragraph) const {
  if (word.size() < 2 || is_function_word(word) || words_.contains(std::string{word})) return false;
  const bool known = lexicon::standard().classes_of(word) != 0 || is_verb(word) || is_finite_form(word) ||
                     is_past_participle(word) || is_present_participle(word);
  if (word.size() < 4) {
    return !known && std::any_of(detail::short_words.begin(), detail::short_words.end(),
                                 [&](std::string_view other) { return detail::is_one_error_away(word, other); });
  }
  const auto is_close = [&](std::string_view other) {
    return detail::is_one_error_away(word, other) && !detail::is_variant(word, other);
  };
  bool error = false;
  detail::for_each_letter_word(paragraph, [&](std::string_view other, bool) {
    if (error || other.size() < 4) return;
    const std::string lower = to_lower(other);
    error = is_close(lower) ||
            (!known && word.size() > 5 && detail::is_two_errors_away(word, lower) && !detail::is_variant(word, lower));
  });
  if (known) return error && words_.size() >= detail::large_pool;
  if (error || word.size() < 7) return error;
  for (std::size_t without = 0; without <= word.size(); ++without) {
    const auto found = common_.find(shape_of(word, without));
    if (found != common_.end() && std::any_of(found->second.begin(), found->second.end(), is_close)) return true;
  }
  return false;
}

}  // namespace mhqa::inline v0_1
