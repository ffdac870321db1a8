// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts common words with repeats, like Counter(predicted) & Counter(gold) in the published evaluators. A token_bag is
// a gold answer prepared for many predictions; bag_overlap() compares two texts once.
#pragma once

#include <mhqa/metrics/overlap.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/token.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

class bag_scratch;

/// The words of one text, counted once for comparisons with many texts.
///
/// Up to `few` words are compared pairwise. More are kept in buckets by key, sorted within a bucket, so that colliding
/// words (equal key or bucket) cost a binary search per word, not a scan.
class token_bag {
 public:
  static constexpr std::size_t few = 16;

  token_bag() = default;
  explicit token_bag(const normalized& text) { assign(text); }

  /// Replaces the value; keeps a copy of the text.
  ///
  /// Cost: O(bytes), O(bytes log words) for colliding words; allocates only beyond earlier needs
  void assign(const normalized& text);

  /// Number of words, repeats counted.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  /// The normalised text.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }

  /// Counts the overlap with a prediction; this bag is the gold side.
  ///
  /// Cost: linear in the prediction's bytes, times log words of this bag for colliding words
  [[nodiscard]] overlap count(const normalized& prediction, bag_scratch& scratch) const;

 private:
  struct entry {
    token word;
    std::uint32_t count;
    std::uint32_t bucket;
  };

  [[nodiscard]] std::uint32_t bucket_of(std::uint64_t key) const noexcept {
    return static_cast<std::uint32_t>((key * 0x9E3779B97F4A7C15U) >> bucket_shift_);
  }
  void fill_buckets();

  std::string text_;
  std::uint64_t size_ = 0;
  std::vector<token> words_;            // all words in order, if they are few
  std::uint64_t filter_ = 0;            // of words_
  std::vector<entry> entries_;          // otherwise the distinct ones, by bucket, then key, size and text
  std::vector<std::uint32_t> buckets_;  // where each bucket starts, and the end
  std::vector<entry> unsorted_;
  unsigned bucket_shift_ = 0;
};

/// Scratch memory for counting. Use one per thread, for any number of bags.
class bag_scratch {
 private:
  friend class token_bag;
  friend overlap bag_overlap(const normalized& prediction, const normalized& gold, bag_scratch& scratch);

  struct use {
    std::uint64_t round;  // an older round means: unused so far
    std::uint64_t count;
  };

  token_bag bag_;
  std::vector<use> uses_;
  std::uint64_t round_ = 0;
};

namespace detail {

/// Returns one of 64 bits; equal words have equal bits.
[[nodiscard]] constexpr std::uint64_t filter_bit(const token& word) noexcept {
  return std::uint64_t{1} << ((word.key * 0x9E3779B97F4A7C15U) >> 58U);
}
/// Returns the bits of all words: a word without its bit here is not among them.
[[nodiscard]] constexpr std::uint64_t filter_of(std::span<const token> words) noexcept {
  std::uint64_t filter = 0;
  for (const token& word : words) filter |= filter_bit(word);
  return filter;
}

/// Counts the words that have a distinct partner among `few`, which has at most 64 elements and this filter.
[[nodiscard]] std::uint64_t common_with_few(const char* text, std::span<const token> words, const char* few_text,
                                            std::span<const token> few, std::uint64_t filter) noexcept;

/// \overload
[[nodiscard]] inline std::uint64_t common_with_few(const char* text, std::span<const token> words, const char* few_text,
                                                   std::span<const token> few) noexcept {
  return common_with_few(text, words, few_text, few, filter_of(few));
}

/// A strict weak order in which only equal words are equivalent.
[[nodiscard]] bool token_before(const char* text_a, const token& a, const char* text_b, const token& b) noexcept;

}  // namespace detail

/// Counts the overlap of the words of two normalised texts, repeats included.
///
/// Undefined: a side without words gives zeros, which empty_rule turns into scores
/// Cost:      O(bytes) unless words collide (see token_bag); no allocation once scratch has grown
/// Source:    f1_score of the HotpotQA evaluator: sum((Counter(p) & Counter(g)).values())
/// Example:   bag_overlap(normalized{"b b c"}, normalized{"b d"}, scratch) == overlap{1, 3, 2}
[[nodiscard]] overlap bag_overlap(const normalized& prediction, const normalized& gold, bag_scratch& scratch);

/// A text that is compared with many others: each comparison costs the other text's bytes only.
///
/// Requires: the text outlives the comparisons
/// Cost:     as bag_overlap() for a text of at most token_bag::few words; the words of a longer one are counted once,
///           at its second comparison
class compared_text {
 public:
  void assign(const normalized& text) noexcept {
    text_ = &text;
    comparisons_ = 0;
  }

  /// Counts the overlap of the text, as the prediction, with a gold.
  [[nodiscard]] overlap overlap_with(const normalized& gold, bag_scratch& scratch) {
    if (text_->tokens().size() <= token_bag::few || comparisons_++ == 0) return bag_overlap(*text_, gold, scratch);
    if (comparisons_ == 2) bag_.assign(*text_);
    const overlap counts = bag_.count(gold, scratch);
    return {counts.common, counts.gold, counts.predicted};
  }

 private:
  const normalized* text_ = nullptr;
  std::uint64_t comparisons_ = 0;
  token_bag bag_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/token_bag.ipp>
#endif
