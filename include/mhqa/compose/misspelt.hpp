// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds questions with typing errors, by the words of the pool's paragraphs, without a dictionary: "intercpetions" is
// nowhere, "interceptions" is in the question's own paragraph.
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/english/pattern.hpp>
#include <mhqa/text/unicode_data.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

// "coruption" and "corruption", "seige" and "siege": one letter is missing, added, another, or two have changed places.
[[nodiscard]] bool is_one_error_away(std::string_view a, std::string_view b) noexcept;
// "offial" and "official": two letters are missing, added or others, but not the first, and not only at the end.
[[nodiscard]] bool is_two_errors_away(std::string_view a, std::string_view b);

}  // namespace detail

// clang-format off
/// Errors that a question's own words show, as rows.
inline constexpr std::array<language_row, 3> spelling_rows{{
    {"may-for-many", {"^ how may"}, "How may people came?", "How many people came?"},
    {"it-is-for-its", {"it&@possessive&!@capital !@participle"},
     "When did Ann change it's logo?", "When was it's been said?"},
    {"area-without-article", {
      "from|in|of|to&!@capital @capital @capital* area|areas|empire|empires|islands|mountains|ocean|oceans&@capital"},
     "Who lives in San Francisco Bay Area?", "Who lives in the Bay Area?"},
}};
// clang-format on

/// The words of a pool's paragraphs, for finding typing errors in its questions.
///
/// Shape:     a word in lower case of four letters or more is misspelt if no paragraph has it and the question's own
///            paragraph has a word that differs by one error, or by two from six letters on, or, from seven letters on,
///            the pool has it three times; a name if a name there differs by one; a shorter one beside a function word
///            ("tp"). "How may", "it's" inside a question, "in Atlantic Ocean" and a name without the article that it
///            always has in the paragraph are errors; other forms and British spellings of a word are not
/// Undefined: errors that are words themselves, and errors in names
/// Cost:      O(bytes) to make; per question O(words), and O(words of the paragraph) for a word that is in no paragraph
/// Example:   paragraph_spelling{pool}.finds_error(pool, 7)
class paragraph_spelling {
 public:
  /// Knows no word; learn() and finish() give it those of paragraphs that are read one after the other.
  paragraph_spelling() = default;
  explicit paragraph_spelling(const single_hop_pool& pool);

  /// Counts the words of a paragraph. Each distinct paragraph counts once.
  void learn(std::string_view paragraph);
  /// Ends the learning. Call this once, after the last paragraph.
  void finish();

  /// Returns true if a word of the question is misspelt.
  /// Requires: finish() was called, or the constructor with a pool; the question's paragraph was among those learnt
  [[nodiscard]] bool finds_error(const single_hop_pool& pool, std::uint32_t question) const;

 private:
  struct uses {
    std::uint32_t all = 0, capital = 0;
  };

  // "of Warsaw Pact" where the paragraph has only "the Warsaw Pact".
  [[nodiscard]] static bool lacks_article_of(const sentence_words& words, std::string_view question,
                                             std::string_view paragraph);
  // "Caucasas" where the paragraph has "Caucasus".
  [[nodiscard]] bool is_name_error(std::string_view name, std::string_view paragraph) const;
  // A word with one letter left out; words at one error share one of these, or the word itself.
  [[nodiscard]] static std::string shape_of(std::string_view word, std::size_t without);
  [[nodiscard]] bool is_error(std::string_view word, std::string_view paragraph) const;

  std::unordered_map<std::string, uses> words_;
  std::unordered_map<std::string, std::vector<std::string>> common_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/misspelt.ipp>
#endif
