// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Identifies a dialect by one integer. Scorers, compiled golds, scores and totals carry it, so that values of different
// dialects cannot be mixed by mistake.
#pragma once

#include <mhqa/metrics/dialect.hpp>
#include <mhqa/random.hpp>

#include <bit>
#include <cstdint>

namespace mhqa::inline v0_1 {

/// A hash of a dialect's name and choices. 0 means "unknown" and matches any dialect.
using dialect_key = std::uint64_t;

/// Computes the key of a dialect. It is never 0.
[[nodiscard]] constexpr dialect_key key_of(const dialect& d) noexcept {
  std::uint64_t key = stable_hash(d.name.view());
  const auto add = [&key](std::uint64_t value) { key = (key ^ value) * 0x9E3779B97F4A7C15U; };
  add(static_cast<std::uint64_t>(d.unit) | static_cast<std::uint64_t>(d.empty_answer) << 8U |
      static_cast<std::uint64_t>(d.empty_support) << 16U | static_cast<std::uint64_t>(d.missing) << 24U |
      std::uint64_t{d.closed_answers} << 32U | std::uint64_t{d.blank_golds_dropped} << 33U |
      std::uint64_t{d.text.lower_case} << 34U | std::uint64_t{d.text.punctuation} << 35U |
      std::uint64_t{d.text.articles} << 36U | std::uint64_t{d.text.spaced} << 37U |
      std::uint64_t{d.text.quotes} << 38U | std::uint64_t{d.text.lower_last} << 39U);
  add(std::bit_cast<std::uint64_t>(d.scale));
  add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(d.decimals)));
  return key == 0 ? 1 : key;
}

/// Returns true if values with these keys may be combined.
[[nodiscard]] constexpr bool same_dialect(dialect_key a, dialect_key b) noexcept {
  return a == b || a == 0 || b == 0;
}

}  // namespace mhqa::inline v0_1
