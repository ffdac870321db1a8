// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of candidate_order.hpp.
#pragma once

#include <mhqa/compose/detail/candidate_order.hpp>

#include <mhqa/random.hpp>

#include <numeric>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE candidate_order::candidate_order(std::uint64_t n, bool spread, std::uint64_t seed, std::string_view purpose)
    : n_{n} {
  if (!spread || n_ < 3) return;
  draws random{seed, purpose};
  start_ = at_ = random.below(n_);
  do {
    step_ = 1 + random.below(n_ - 1);
  } while (std::gcd(step_, n_) != 1);
}

MHQA_INLINE std::uint64_t candidate_order::next() noexcept {
  const std::uint64_t here = at_;
  at_ = at_ >= n_ - step_ ? at_ - (n_ - step_) : at_ + step_;
  return here;
}

MHQA_INLINE std::uint64_t candidate_order::multiply_modulo(std::uint64_t a, std::uint64_t b) const noexcept {
  std::uint64_t out = 0;
  for (a %= n_; a != 0; a >>= 1U, b = (b + b) % n_) {
    if ((a & 1U) != 0) out = (out + b) % n_;
  }
  return out;
}

}  // namespace mhqa::inline v0_1::detail
