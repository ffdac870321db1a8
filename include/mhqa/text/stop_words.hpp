// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Words with little meaning: NLTK's English stop words, which StrategyQA's retrieval removes from every query, and the
// function words of English. without_stop_words("Is the sky blue?") == "sky blue?".
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/split.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// NLTK's English stop words, sorted: the 179 of its releases of 2018 to 2023.
inline constexpr std::array<std::string_view, 179> nltk_stop_words{
    "a",       "about",   "above",     "after",    "again",     "against", "ain",      "all",        "am",
    "an",      "and",     "any",       "are",      "aren",      "aren't",  "as",       "at",         "be",
    "because", "been",    "before",    "being",    "below",     "between", "both",     "but",        "by",
    "can",     "couldn",  "couldn't",  "d",        "did",       "didn",    "didn't",   "do",         "does",
    "doesn",   "doesn't", "doing",     "don",      "don't",     "down",    "during",   "each",       "few",
    "for",     "from",    "further",   "had",      "hadn",      "hadn't",  "has",      "hasn",       "hasn't",
    "have",    "haven",   "haven't",   "having",   "he",        "her",     "here",     "hers",       "herself",
    "him",     "himself", "his",       "how",      "i",         "if",      "in",       "into",       "is",
    "isn",     "isn't",   "it",        "it's",     "its",       "itself",  "just",     "ll",         "m",
    "ma",      "me",      "mightn",    "mightn't", "more",      "most",    "mustn",    "mustn't",    "my",
    "myself",  "needn",   "needn't",   "no",       "nor",       "not",     "now",      "o",          "of",
    "off",     "on",      "once",      "only",     "or",        "other",   "our",      "ours",       "ourselves",
    "out",     "over",    "own",       "re",       "s",         "same",    "shan",     "shan't",     "she",
    "she's",   "should",  "should've", "shouldn",  "shouldn't", "so",      "some",     "such",       "t",
    "than",    "that",    "that'll",   "the",      "their",     "theirs",  "them",     "themselves", "then",
    "there",   "these",   "they",      "this",     "those",     "through", "to",       "too",        "under",
    "until",   "up",      "ve",        "very",     "was",       "wasn",    "wasn't",   "we",         "were",
    "weren",   "weren't", "what",      "when",     "where",     "which",   "while",    "who",        "whom",
    "why",     "will",    "with",      "won",      "won't",     "wouldn",  "wouldn't", "y",          "you",
    "you'd",   "you'll",  "you're",    "you've",   "your",      "yours",   "yourself", "yourselves"};

/// Words of the closed classes that NLTK's list lacks: pronouns, prepositions, conjunctions, quantifiers, modals;
/// sorted.
inline constexpr std::array<std::string_view, 89> more_function_words{
    "across",    "along",      "also",       "although",  "always",  "among",   "amongst",  "another",   "anybody",
    "anyhow",    "anyone",     "anything",   "anywhere",  "around",  "beside",  "besides",  "beyond",    "cannot",
    "could",     "despite",    "either",     "else",      "etc",     "even",    "ever",     "every",     "everybody",
    "everyone",  "everything", "everywhere", "except",    "however", "inside",  "instead",  "least",     "less",
    "many",      "may",        "might",      "much",      "must",    "near",    "neither",  "never",     "nobody",
    "none",      "nothing",    "nowhere",    "one",       "ones",    "onto",    "others",   "otherwise", "ought",
    "outside",   "per",        "perhaps",    "quite",     "rather",  "several", "shall",    "since",     "somebody",
    "someone",   "something",  "sometimes",  "somewhere", "though",  "till",    "toward",   "towards",   "underneath",
    "unless",    "unlike",     "unto",       "upon",      "us",      "via",     "whatever", "whenever",  "whether",
    "whichever", "whoever",    "whose",      "within",    "without", "would",   "yes",      "yet"};

namespace detail {

/// Finds words in a sorted list of words of small letters: looks only at those that begin with the same letter.
template <std::size_t N>
class words_by_letter {
 public:
  constexpr explicit words_by_letter(const std::array<std::string_view, N>& words) : words_{&words} {
    static_assert(N < 256);
    for (std::size_t i = 0; i < N; ++i) {
      begin_[static_cast<std::size_t>(words[i].front() - 'a') + 1] = static_cast<std::uint8_t>(i + 1);
    }
    // Letters without words have an empty range.
    for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] = std::max(begin_[i], begin_[i - 1]);
  }

  [[nodiscard]] constexpr bool contains(std::string_view word) const noexcept {
    if (word.empty() || !ascii::is_lower(word.front())) return false;
    const auto letter = static_cast<std::size_t>(word.front() - 'a');
    for (std::size_t i = begin_[letter]; i < begin_[letter + 1]; ++i) {
      if ((*words_)[i] == word) return true;
    }
    return false;
  }

 private:
  const std::array<std::string_view, N>* words_;
  std::array<std::uint8_t, 27> begin_{};  // of each letter's words
};

inline constexpr words_by_letter stop_words{nltk_stop_words};
inline constexpr words_by_letter other_function_words{more_function_words};

}  // namespace detail

/// Returns true if a lower-case word is one of NLTK's English stop words.
/// Example: is_stop_word("the"), !is_stop_word("The"), !is_stop_word("could")
[[nodiscard]] constexpr bool is_stop_word(std::string_view word) noexcept {
  return detail::stop_words.contains(word);
}

/// Returns true if a lower-case word carries grammar rather than content: a stop word or one of more_function_words.
/// Example: is_function_word("could"), !is_function_word("laptop")
[[nodiscard]] constexpr bool is_function_word(std::string_view word) noexcept {
  return is_stop_word(word) || detail::other_function_words.contains(word);
}

/// Removes the stop words of a query. Punctuation belongs to the token that it touches, so "it?" stays.
///
/// Shape:   the white-space-separated tokens that are not stop words in lower case, joined by single spaces
/// Cost:    O(bytes)
/// Source:  clean_query of StrategyQA's elasticsearch_utils.py; Geva et al. 2021, Sec. 5.1
/// Example: without_stop_words("Where was #1 born?") == "#1 born?"
[[nodiscard]] inline std::string without_stop_words(std::string_view query) {
  std::string out, lower;
  split_whitespace(query, [&](std::string_view token) {
    lower.clear();
    append_lower(lower, token);
    if (is_stop_word(lower)) return;
    if (!out.empty()) out += ' ';
    out += token;
  });
  return out;
}

}  // namespace mhqa::inline v0_1
