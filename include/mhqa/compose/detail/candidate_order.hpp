// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A seeded order of n candidates, for pools that are too large to examine: every prefix samples evenly, without
// repeats, in O(1) memory. Used by for_each_pair and find_compositions.
#pragma once

#include <mhqa/random.hpp>

#include <cstdint>
#include <numeric>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

namespace detail {

// Walks through [0, n) from a random start by a random step coprime to n; without spreading, in ascending order.
// 0 < n < 2^63.
class candidate_order {
 public:
  candidate_order(std::uint64_t n, bool spread, std::uint64_t seed, std::string_view purpose) : n_{n} {
    if (!spread || n_ < 3) return;
    draws random{seed, purpose};
    start_ = at_ = random.below(n_);
    do {
      step_ = 1 + random.below(n_ - 1);
    } while (std::gcd(step_, n_) != 1);
  }

  // Makes the next call of next() return the i-th number.
  void begin_at(std::uint64_t i) noexcept { at_ = (start_ + multiply_modulo(i, step_)) % n_; }

  std::uint64_t next() noexcept {
    const std::uint64_t here = at_;
    at_ = at_ >= n_ - step_ ? at_ - (n_ - step_) : at_ + step_;
    return here;
  }

 private:
  [[nodiscard]] std::uint64_t multiply_modulo(std::uint64_t a, std::uint64_t b) const noexcept {
    std::uint64_t out = 0;
    for (a %= n_; a != 0; a >>= 1U, b = (b + b) % n_) {
      if ((a & 1U) != 0) out = (out + b) % n_;
    }
    return out;
  }

  std::uint64_t n_;
  std::uint64_t start_ = 0;
  std::uint64_t step_ = 1;
  std::uint64_t at_ = 0;
};

}  // namespace detail

}  // namespace v0_1
}  // namespace mhqa
