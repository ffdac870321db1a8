// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Gives a question written without capitals the capitals of its names, as its paragraph, its title, other texts and the
// lexicon write them, so that rules read "who sang all of me" as "Who sang All of Me".
//   mhqa::truecaser cases; cases.learn(text);  cases.restore("who was ann lee", "Ann Lee", "Ann Lee sang.")
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/config.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/text/keyed_hash.hpp>
#include <mhqa/text/stop_words.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mhqa::inline v0_1 {

/// Returns true if a text needs its capitals: it has letters of ASCII, and none after the first is a capital, or all
/// are.
/// Example: lacks_case("who sang all of me"), lacks_case("WHO SANG IT"), !lacks_case("Who sang All of Me?")
[[nodiscard]] constexpr bool lacks_case(std::string_view text) noexcept {
  std::size_t upper = 0, lower = 0;
  bool first = true;
  for (const char c : text) {
    if (!ascii::is_letter(c)) continue;
    if (!first || text.size() < 2) ++(ascii::is_upper(c) ? upper : lower);
    first = false;
  }
  return (upper == 0 && lower != 0) || (lower == 0 && upper > 3);
}

/// Restores the capitals of questions that have none.
///
/// Shape:   learn() counts how texts write each word inside their sentences. restore() changes letters of ASCII alone,
///          so every place stays where it is: runs of words that the title or the paragraph writes as a name; then
///          single words that these, or else the texts learnt, write with a capital more often than without, or that
///          the lexicon knows as names. The text's first letter becomes a capital. A paragraph that lacks case tells
///          nothing; if its title lacks case, too, the title's words but inner function words are a name's
/// Undefined: names that no text spells with capitals stay in lower case
/// Cost:    O(bytes)
/// Example: restore("when was emma written", "Emma", "Emma is a novel.") == "When was Emma written"
class truecaser {
 public:
  /// Counts the spellings of a text's words; nothing of a text that lacks case.
  void learn(std::string_view text) {
    if (lacks_case(text)) return;
    for_each_inner_word(text, [&](const sentence_word& w) { count(uses_[w.lower], w); });
  }

  /// Returns the text with its capitals; a text that has some is returned unchanged.
  [[nodiscard]] std::string restore(std::string_view question, std::string_view title,
                                    std::string_view paragraph) const;

 private:
  struct uses {
    std::uint32_t capital = 0, lower = 0;
    std::string form{};  // the first spelling with a capital
  };

  static void count(uses& u, const sentence_word& w);
  [[nodiscard]] static std::string with_spaces(std::string_view title);
  [[nodiscard]] static std::string with_capitals(std::string_view title);
  // Words that do not begin a sentence, whose capitals tell nothing.
  template <class F>
  static void for_each_inner_word(std::string_view text, F&& f) {
    const sentence_words words{text};
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string_view gap = text.substr(words[i - 1].end, words[i].begin - words[i - 1].end);
      if (gap.find_first_of(".:?!\"\n") == std::string_view::npos) f(words[i]);
    }
  }
  template <class It>
  [[nodiscard]] std::string_view learnt_form(It at) const {
    return at == uses_.end() ? std::string_view{} : std::string_view{at->second.form};
  }
  // Writes a word as a text spells it ("NASA", "McCain"), or with its first letter as a capital.
  static void raise(std::string& out, const sentence_word& w, std::string_view form);
  // The number of words from words[i] on that a name from other[j] on shares; a title may have any words ("Roe v.
  // Wade").
  [[nodiscard]] static std::size_t shared_name(const sentence_words& words, std::size_t i, const sentence_words& other,
                                               std::size_t j, bool title);
  // The places of words that may begin a name; "The" that opens a sentence begins none.
  [[nodiscard]] static std::unordered_map<std::string_view, std::vector<std::size_t>> beginnings_of_names(
      const sentence_words& text, bool title);
  // Finds the longest runs of the question's words that the other text writes as a name: the first and the last word
  // have capitals, and in between only short words have none. A word alone must be no common one.
  static void put_names(std::string& out, const sentence_words& words, const sentence_words& other,
                        std::vector<bool>& done, bool title);
  // "The" of a sentence and a name after it: the name alone is found at the next word.
  [[nodiscard]] static bool opens_with_article(const sentence_words& words, std::size_t i) noexcept {
    return is_function_word(words[i].lower) && lexicon::standard().is_common(words[i + 1].lower);
  }
  [[nodiscard]] static bool joins(const sentence_word& w) noexcept {
    return w.capital || w.number || is_function_word(w.lower);
  }

  std::unordered_map<std::string, uses, string_hasher, std::equal_to<>> uses_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/english/detail/truecase.ipp>
#endif
