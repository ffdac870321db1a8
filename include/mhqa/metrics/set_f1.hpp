// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// F1 over sets of words (repeats count once), the reward of DeepResearcher, ASearcher and SkyRL-agent; Chinese golds
// are compared by characters. A set_answer is one side, prepared for many comparisons.
#pragma once

#include <mhqa/metrics/bag_program.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/token.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

/// Writes the distinct words of a normalised text, sorted.
void sorted_words(const normalized& text, std::vector<std::string_view>& out);

/// Writes the distinct words of a normalised text; sorted by token_before() if there are more than token_bag::few.
void distinct_words(const normalized& text, std::vector<token>& out);

/// Counts the common words of two lists from distinct_words(), each with its text.
[[nodiscard]] std::size_t common_words(const char* text_a, std::span<const token> a, const char* text_b,
                                       std::span<const token> b);

/// Counts the common strings of two sorted lists without repeats.
template <class A, class B>
[[nodiscard]] std::size_t common_in_order(const A& a, const B& b) {
  std::size_t common = 0;
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() && j != b.end()) {
    const int order = std::string_view{*i}.compare(std::string_view{*j});
    if (order == 0) ++common;
    if (order <= 0) ++i;
    if (order >= 0) ++j;
  }
  return common;
}

/// Returns 2 (p r) / (p + r) of two sets; 0 if a side is empty.
[[nodiscard]] constexpr double set_f1(std::size_t common, std::size_t predicted, std::size_t gold) noexcept {
  if (common == 0 || predicted == 0 || gold == 0) return 0;
  const double precision = static_cast<double>(common) / static_cast<double>(predicted);
  const double recall = static_cast<double>(common) / static_cast<double>(gold);
  return 2 * (precision * recall) / (precision + recall);
}

/// Returns true if the text contains a character of the CJK blocks U+4E00, U+3400 or U+F900.
[[nodiscard]] bool has_chinese(std::string_view text) noexcept;

/// Writes the set of a text's characters and digit runs, sorted; ASCII digits, " ,.-", U+FF0C and U+3002 alone are
/// excluded.
void chinese_items(std::string_view text, std::vector<std::string>& out);

}  // namespace detail

/// One side of a set F1.
struct set_answer {
  normalized text{};
  bool chinese = false;        ///< if the gold has it, both sides are compared by characters
  std::vector<token> words{};  ///< the distinct ones
  std::vector<std::string> characters{};

  /// Replaces the value.
  ///
  /// Cost: O(bytes log words)
  void assign(std::string_view source, bool booleans, normalization how) {
    text.assign(booleans ? detail::boolean_word(source) : source, how);
    detail::distinct_words(text, words);
    chinese = detail::has_chinese(text.text());
    characters.clear();
    if (chinese) detail::chinese_items(text.text(), characters);
  }
};

/// Returns the F1 of the sets of words, or of characters if the gold is Chinese.
///
/// Undefined: an empty side -> 0
/// Source:    f1_score of ASearcher's utils/rewards.py and SkyRL-agent's verifiers/qa.py; without `by_characters`
///            compute_score of DeepResearcher's format_and_f1.py
/// Example:   "x x" against "x" gives 1
[[nodiscard]] double score_sets(set_answer& prediction, const set_answer& gold, bool by_characters = true);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/set_f1.ipp>
#endif
