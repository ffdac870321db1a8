// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rewritings: rows that put the words of a sentence into another order, with an example of each.
//   mhqa::rewriter{rows}.rewrite("Who has most hits in #3 history?")  // "Who has most hits in the history of #3?"
#pragma once

#include <mhqa/english/pattern.hpp>
#include <mhqa/english/sentence_words.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A rule that writes the words of a pattern in another order.
struct rewriting_row {
  std::string_view name;
  std::string_view pattern;  ///< as word_pattern reads it
  std::string_view result;   ///< the words to write instead; `$1` to `$9` are those of the first to ninth test
  std::string_view before;   ///< an example
  std::string_view after;    ///< the example, rewritten
};

/// Rewriting rows with their patterns read.
///
/// Errors: data_error for a pattern with a fault
class rewriter {
 public:
  explicit rewriter(std::span<const rewriting_row> rows) : rows_{rows} {
    for (const rewriting_row& row : rows) patterns_.emplace_back(row.pattern);
  }

  /// Returns a sentence after each row, in their order, was applied once where its pattern is found.
  ///
  /// Undefined: a row whose pattern is not found changes nothing. Marks stay with the word before them
  /// Cost:      O(words) for each row
  /// Example:   rewriter{std::array{rewriting_row{"season", "@reference season $", "the season of $1"}}}
  [[nodiscard]] std::string rewrite(std::string_view sentence) const;
  [[nodiscard]] std::span<const rewriting_row> rows() const noexcept { return rows_; }

 private:
  // The words of a place with the marks between them, but not those that follow.
  [[nodiscard]] static std::string_view text_of(std::string_view text, const sentence_words& words,
                                                const word_pattern::span_of_words& place);

  std::span<const rewriting_row> rows_;
  std::vector<word_pattern> patterns_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/english/detail/rewriting.ipp>
#endif
