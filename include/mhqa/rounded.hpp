// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rounds products before they are added, for any setting of -ffp-contract and -mfma: a fused multiply-add rounds once
// instead of twice, which would change published scores in the last digit.
#pragma once

#include <mhqa/config.hpp>

#include <concepts>
#include <type_traits>

namespace mhqa::inline v0_1 {

/// Returns its argument; the compiler cannot fuse the operation that made it with one that uses it.
///
/// Differs: on a GPU it does nothing; mhqa::batch_cuda passes --fmad=false instead
/// Cost:    no instruction; the value cannot stay in a vector register with others
/// Example: sum += rounded(weight * score)
template <std::floating_point T>
[[nodiscard]] MHQA_HD constexpr T rounded(T value) noexcept {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated()) {
#if defined(__SSE2__)
    asm("" : "+x"(value));
#elif defined(__aarch64__)
    asm("" : "+w"(value));
#else
    asm("" : "+m"(value));
#endif
  }
#endif
  return value;
}

}  // namespace mhqa::inline v0_1
