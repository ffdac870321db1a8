// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers the terms of an index: their hash and the table that collects them. Internal to retrieval/; words of up to
// 7 bytes are compared as one integer.
#pragma once

#include <mhqa/error.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

inline constexpr std::uint32_t no_term = std::numeric_limits<std::uint32_t>::max();

// The key of a term. A word of up to 7 bytes is its own key; longer words rarely share one.
[[nodiscard]] inline std::uint64_t term_key(std::string_view term) noexcept {
  const auto load = [](const char* from, auto word) {
    std::memcpy(&word, from, sizeof word);
    return std::uint64_t{word};
  };
  const char* const at = term.data();
  const std::size_t size = term.size();
  if (size < 8) {
    std::uint64_t key = std::uint64_t{size} << 56U;
    if constexpr (std::endian::native == std::endian::little) {
      if (size >= 4) {
        key |= load(at, std::uint32_t{}) | load(at + size - 4, std::uint32_t{}) << (8 * (size - 4));
      } else if (size >= 2) {
        key |= load(at, std::uint16_t{}) | load(at + size - 2, std::uint16_t{}) << (8 * (size - 2));
      } else if (size == 1) {
        key |= static_cast<unsigned char>(*at);
      }
    } else {
      for (std::size_t i = 0; i < size; ++i) key |= std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
    }
    return key;
  }
  std::uint64_t key = size;
  for (std::size_t i = 0; i + 8 < size; i += 8) {
    key = (key ^ load(at + i, std::uint64_t{})) * 0x9E3779B97F4A7C15U;
    key ^= key >> 29U;
  }
  key = (key ^ load(at + size - 8, std::uint64_t{})) * 0xD6E8FEB86659FD93U;
  return (key ^ (key >> 32U)) | (std::uint64_t{0xFF} << 56U);
}

[[nodiscard]] constexpr std::size_t term_slot(std::uint64_t key, std::size_t mask) noexcept {
  key *= 0x9E3779B97F4A7C15U;
  return static_cast<std::size_t>(key >> 32U ^ key >> 7U) & mask;
}

// Terms numbered in order of first occurrence, each with a note for the caller's use.
class vocabulary {
 public:
  struct entry {
    std::uint64_t key;
    std::uint32_t id;
    std::uint32_t note;
  };

  vocabulary() : table_(std::size_t{1} << 10U, entry{0, no_term, 0}) {}

  /// Returns the term's entry, valid until the next call; a new term gets the next number and the note 0.
  entry& insert(std::string_view term) { return insert(term, term_key(term)); }
  entry& insert(std::string_view term, std::uint64_t key) {
    const std::size_t mask = table_.size() - 1;
    for (std::size_t slot = term_slot(key, mask);; slot = (slot + 1) & mask) {
      entry& found = table_[slot];
      if (found.id == no_term) return add(term, key, slot);
      // The key of a short term identifies it.
      if (found.key == key && (key >> 56U != 0xFF || name(found.id) == term)) return found;
    }
  }

  /// Returns the term's number, or no_term.
  [[nodiscard]] std::uint32_t find(std::string_view term) const noexcept {
    const std::uint64_t key = term_key(term);
    const std::size_t mask = table_.size() - 1;
    for (std::size_t slot = term_slot(key, mask);; slot = (slot + 1) & mask) {
      const entry& found = table_[slot];
      if (found.id == no_term) return no_term;
      if (found.key == key && (key >> 56U != 0xFF || name(found.id) == term)) return found.id;
    }
  }

  /// Prefetches the memory that insert() will read for this key.
  void prefetch([[maybe_unused]] std::uint64_t key) const noexcept {
#if defined(__GNUC__)
    __builtin_prefetch(&table_[term_slot(key, table_.size() - 1)]);
#endif
  }

  [[nodiscard]] std::size_t size() const noexcept {
    return first_.size() - 1;
  }
  [[nodiscard]] std::string_view name(std::uint32_t id) const noexcept {
    return std::string_view{names_}.substr(first_[id], first_[id + 1] - first_[id]);
  }
  /// All terms concatenated; first() has the place of each and, at the end, the size.
  [[nodiscard]] std::string_view names() const noexcept {
    return names_;
  }
  [[nodiscard]] std::span<const std::uint64_t> first() const noexcept {
    return first_;
  }

 private:
  entry& add(std::string_view term, std::uint64_t key, std::size_t slot) {
    const auto id = static_cast<std::uint32_t>(size());
    if (id >= no_term - 1) throw_data_error({}, "more than 2^32 - 2 different terms");
    names_ += term;
    first_.push_back(names_.size());
    if (size() * 3 > table_.size() * 2) {
      grow();
      slot = free_slot(key);
    }
    return table_[slot] = {key, id, 0};
  }

  [[nodiscard]] std::size_t free_slot(std::uint64_t key) const noexcept {
    const std::size_t mask = table_.size() - 1;
    std::size_t slot = term_slot(key, mask);
    while (table_[slot].id != no_term) slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    std::vector<entry> old(table_.size() * 2, entry{0, no_term, 0});
    old.swap(table_);
    for (const entry& e : old) {
      if (e.id != no_term) table_[free_slot(e.key)] = e;
    }
  }

  friend class term_names;
  std::vector<entry> table_;
  std::string names_;
  std::vector<std::uint64_t> first_{0};
};

// The terms of a vocabulary that is complete, in less memory.
class term_names {
 public:
  term_names() : term_names(vocabulary{}) {}
  explicit term_names(vocabulary&& all) : names_{std::move(all.names_)}, first_{std::move(all.first_)} {
    ids_.reserve(all.table_.size());
    for (const vocabulary::entry& e : all.table_) ids_.push_back(e.id);
  }

  /// Returns the term's number, or no_term.
  [[nodiscard]] std::uint32_t find(std::string_view term) const noexcept {
    const std::size_t mask = ids_.size() - 1;
    for (std::size_t slot = term_slot(term_key(term), mask);; slot = (slot + 1) & mask) {
      if (ids_[slot] == no_term || name(ids_[slot]) == term) return ids_[slot];
    }
  }
  [[nodiscard]] std::size_t size() const noexcept { return first_.size() - 1; }
  [[nodiscard]] std::string_view name(std::uint32_t id) const noexcept {
    return std::string_view{names_}.substr(first_[id], first_[id + 1] - first_[id]);
  }

 private:
  std::vector<std::uint32_t> ids_;  // by slot of the vocabulary's table
  std::string names_;
  std::vector<std::uint64_t> first_;
};

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
