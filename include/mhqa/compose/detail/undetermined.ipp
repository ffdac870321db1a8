// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of undetermined.hpp.
#pragma once

#include <mhqa/compose/undetermined.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/english/clause.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace mhqa::inline v0_1 {
namespace detail {

// Nouns and adjectives after "the" that need no paragraph: there is one, or everyone is meant.
inline constexpr std::array<std::string_view, 47> known_nouns{
    "amount",  "bible",       "body",     "brain", "dead",   "devil",  "direction", "earth", "east",  "elderly",
    "end",     "environment", "future",   "human", "law",    "mind",   "moon",      "name",  "night", "north",
    "number",  "order",       "past",     "piano", "plague", "police", "poor",      "pope",  "press", "public",
    "ratings", "rest",        "rich",     "sea",   "sky",    "soul",   "south",     "sun",   "term",  "throne",
    "time",    "times",       "universe", "use",   "west",   "word",   "world"};

// Offices that many people hold: "the President", without a name or a land, is somebody's.
inline constexpr std::array<std::string_view, 14> office_nouns{
    "chairman", "chancellor", "duke",      "emperor", "empress",  "governor", "khan",
    "king",     "mayor",      "president", "prince",  "princess", "queen",    "senator"};

[[nodiscard]] inline bool is_ordinal_or_superlative(std::string_view w) noexcept {
  constexpr std::array<std::string_view, 16> words{"best", "eighth", "fifth", "final", "first", "fourth",
                                                   "last", "least",  "most",  "ninth", "only",  "second",
                                                   "same", "tenth",  "third", "whole"};
  return is_one_of(w, words) || (w.size() > 5 && w.ends_with("est"));
}

// True for a Roman numeral of capitals or a number of at most three digits; "I" may be a pronoun.
[[nodiscard]] inline bool counts_series(std::string_view w) noexcept {
  if (w.empty() || (w.size() == 1 && w[0] == 'I')) return false;
  const bool digits = w.size() < 4 && std::all_of(w.begin(), w.end(), ascii::is_digit);
  return digits || w.find_first_not_of("IVXLC") == std::string_view::npos;
}

// True if a text has a name and, right after it, a number of its series.
[[nodiscard]] inline bool has_numbered(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    std::string_view after = text.substr(at + name.size());
    if (!after.starts_with(' ')) continue;
    after.remove_prefix(1);
    std::size_t end = 0;
    while (end < after.size() && (ascii::is_digit(after[end]) || ascii::is_letter(after[end]))) ++end;
    if (counts_series(after.substr(0, end))) return true;
  }
  return false;
}

// The last of up to three words after "the" at i that nothing determines; i for none. `acts`: a verb follows them.
struct bare_phrase {
  std::size_t last;
  bool acts;
};

[[nodiscard]] inline bare_phrase find_bare_phrase(const sentence_words& words, std::size_t i) {
  const bool inverted = i > 0 && is_one_of(words[i - 1].lower, verbs);  // "did the rebels take"
  bare_phrase out{i, false};
  for (std::size_t at = i + 1; at < words.size() && at < i + 4; ++at) {
    const sentence_word& w = words[at];
    if (is_function_word(w.lower) || is_preposition(w.lower) || is_one_of(w.lower, verbs) ||
        is_one_of(w.lower, relative_words)) {
      break;
    }
    out.acts = inverted && out.last != i && is_verb(w.lower) && !w.capital &&
               (at + 1 == words.size() || !is_genitive(words[at + 1].lower));  // "does the flow of Ohio"
    if (out.acts) break;
    const auto earlier = words.begin() + static_cast<std::ptrdiff_t>(i);  // "which team … the team's"
    const bool again =
        std::any_of(words.begin(), earlier, [&](const sentence_word& other) { return other.lower == w.lower; });
    const bool office = out.last == i && is_one_of(w.lower, office_nouns);
    if (again || (w.capital && !office) || std::any_of(w.text.begin(), w.text.end(), ascii::is_digit) || w.quoted ||
        w.given || is_ordinal_or_superlative(w.lower) || is_one_of(w.lower, known_nouns)) {
      return {i, false};
    }
    out.last = at;
    if (w.mark_after || w.possessive) break;
  }
  return out;
}

// True if no phrase or clause follows the noun at `last`; a clause may lack its "that": "the autonomy he granted".
[[nodiscard]] inline bool ends_undetermined(const sentence_words& words, std::size_t last) {
  if (last + 1 == words.size() || words[last].mark_after || words[last].possessive) return true;
  constexpr std::array<std::string_view, 13> determining{"a",   "and", "as",  "he",  "her",   "his", "it",
                                                         "its", "or",  "she", "the", "their", "they"};
  const sentence_word& next = words[last + 1];
  return !next.capital && !is_one_of(next.lower, determining) && !is_preposition(next.lower) &&
         !is_one_of(next.lower, relative_words) && (is_function_word(next.lower) || is_one_of(next.lower, verbs));
}

}  // namespace detail

MHQA_INLINE bool names_bare_thing(std::string_view question, mention given) {
  const sentence_words words{question, given};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (!detail::is_definite(words[i].lower) || words[i].quoted) continue;
    if (i < 4 && i > 0 && detail::is_form_of_be(words[i - 1].lower)) continue;  // "What is the …": what is asked
    const auto [last, acts] = detail::find_bare_phrase(words, i);
    if (last == i || (given.size != 0 && last != i + 1)) continue;  // "the securities industry" of a tail
    if (acts || detail::ends_undetermined(words, last)) return true;
  }
  return false;
}

MHQA_INLINE bool names_series(std::string_view question, std::string_view paragraph, mention given) {
  const sentence_words words{question};
  constexpr std::array<std::string_view, 9> whole{"each", "ever", "every", "first", "has",
                                                  "have", "last", "many",  "times"};
  for (const sentence_word& w : words) {
    if (detail::is_one_of(w.lower, whole)) return false;
  }
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (!detail::is_definite(words[i].lower) || words[i].mark_after) continue;
    std::size_t end = i + 1;
    while (end < words.size() && words[end].capital && !words[end].number) {
      ++end;
      if (words[end - 1].mark_after || words[end - 1].possessive) break;
    }
    if (end == i + 1) continue;
    const bool ends = end == words.size() || words[end - 1].mark_after || words[end - 1].possessive;
    if (!ends && (words[end].number || !is_function_word(words[end].lower))) continue;  // "the Apollo missions"
    if (given.size != 0 && given.begin < words[end - 1].end && words[i + 1].begin < given.begin + given.size) continue;
    const std::string_view name = question.substr(words[i + 1].begin, words[end - 1].end - words[i + 1].begin);
    if (detail::has_numbered(paragraph, name)) return true;
  }
  return false;
}

MHQA_INLINE bool depends_on_time(std::string_view question) {
  static const row_matcher rows{time_rows};
  return rows.fires(0, sentence_words{question});
}

}  // namespace mhqa::inline v0_1
