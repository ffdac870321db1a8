// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers the terms of an index: their hash and the table that collects them. Internal to retrieval/; words of up to
// 7 bytes are compared as one integer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::detail {

inline constexpr std::uint32_t no_term = std::numeric_limits<std::uint32_t>::max();

// The key of a term. A word of up to 7 bytes is its own key; longer words rarely share one.
[[nodiscard]] std::uint64_t term_key(std::string_view term) noexcept;

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
  entry& insert(std::string_view term, std::uint64_t key);

  /// Returns the term's number, or no_term.
  [[nodiscard]] std::uint32_t find(std::string_view term) const noexcept;

  /// Prefetches the memory that insert() will read for this key.
  void prefetch([[maybe_unused]] std::uint64_t key) const noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return first_.size() - 1; }
  [[nodiscard]] std::string_view name(std::uint32_t id) const noexcept {
    return std::string_view{names_}.substr(first_[id], first_[id + 1] - first_[id]);
  }
  /// All terms concatenated; first() has the place of each and, at the end, the size.
  [[nodiscard]] std::string_view names() const noexcept { return names_; }
  [[nodiscard]] std::span<const std::uint64_t> first() const noexcept { return first_; }

 private:
  entry& add(std::string_view term, std::uint64_t key, std::size_t slot);

  [[nodiscard]] std::size_t free_slot(std::uint64_t key) const noexcept;

  void grow();

  friend class term_names;
  std::vector<entry> table_;
  std::string names_;
  std::vector<std::uint64_t> first_{0};
};

// The terms of a vocabulary that is complete, in less memory.
class term_names {
 public:
  term_names() : term_names(vocabulary{}) {}
  explicit term_names(vocabulary&& all);

  /// Returns the term's number, or no_term.
  [[nodiscard]] std::uint32_t find(std::string_view term) const noexcept;
  [[nodiscard]] std::size_t size() const noexcept { return first_.size() - 1; }
  [[nodiscard]] std::string_view name(std::uint32_t id) const noexcept {
    return std::string_view{names_}.substr(first_[id], first_[id + 1] - first_[id]);
  }

 private:
  std::vector<std::uint32_t> ids_;  // by slot of the vocabulary's table
  std::string names_;
  std::vector<std::uint64_t> first_;
};

}  // namespace mhqa::inline v0_1::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/retrieval/detail/vocabulary.ipp>
#endif
