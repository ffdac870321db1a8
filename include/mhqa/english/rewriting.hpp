// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rewritings: rows that put the words of a sentence into another order, with an example of each.
//   mhqa::rewriter{rows}.rewrite("Who has most hits in #3 history?")  // "Who has most hits in the history of #3?"
#pragma once

#include <mhqa/english/pattern.hpp>
#include <mhqa/english/sentence_words.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

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
  [[nodiscard]] std::string rewrite(std::string_view sentence) const {
    std::string out{sentence};
    std::vector<word_pattern::span_of_words> places;
    for (std::size_t n = 0; n < rows_.size(); ++n) {
      const sentence_words words{out};
      if (words.empty() || !patterns_[n].found(words, &places)) continue;
      std::size_t first = words.size(), last = 0;
      for (const auto& [from, to] : places) {
        if (from == to) continue;
        first = std::min(first, from);
        last = std::max(last, to);
      }
      if (first >= last) continue;
      std::string changed;
      const std::string_view result = rows_[n].result;
      for (std::size_t at = 0; at < result.size(); ++at) {
        std::string_view part = result.substr(at, 1);
        if (result[at] == '$' && at + 1 < result.size()) {
          const std::size_t test = static_cast<std::size_t>(result[++at] - '1');
          part = test < places.size() ? text_of(out, words, places[test]) : std::string_view{};
        }
        if (part != " " || (!changed.empty() && changed.back() != ' ')) changed += part;
      }
      while (!changed.empty() && changed.back() == ' ') changed.pop_back();
      const std::string_view whole = text_of(out, words, {first, last});
      out.replace(static_cast<std::size_t>(whole.data() - out.data()), whole.size(), changed);
    }
    return out;
  }
  [[nodiscard]] std::span<const rewriting_row> rows() const noexcept { return rows_; }

 private:
  // The words of a place with the marks between them, but not those that follow.
  [[nodiscard]] static std::string_view text_of(std::string_view text, const sentence_words& words,
                                                const word_pattern::span_of_words& place) {
    if (place.first == place.second) return {};
    const std::size_t begin = words[place.first].begin;
    return text.substr(begin, words[place.second - 1].end - begin);
  }

  std::span<const rewriting_row> rows_;
  std::vector<word_pattern> patterns_;
};

}  // namespace v0_1
}  // namespace mhqa
