// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// How the time of a call grows with its input: tells linear from quadratic, on a busy machine too.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <limits>

namespace mhqa_test {

/// Returns the exponent of the processor time of the calls that prepare(n) returns, from n to 8 n: about 1 for linear
/// time, 2 for quadratic time. The least of several short calls counts; the time of prepare() does not.
///
/// Example: CHECK(growth(2000, [](std::size_t n) { return [v = make(n)] { sort(v); }; }) < steep)
template <class Prepare>
[[nodiscard]] double growth(std::size_t n, Prepare prepare) {
  const auto least = [&](std::size_t size) {
    const auto call = prepare(size);
    std::clock_t best = std::numeric_limits<std::clock_t>::max();
    for (int i = 0; i < 5 && (i == 0 || best < CLOCKS_PER_SEC / 4); ++i) {
      const std::clock_t begin = std::clock();
      call();
      best = std::min(best, std::clock() - begin);
    }
    return static_cast<double>(best) + 1;
  };
  const double once = least(n);
  return std::log(least(8 * n) / once) / std::log(8.0);
}

/// Between the exponents of n log n and of n^2, with room for a busy machine on both sides.
inline constexpr double steep = 1.6;

}  // namespace mhqa_test
