// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows of word numbers, and which of many items are equal. Most of the time is spent on cache misses, so callers handle
// items in blocks: first they prefetch what the block needs, then they compare.
#pragma once

#include <mhqa/error.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

void fetch([[maybe_unused]] const void* from) noexcept;

// Extends the hash of a run of words by one word.
[[nodiscard]] constexpr std::uint64_t hash_word(std::uint64_t hash, std::uint32_t word) noexcept {
  hash = (hash ^ word) * 0xD6E8FEB86659FD93U;
  return hash ^ (hash >> 32U);
}
[[nodiscard]] constexpr std::uint64_t hash_words(std::span<const std::uint32_t> words) noexcept {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (const std::uint32_t word : words) hash = hash_word(hash, word);
  return hash;
}

// Returns the place after the words of a row.
[[nodiscard]] std::uint32_t end_of_row(const std::vector<std::uint32_t>& words);

// Rows of numbers, concatenated.
class word_rows {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return first_.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t row) const noexcept {
    return std::span{values_}.subspan(first_[row], first_[row + 1] - first_[row]);
  }
  // Reserves for `bytes` of text; unused memory is never touched.
  void reserve(std::size_t rows, std::size_t bytes);
  // Prefetches what operator[] reads first; after that, the row.
  void prefetch(std::size_t row) const noexcept { fetch(first_.data() + row); }
  void prefetch_values(std::size_t row) const noexcept { fetch(values_.data() + first_[row]); }
  void add(std::uint32_t word) { values_.push_back(word); }
  void end_row() { first_.push_back(end_of_row(values_)); }
  void clear() noexcept;

 private:
  std::vector<std::uint32_t> values_;
  std::vector<std::uint32_t> first_{0};
};

// A hash table of different items. The items themselves are the caller's, which also compares them.
class item_table {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  item_table() : item_table(0) {}
  // Has room for this many items and grows beyond.
  explicit item_table(std::size_t items) : slots_(std::bit_ceil(items + items / 2 + 2)) {}

  // Prefetches what likely() reads.
  void prefetch(std::uint64_t hash) const noexcept { fetch(&slots_[place(tag_of(hash))]); }
  // Returns the item that find() will probably compare first, or none.
  [[nodiscard]] std::uint32_t likely(std::uint64_t hash) const noexcept;

  // Returns the item with this hash for which equal(item) holds, or none.
  template <class Equal>
  [[nodiscard]] std::uint32_t find(std::uint64_t hash, Equal&& equal) const {
    return slots_[find_slot(tag_of(hash), equal)].item;
  }
  // Returns the known item that is equal. If no item is, adds `item` and returns it.
  template <class Equal>
  std::uint32_t find_or_add(std::uint64_t hash, std::uint32_t item, Equal&& equal) {
    const std::size_t at = find_slot(tag_of(hash), equal);
    if (slots_[at].item != none) return slots_[at].item;
    slots_[at] = {item, tag_of(hash)};
    if (++size_ * 3 > slots_.size() * 2) grow();
    return item;
  }

 private:
  struct slot {
    std::uint32_t item = none;
    std::uint32_t tag = 0;
  };

  [[nodiscard]] static std::uint32_t tag_of(std::uint64_t hash) noexcept { return static_cast<std::uint32_t>(hash); }
  [[nodiscard]] std::size_t place(std::uint32_t tag) const noexcept { return tag & (slots_.size() - 1); }

  template <class Equal>
  [[nodiscard]] std::size_t find_slot(std::uint32_t tag, Equal&& equal) const {
    std::size_t at = place(tag);
    while (slots_[at].item != none && (slots_[at].tag != tag || !equal(slots_[at].item))) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }

  void grow();

  std::vector<slot> slots_;
  std::size_t size_ = 0;
};

// Different rows, numbered in the order of their first occurrence.
class distinct_rows {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t row) const noexcept { return rows_[row]; }
  void reserve(std::size_t rows, std::size_t bytes) { rows_.reserve(rows, bytes); }
  void prefetch(std::size_t row) const noexcept { rows_.prefetch(row); }
  void prefetch_values(std::size_t row) const noexcept { rows_.prefetch_values(row); }

  // Calls give(number) for each of the rows.
  template <class Give>
  void add(const word_rows& rows, Give&& give) {
    constexpr std::size_t block = 32;
    std::array<std::uint64_t, block> hashes;
    for (std::size_t begin = 0; begin < rows.size(); begin += block) {
      const std::size_t many = std::min(block, rows.size() - begin);
      for (std::size_t k = 0; k < many; ++k) {
        hashes[k] = hash_words(rows[begin + k]);
        table_.prefetch(hashes[k]);
      }
      for (std::size_t k = 0; k < many; ++k) {
        if (const std::uint32_t row = table_.likely(hashes[k]); row != item_table::none) rows_.prefetch(row);
      }
      for (std::size_t k = 0; k < many; ++k) {
        if (const std::uint32_t row = table_.likely(hashes[k]); row != item_table::none) rows_.prefetch_values(row);
      }
      for (std::size_t k = 0; k < many; ++k) {
        const auto row = rows[begin + k];
        const auto next = static_cast<std::uint32_t>(size());
        const std::uint32_t number = table_.find_or_add(
            hashes[k], next, [&](std::uint32_t known) { return std::ranges::equal(rows_[known], row); });
        if (number == next) {
          for (const std::uint32_t word : row) rows_.add(word);
          rows_.end_row();
        }
        give(number);
      }
    }
  }
  // Frees the memory that only add() needs; no row may be added afterwards.
  void finish() { table_ = {}; }

 private:
  word_rows rows_;
  item_table table_;
};

// Numbers items so that equal ones have the same number, in the order of first occurrence. An item that equals no
// earlier one needs 2 bits, a repeat 4 bytes more.
class equal_numbers {
 public:
  [[nodiscard]] std::uint32_t operator[](std::size_t item) const noexcept;

  // `fetch_item(i, step)` prefetches an item in two steps.
  template <class Hash, class Equal, class FetchItem>
  [[nodiscard]] static equal_numbers among(std::size_t n, Hash&& hash, Equal&& equal, FetchItem&& fetch_item) {
    constexpr std::size_t block = 32;
    equal_numbers out;
    out.runs_.reserve(n / 64 + 1);
    item_table table{n};
    std::array<std::uint64_t, block> hashes;
    for (std::size_t begin = 0; begin < n; begin += block) {
      const std::size_t size = std::min(block, n - begin);
      for (std::size_t k = 0; k < size; ++k) {
        hashes[k] = hash(begin + k);
        table.prefetch(hashes[k]);
      }
      for (int step = 0; step < 2; ++step) {
        for (std::size_t k = 0; k < size; ++k) {
          if (const std::uint32_t item = table.likely(hashes[k]); item != item_table::none) fetch_item(item, step);
        }
      }
      for (std::size_t k = 0; k < size; ++k) {
        const auto i = static_cast<std::uint32_t>(begin + k);
        out.add(i, table.find_or_add(hashes[k], i, [&](std::uint32_t known) { return equal(known, i); }));
      }
    }
    return out;
  }

 private:
  struct run {  // of 64 items
    std::uint64_t repeats = 0;
    std::size_t before = 0;  // repeats in earlier runs
  };

  void add(std::uint32_t item, std::uint32_t first);

  std::vector<run> runs_;
  std::vector<std::uint32_t> numbers_;  // of repeats
};

}  // namespace detail

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/word_rows.ipp>
#endif
