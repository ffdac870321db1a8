// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds mentions of an answer in a text: x is mentioned in y if its normalised words (MuSiQue's dialect) are a
// non-empty contiguous run of y's (Trivedi et al. 2022, Sec. 5, S2). Mentions are byte ranges of the original text.
//   mhqa::find_mention("jane austen", "When was Jane Austen born?")  // {9, 11}
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/split.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// Returns the first place where the words x occur contiguously in the words y; y.size() if nowhere or if x is empty.
///
/// Cost:    O(|x| |y|) at worst, O(|y|) on natural text
/// Example: find_run(std::array{2, 3}, std::array{1, 2, 3}) == 1
template <class X, class Y>
requires std::ranges::random_access_range<const X> && std::ranges::random_access_range<const Y>
[[nodiscard]] constexpr std::size_t find_run(const X& x, const Y& y) noexcept {
  const auto end_of = [](const auto& r) { return std::ranges::next(std::ranges::begin(r), std::ranges::end(r)); };
  const auto first = std::ranges::begin(y);
  const auto last = end_of(y);
  const auto found = std::ranges::empty(x) ? last : std::search(first, last, std::ranges::begin(x), end_of(x));
  return static_cast<std::size_t>(found - first);
}

/// Returns true if the words x, as numbers of one vocabulary, are mentioned in the words y.
[[nodiscard]] constexpr bool is_mentioned(std::span<const std::uint32_t> x, std::span<const std::uint32_t> y) noexcept {
  return find_run(x, y) != y.size();
}

/// \overload For texts. If there are many, use pool_words.
///
/// Undefined: a text without words ("The …") is mentioned nowhere
/// Example:   is_mentioned("the Emma", "Who wrote 'Emma'?"), !is_mentioned("Emma", "Who wrote Emmaline?")
[[nodiscard]] bool is_mentioned(std::string_view x, std::string_view y);

/// Counts the words of a text between white space, as the limits of MuSiQue's questions do.
/// Example: count_words("When was #1 born?") == 4
[[nodiscard]] constexpr std::size_t count_words(std::string_view text) {
  std::size_t count = 0;
  split_whitespace(text, [&](std::string_view) { ++count; });
  return count;
}

/// Finds the mentions of answers in questions, one pair of texts after another, with reused memory.
///
/// Shape:     all mentions from left to right, without overlap; the span is valid until the next call. A mention
///            extends from its first white-space-separated word to its last, without surrounding punctuation.
///            Punctuation and articles at the ends of the answer belong to the mention if they are there: "U.S." in "Is
///            it in the U.S.?" is {13, 4}, "The Who" in "When did the Who split?" is {9, 7}
/// Undefined: an answer without words has no mention
/// Cost:      O(bytes) on natural text, as find_run(); normalises each white-space-separated word separately, which
///            gives the same words as the whole
class mention_finder {
 public:
  [[nodiscard]] std::span<const mention> operator()(std::string_view answer, std::string_view question);

 private:
  struct piece {  // a part of the text between white space
    std::string_view raw;
    std::size_t begin;
    std::size_t head;  // bytes of punctuation before the rest
    std::size_t tail;  // bytes of punctuation after it
    bool blank;        // normalises to nothing
  };
  struct part {  // a normalised word
    std::uint32_t piece;
    std::uint32_t begin;
    std::uint32_t size;
  };
  struct text_words {
    std::vector<piece> pieces;
    std::vector<part> tokens;
    std::string letters;

    void read(std::string_view text, normalized& form);
    [[nodiscard]] std::string_view in(const part& p) const noexcept {
      return std::string_view{letters}.substr(p.begin, p.size);
    }
  };

  // Returns the bytes of a mention from piece `first` to piece `last` of the question.
  [[nodiscard]] mention bytes(std::uint32_t first, std::uint32_t last) const;

  normalized form_;
  text_words answer_;
  text_words question_;
  std::vector<mention> found_;
};

/// Returns the first mention of an answer in a question.
/// Example: find_mention("Emma", "Who wrote 'Emma'?") == mention{11, 4}
[[nodiscard]] std::optional<mention> find_mention(std::string_view answer, std::string_view question);

/// Removes all mentions of the answer from a question, as for a model that does not know the answer.
///
/// Shape:     replaces each mention with `by`; if `by` is empty, also removes the space before the mention (after it,
///            if the mention begins the text)
/// Source:    Trivedi et al. 2022, Sec. 4.2, "masked out (removed)"
/// Example:   mask_mentions("When was Jane Austen born?", "Jane Austen") == "When was born?"
[[nodiscard]] std::string mask_mentions(std::string_view question, std::string_view answer, std::string_view by = "");

/// Counts the words of a pair's tail with the bridge replaced by the head's answer.
/// Example: "When was Austen born?" after the answer "Jane Austen" has 5
[[nodiscard]] std::size_t count_tail_words(const single_hop_pool& pool, const question_pair& pair);

/// Finds an answer in a text: as a mention or, inside other words, as the same bytes.
[[nodiscard]] std::optional<mention> find_answer(std::string_view answer, std::string_view text);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/mentions.ipp>
#endif
