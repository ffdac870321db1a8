// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The documents of one term in an index: visit them with their weights, by blocks whose largest weight is known, or
// look one up.
//   index.postings(term).for_each([](std::uint32_t document, float weight) { … });
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/retrieval/bm25_layout.hpp>
#include <mhqa/retrieval/bm25_weights.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace mhqa::inline v0_1 {

namespace detail {

// The place of the lowest bit that is set. Requires: bits != 0
[[nodiscard]] unsigned lowest_bit(std::uint64_t bits) noexcept;

// As std::popcount, which calls a function where the compiler may not use the instruction.
[[nodiscard]] unsigned count_bits(std::uint64_t bits) noexcept;

void prefetch([[maybe_unused]] const void* from) noexcept;

// One of the documents looked up that a list has, and its place in the list.
struct list_match {
  std::uint32_t number;
  std::uint32_t place;
};

}  // namespace detail

/// The documents that contain a term, ascending; a view into the index. Its members keep to the list and to the index's
/// documents also where the bytes change while they read.
class posting_list {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Calls visit(document, weight) for each document, ascending.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for_each_if([](float) { return true; }, visit);
  }

  /// Calls visit(document, count) for each document, ascending, with how often it contains the term.
  template <class Visit>
  void for_each_with_count(Visit&& visit) const {
    constexpr std::uint8_t any_count = 1;
    for_each_place_if([](float) { return true; },
                      [&](std::uint32_t document, std::uint32_t place) { visit(document, count(document, place)); },
                      any_count);
  }

  /// As for_each, but only for the blocks of postings for whose largest weight wanted(float) is true.
  template <class Wanted, class Visit>
  void for_each_if(Wanted&& wanted, Visit&& visit) const {
    constexpr std::uint8_t any_count = 1;
    for_each_place_if(
        wanted, [&](std::uint32_t document, std::uint32_t place) { visit(document, weight(document, place)); },
        any_count);
  }

  /// As for_each_if, but calls visit(document, place), for weight_at(document, place).
  ///
  /// Shape: documents in which the term occurs less than `least` times may be left out, too; visit may raise `least`
  /// Cost:  where `least` is above 1, reads eight counts at once
  template <class Wanted, class Visit>
  void for_each_place_if(Wanted&& wanted, Visit&& visit, const std::uint8_t& least) const {
    if (layout_.kind == detail::list_kind::dense) return dense_for_each(wanted, visit, least);
    const bool narrow = layout_.kind == detail::list_kind::narrow;
    const std::uint64_t blocks = layout_.blocks == 0 ? 1 : layout_.blocks;
    std::size_t run = 0, run_end = 0;
    const auto known = [&](std::uint32_t document, std::size_t i) {
      if (document < documents_) visit(document, static_cast<std::uint32_t>(i));
    };
    const auto wide_one = [&](std::size_t i) { known(wide_[i], i); };
    const auto narrow_one = [&](std::size_t i) {
      if (i >= run_end) {
        while (run + 1 < layout_.units && before_[run + 1] <= i) ++run;
        run_end = before_[run + 1];
      }
      known(static_cast<std::uint32_t>(run << layout_.run_bits) | narrow_[i], i);
    };
    for (std::uint64_t block = 0; block < blocks; ++block) {
      if (!wanted(maximum(block))) continue;
      const auto begin = static_cast<std::size_t>(block * detail::block_postings);
      const std::size_t end =
          layout_.blocks == 0 ? size_ : std::min<std::size_t>(size_, begin + std::size_t{detail::block_postings});
      if (narrow) {
        for_each_count(begin, end, least, narrow_one);
      } else {
        for_each_count(begin, end, least, wide_one);
      }
    }
  }

  /// Returns true if the list has a bit for each document of the index.
  [[nodiscard]] bool dense() const noexcept { return layout_.kind == detail::list_kind::dense; }

  /// Returns a bound of the weights of documents in which the term occurs once, by the length of the shortest document.
  [[nodiscard]] double once_bound() const noexcept {
    return double{(*weights_)(term_, 1, weights_->shortest())} * length_slack;
  }

  /// Returns the weight of a document; 0 if it does not contain the term.
  /// Requires: document < documents of the index
  /// Cost:     O(log size); O(1) unless few documents contain the term
  [[nodiscard]] float weight_of(std::uint32_t document) const noexcept;

  /// Looks up document_of(item) for each item; writes the items that the list has to `out`, which has room for all, and
  /// returns how many those are. The weights that they need are on their way into the cache.
  ///
  /// Cost: as weight_of, but no branch depends on what is found, and the cache misses of all items overlap
  template <class Items, class DocumentOf>
  std::size_t match(const Items& items, DocumentOf document_of, detail::list_match* out) const noexcept {
    std::size_t found = 0;
    const auto count = static_cast<std::uint32_t>(items.size());
    switch (layout_.kind) {
      case detail::list_kind::dense:
        for (std::uint32_t i = 0; i < count; ++i) detail::prefetch(bits_ + document_of(items[i]) / 64);
        for (std::uint32_t i = 0; i < count; ++i) {
          const std::uint32_t document = document_of(items[i]);
          out[found].number = i;
          out[found].place = document;
          found += static_cast<std::size_t>(bits_[document / 64] >> (document % 64U) & 1U);
        }
        for (std::size_t i = 0; i < found; ++i) detail::prefetch(before_ + out[i].place / 64);
        for (std::size_t i = 0; i < found; ++i) {
          const std::uint32_t document = out[i].place;
          const std::uint64_t lower = (std::uint64_t{1} << (document % 64U)) - 1;
          out[i].place = before_[document / 64] + detail::count_bits(bits_[document / 64] & lower);
          if (out[i].place >= size_) out[i].place = static_cast<std::uint32_t>(size_ - 1);
        }
        break;
      case detail::list_kind::narrow:
        for (std::uint32_t i = 0; i < count; ++i) detail::prefetch(before_ + run_of(document_of(items[i])));
        for (std::uint32_t i = 0; i < count; ++i) {
          detail::prefetch(narrow_ + std::min<std::size_t>(before_[run_of(document_of(items[i]))], size_));
        }
        for (std::uint32_t i = 0; i < count; ++i) {
          const std::uint32_t document = document_of(items[i]);
          const std::size_t end = std::min<std::size_t>(before_[run_of(document) + 1], size_);
          const std::size_t begin = std::min<std::size_t>(before_[run_of(document)], end);
          const auto low = static_cast<std::uint16_t>(document & run_mask());
          const std::size_t at = begin + lower_bound(narrow_ + begin, end - begin, low);
          out[found] = {i, static_cast<std::uint32_t>(at)};
          found += at < end && narrow_[at] == low ? 1U : 0U;
        }
        break;
      case detail::list_kind::wide:
        for (std::uint32_t i = 0; i < count; ++i) {
          const std::uint32_t document = document_of(items[i]);
          const std::size_t at = lower_bound(wide_, size_, document);
          out[found] = {i, static_cast<std::uint32_t>(at)};
          found += at < size_ && wide_[at] == document ? 1U : 0U;
        }
        break;
    }
    for (std::size_t i = 0; i < found; ++i) detail::prefetch(counts_ + out[i].place);
    return found;
  }

  /// Returns the least count with which some document's weight can reach `weight`, from 1 to 8, by the length of the
  /// shortest document.
  [[nodiscard]] std::uint8_t least_count(double weight) const noexcept;

  /// Prefetches what weight_at() reads by document.
  void prefetch_length(std::uint32_t document) const noexcept { detail::prefetch(lengths_ + document); }

  /// Returns the weight of a document at its place, as match() or for_each_place_if() found it.
  [[nodiscard]] float weight_at(std::uint32_t document, std::uint32_t place) const noexcept {
    return weight(document, place);
  }

 private:
  static constexpr double length_slack = 1 + 1e-6;  // covers the rounding of weights

  friend class bm25_view;
  friend struct bm25_checker;

  posting_list(const std::byte* at, std::size_t size, std::uint64_t documents, float bound, detail::term_weight term,
               const detail::bm25_weights& weights, const std::uint32_t* lengths,
               std::span<const detail::bm25_many> many) noexcept;

  [[nodiscard]] float maximum(std::uint64_t block) const noexcept {
    return layout_.blocks == 0 ? bound_ : maxima_[block];
  }

  [[nodiscard]] float weight(std::uint32_t document, std::size_t place) const noexcept {
    return (*weights_)(term_, count(document, place), lengths_[document]);
  }

  [[nodiscard]] std::uint32_t count(std::uint32_t document, std::size_t place) const noexcept;

  [[nodiscard]] std::uint32_t large_count(std::uint32_t document) const noexcept;

  [[nodiscard]] std::uint32_t run_of(std::uint32_t document) const noexcept { return document >> layout_.run_bits; }
  [[nodiscard]] std::uint32_t run_mask() const noexcept { return (std::uint32_t{1} << layout_.run_bits) - 1; }

  /// Calls visit(place) for each place from `begin` to `end`; if `least` is above 1, only for those with such a count.
  template <class Visit>
  void for_each_count(std::size_t begin, std::size_t end, std::uint8_t least, Visit&& visit) const {
    std::size_t i = begin;
    if (least <= 1) {
      for (; i < end; ++i) visit(i);
      return;
    }
    // A byte of the sum has its highest bit if that of the counts is at least `least`, which is from 2 to 8.
    constexpr std::size_t at_once = sizeof(std::uint64_t);
    constexpr std::uint64_t each = 0x0101010101010101U;
    const std::uint64_t up = (0x80U - std::uint64_t{least}) * each;
    for (; i + at_once <= end; i += at_once) {
      std::uint64_t counts = 0;
      std::memcpy(&counts, counts_ + i, at_once);
      if (((((counts & 0x7FU * each) + up) | counts) & 0x80U * each) == 0) continue;
      for (std::size_t j = i; j < i + at_once; ++j) {
        if (counts_[j] >= least) visit(j);
      }
    }
    for (; i < end; ++i) {
      if (counts_[i] >= least) visit(i);
    }
  }

  template <class Wanted, class Visit>
  void dense_for_each(Wanted&& wanted, Visit&& visit, const std::uint8_t& least) const {
    const std::uint64_t words_at_once = layout_.blocks == 0 ? layout_.units : detail::block_words;
    for (std::uint64_t begin = 0, block = 0; begin < layout_.units; begin += words_at_once, ++block) {
      if (!wanted(maximum(block))) continue;
      const std::uint64_t end = std::min<std::uint64_t>(layout_.units, begin + words_at_once);
      // `bits` are those of `word` from the document at place `next` on.
      std::uint64_t word = begin, bits = bits_[begin];
      std::size_t next = before_[begin];
      const auto one = [&](std::size_t place) {
        while (word + 1 < end && before_[word + 1] <= place) {
          bits = bits_[++word];
          next = before_[word];
        }
        for (; next < place; ++next) bits &= bits - 1;
        const std::uint64_t document = word * 64 + (bits == 0 ? 0 : detail::lowest_bit(bits));
        if (document < documents_) visit(static_cast<std::uint32_t>(document), static_cast<std::uint32_t>(place));
      };
      for_each_count(next, end < layout_.units ? std::min<std::size_t>(before_[end], size_) : size_, least, one);
    }
  }

  // The first of `count` ascending values that is not below `value`, without an unpredictable branch.
  template <class T>
  [[nodiscard]] static std::size_t lower_bound(const T* values, std::size_t count, T value) noexcept {
    const T* at = values;
    while (count > 1) {
      const std::size_t half = count / 2;
      at += half & (std::size_t{0} - static_cast<std::size_t>(at[half - 1] < value));
      count -= half;
    }
    return static_cast<std::size_t>(at - values) + (count == 1 && *at < value ? 1U : 0U);
  }

  detail::list_layout layout_;
  std::size_t size_;
  std::uint64_t documents_;  // of the index
  const std::uint64_t* bits_;
  const std::uint16_t* narrow_;
  const std::uint32_t* wide_;
  const std::uint32_t* before_;
  const float* maxima_;
  const std::uint8_t* counts_;
  const std::uint32_t* lengths_;
  const detail::bm25_weights* weights_;
  std::span<const detail::bm25_many> many_;
  detail::term_weight term_;
  float bound_;
};

namespace detail {

/// Writes a list into `size` zeroed bytes at `at` and returns its largest weight.
///
/// Requires: documents ascend; `counts` are above 0, many_count stands for those of `many`
float write_list(std::byte* at, const list_layout& layout, std::span<const std::uint32_t> documents,
                 std::span<const std::uint8_t> counts, term_weight term, const bm25_weights& weights,
                 const std::uint32_t* lengths, std::span<const bm25_many> many);

}  // namespace detail

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/retrieval/detail/bm25_list.ipp>
#endif
