// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of token_bag.hpp.
#pragma once

#include <mhqa/metrics/token_bag.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE std::uint64_t common_with_few(const char* text, std::span<const token> words, const char* few_text,
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

MHQA_INLINE bool token_before(const char* text_a, const token& a, const char* text_b, const token& b) noexcept {
  if (a.key != b.key) return a.key < b.key;
  if (a.size != b.size) return a.size < b.size;
  return std::memcmp(text_a + a.begin, text_b + b.begin, a.size) < 0;
}

}  // namespace detail

MHQA_INLINE void token_bag::assign(const normalized& text) {
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
MHQA_INLINE void token_bag::fill_buckets() {
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

MHQA_INLINE overlap token_bag::count(const normalized& prediction, bag_scratch& scratch) const {
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

MHQA_INLINE overlap bag_overlap(const normalized& prediction, const normalized& gold, bag_scratch& scratch) {
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

}  // namespace mhqa::inline v0_1
