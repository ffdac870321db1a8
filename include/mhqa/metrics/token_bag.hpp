// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts common words with repeats, like Counter(predicted) & Counter(gold) in the published evaluators. A token_bag is
// a gold answer prepared for many predictions; bag_overlap() compares two texts once.
#pragma once

#include <mhqa/metrics/overlap.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/token.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

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
[[nodiscard]] inline std::uint64_t common_with_few(const char* text, std::span<const token> words, const char* few_text,
                                                   std::span<const token> few, std::uint64_t filter) noexcept {
  std::uint64_t common = 0;
  std::uint64_t taken = 0;  // one bit per element of `few`
  for (const token& word : words) {
    if ((filter & filter_bit(word)) == 0) continue;
    std::uint64_t hits = 0;  // found without branches, which would be mispredicted
    for (std::size_t i = 0; i < few.size(); ++i) hits |= std::uint64_t{few[i].key == word.key} << i;
    for (hits &= ~taken; hits != 0; hits &= hits - 1) {
      if (same_token(text, word, few_text, few[static_cast<std::size_t>(std::countr_zero(hits))])) {
        taken |= hits & (0 - hits);
        ++common;
        break;
      }
    }
    if (common == few.size()) break;
  }
  return common;
}

/// \overload
[[nodiscard]] inline std::uint64_t common_with_few(const char* text, std::span<const token> words, const char* few_text,
                                                   std::span<const token> few) noexcept {
  return common_with_few(text, words, few_text, few, filter_of(few));
}

/// A strict weak order in which only equal words are equivalent.
[[nodiscard]] inline bool token_before(const char* text_a, const token& a, const char* text_b,
                                       const token& b) noexcept {
  if (a.key != b.key) return a.key < b.key;
  if (a.size != b.size) return a.size < b.size;
  return std::memcmp(text_a + a.begin, text_b + b.begin, a.size) < 0;
}

}  // namespace detail

inline void token_bag::assign(const normalized& text) {
  const std::span<const token> words = text.tokens();
  text_.assign(text.text());
  size_ = words.size();
  words_.clear();
  entries_.clear();
  if (words.size() <= few) {
    words_.assign(words.begin(), words.end());
    filter_ = detail::filter_of(words_);
    return;
  }
  const auto bits = static_cast<unsigned>(std::bit_width(words.size()));  // [5, 31]
  bucket_shift_ = 64 - bits;
  unsorted_.clear();
  for (const token& word : words) unsorted_.push_back({word, 1, bucket_of(word.key)});
  buckets_.assign((std::size_t{1} << bits) + 1, 0);
  fill_buckets();
}

/// Distributes unsorted_ over the buckets, then sorts each bucket and merges equal words.
inline void token_bag::fill_buckets() {
  for (const entry& e : unsorted_) ++buckets_[e.bucket];
  std::uint32_t end = 0;
  for (std::uint32_t& bucket : buckets_) bucket = end += bucket;
  entries_.resize(unsorted_.size());
  for (const entry& e : unsorted_) entries_[--buckets_[e.bucket]] = e;  // leaves buckets_ at each bucket's start

  const char* const text = text_.data();
  std::uint32_t kept = 0;
  for (std::size_t bucket = 0; bucket + 1 < buckets_.size(); ++bucket) {
    const std::uint32_t first = buckets_[bucket];
    const std::uint32_t last = buckets_[bucket + 1];
    buckets_[bucket] = kept;
    std::sort(entries_.begin() + first, entries_.begin() + last,
              [text](const entry& a, const entry& b) { return detail::token_before(text, a.word, text, b.word); });
    for (std::uint32_t i = first; i != last; ++i) {
      if (kept != buckets_[bucket] && same_token(text, entries_[kept - 1].word, text, entries_[i].word)) {
        ++entries_[kept - 1].count;
      } else {
        entries_[kept++] = entries_[i];
      }
    }
  }
  buckets_.back() = kept;
  entries_.resize(kept);
}

inline overlap token_bag::count(const normalized& prediction, bag_scratch& scratch) const {
  const std::span<const token> words = prediction.tokens();
  const char* const text = prediction.text().data();
  if (prediction.text() == text_) return {size_, size_, size_};
  if (size_ <= few) return {detail::common_with_few(text, words, text_.data(), words_, filter_), words.size(), size_};

  if (scratch.uses_.size() < entries_.size()) scratch.uses_.resize(entries_.size());
  const std::uint64_t round = ++scratch.round_;
  std::uint64_t common = 0;
  for (const token& word : words) {
    const std::uint32_t bucket = bucket_of(word.key);
    const auto first = entries_.begin() + buckets_[bucket];
    const auto last = entries_.begin() + buckets_[bucket + 1];
    const auto found = std::lower_bound(first, last, word, [&](const entry& e, const token& w) {
      return detail::token_before(text_.data(), e.word, text, w);
    });
    if (found == last || !same_token(text_.data(), found->word, text, word)) continue;
    bag_scratch::use& use = scratch.uses_[static_cast<std::size_t>(found - entries_.begin())];
    if (use.round != round) use = {round, 0};
    if (use.count < found->count) {
      ++use.count;
      ++common;
    }
  }
  return {common, words.size(), size_};
}

/// Counts the overlap of the words of two normalised texts, repeats included.
///
/// Undefined: a side without words gives zeros, which empty_rule turns into scores
/// Cost:      O(bytes) unless words collide (see token_bag); no allocation once scratch has grown
/// Source:    f1_score of the HotpotQA evaluator: sum((Counter(p) & Counter(g)).values())
/// Example:   bag_overlap(normalized{"b b c"}, normalized{"b d"}, scratch) == overlap{1, 3, 2}
[[nodiscard]] inline overlap bag_overlap(const normalized& prediction, const normalized& gold, bag_scratch& scratch) {
  const std::span<const token> left = prediction.tokens();
  const std::span<const token> right = gold.tokens();
  const char* const left_text = prediction.text().data();
  if (prediction == gold) return {left.size(), left.size(), left.size()};
  const char* const right_text = gold.text().data();
  if (right.size() <= token_bag::few)
    return {detail::common_with_few(left_text, left, right_text, right), left.size(), right.size()};
  if (left.size() <= token_bag::few)
    return {detail::common_with_few(right_text, right, left_text, left), left.size(), right.size()};
  scratch.bag_.assign(gold);
  return scratch.bag_.count(prediction, scratch);
}

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

}  // namespace v0_1
}  // namespace mhqa
