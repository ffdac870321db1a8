// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bridges of a pool that are divided among the parts of S2, for an index over some of the pool's questions, which
// cannot count their candidates.
//   mhqa::divided_bridges known{{mhqa::bridge_key{}.add("jane").add("austen").value(), true}};
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/retrieval/vocabulary.hpp>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The key of an answer, by which bridges are compared without their words: a hash of its normalised words, in order.
class bridge_key {
 public:
  bridge_key& add(std::string_view word) noexcept { return add(detail::term_key(word)); }
  /// \overload With the hash of a word.
  constexpr bridge_key& add(std::uint64_t word) noexcept {
    key_ = (key_ ^ word) * 0xD6E8FEB86659FD93U;
    key_ ^= key_ >> 32U;
    return *this;
  }
  [[nodiscard]] constexpr std::uint64_t value() const noexcept { return key_; }

 private:
  std::uint64_t key_ = 0x9E3779B97F4A7C15U;
};

/// Keys of bridges, and whether their candidates are divided by the tail or by the head.
///
/// Shape: keys are compared without their lowest bit
class divided_bridges {
 public:
  divided_bridges() = default;
  divided_bridges(std::initializer_list<std::pair<std::uint64_t, bool>> keys) {
    for (const auto& [key, by_tail] : keys) packed_.push_back(pack(key, by_tail));
    std::sort(packed_.begin(), packed_.end());
  }
  /// Takes what packed() returned, ascending.
  explicit divided_bridges(std::vector<std::uint64_t> packed) : packed_{std::move(packed)} {}

  [[nodiscard]] static constexpr std::uint64_t pack(std::uint64_t key, bool by_tail) noexcept {
    return (key & ~std::uint64_t{1}) | (by_tail ? 1U : 0U);
  }
  [[nodiscard]] const std::vector<std::uint64_t>& packed() const noexcept { return packed_; }
  [[nodiscard]] bool empty() const noexcept { return packed_.empty(); }

  /// Returns true for a bridge that is divided by the tail, false for one by the head, nothing for others.
  [[nodiscard]] std::optional<bool> by_tail(std::uint64_t key) const noexcept {
    const auto at = std::lower_bound(packed_.begin(), packed_.end(), key & ~std::uint64_t{1});
    if (at == packed_.end() || (*at | 1U) != (key | 1U)) return std::nullopt;
    return (*at & 1U) != 0;
  }

 private:
  std::vector<std::uint64_t> packed_;
};

}  // namespace mhqa::inline v0_1
