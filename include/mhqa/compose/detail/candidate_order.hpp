// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A seeded order of n candidates, for pools that are too large to examine: every prefix samples evenly, without
// repeats, in O(1) memory. Used by for_each_pair and find_compositions.
#pragma once

#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

namespace detail {

// Walks through [0, n) from a random start by a random step coprime to n; without spreading, in ascending order.
// 0 < n < 2^63.
class candidate_order {
 public:
  candidate_order(std::uint64_t n, bool spread, std::uint64_t seed, std::string_view purpose);

  // Makes the next call of next() return the i-th number.
  void begin_at(std::uint64_t i) noexcept { at_ = (start_ + multiply_modulo(i, step_)) % n_; }

  std::uint64_t next() noexcept;

 private:
  [[nodiscard]] std::uint64_t multiply_modulo(std::uint64_t a, std::uint64_t b) const noexcept;

  std::uint64_t n_;
  std::uint64_t start_ = 0;
  std::uint64_t step_ = 1;
  std::uint64_t at_ = 0;
};

}  // namespace detail

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/candidate_order.ipp>
#endif
