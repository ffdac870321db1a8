// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers strings in order of first occurrence: record ids, titles, words.
#pragma once

#include <mhqa/text/keyed_hash.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// A flat hash table from strings to 0, 1, 2, …. It keeps views, so the strings must outlive it.
///
/// Shape:  insert() returns {number, whether it is new}; find() returns the number or `npos`. The hash is keyed, so
///         strings from outside cannot be prepared to collide; the numbers do not depend on the key
/// Errors: std::length_error beyond 2^32 - 2 strings
/// Cost:   one hash and about one comparison per call; 24 to 32 bytes per string
class string_index {
 public:
  static constexpr std::uint32_t npos = std::numeric_limits<std::uint32_t>::max();

  std::pair<std::uint32_t, bool> insert(std::string_view text) {
    if ((strings_.size() + 1) * 2 > slots_.size()) grow();
    const std::uint64_t hash = keyed_hash(text, key_);
    slot& s = slots_[position(text, hash)];
    if (s.number != npos) return {s.number, false};
    if (strings_.size() >= npos - 1) throw std::length_error{"mhqa::string_index: more than 2^32 - 2 strings"};
    s = {tag(hash), static_cast<std::uint32_t>(strings_.size())};
    strings_.push_back(text);
    return {s.number, true};
  }

  /// Prepares for this number of strings.
  void reserve(std::size_t strings) {
    strings_.reserve(strings);
    if (2 * strings > slots_.size()) resize(std::bit_ceil(std::max<std::size_t>(2 * strings, 16)));
  }

  [[nodiscard]] std::uint32_t find(std::string_view text) const noexcept {
    if (slots_.empty()) return npos;
    return slots_[position(text, keyed_hash(text, key_))].number;
  }
  [[nodiscard]] bool contains(std::string_view text) const noexcept { return find(text) != npos; }

  [[nodiscard]] std::size_t size() const noexcept { return strings_.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t number) const noexcept { return strings_[number]; }
  /// The strings in order of their numbers.
  [[nodiscard]] std::span<const std::string_view> strings() const noexcept { return strings_; }

  void clear() noexcept {
    strings_.clear();
    slots_.clear();
  }

 private:
  struct slot {
    std::uint32_t tag = 0;
    std::uint32_t number = npos;
  };

  [[nodiscard]] static std::uint32_t tag(std::uint64_t hash) noexcept {
    return static_cast<std::uint32_t>(hash >> 32U);
  }

  /// Returns the slot that contains the text, or the free slot for it.
  [[nodiscard]] std::size_t position(std::string_view text, std::uint64_t hash) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = static_cast<std::size_t>(hash) & mask;; i = (i + 1) & mask) {
      const slot& s = slots_[i];
      if (s.number == npos || (s.tag == tag(hash) && strings_[s.number] == text)) return i;
    }
  }

  void grow() { resize(slots_.empty() ? 16 : slots_.size() * 2); }

  void resize(std::size_t slots) {
    slots_.assign(slots, slot{});
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t number = 0; number < strings_.size(); ++number) {
      const std::uint64_t hash = keyed_hash(strings_[number], key_);
      std::size_t i = static_cast<std::size_t>(hash) & mask;
      while (slots_[i].number != npos) i = (i + 1) & mask;
      slots_[i] = {tag(hash), number};
    }
  }

  hash_key key_ = process_hash_key();
  std::vector<slot> slots_;
  std::vector<std::string_view> strings_;
};

}  // namespace mhqa::inline v0_1
