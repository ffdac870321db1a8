// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rounding as Python's round(x, n) does it: the decimal nearest to the double's exact value, so that
// round(2.675, 2) is 2.67 (the double lies below) and exact halves go to the even digit.
#pragma once

#include <mhqa/config.hpp>

#include <array>
#include <charconv>

namespace mhqa {
inline namespace v0 {

/// Python 3's round(value, decimals).
///
/// Undefined: decimals < 0 leaves the value as it is (a dialect that does not round)
/// Requires:  finite, below 10^16 in magnitude, decimals <= 20
/// Example:   python_round(0.125, 2)  // 0.12
[[nodiscard]] inline double python_round(double value, int decimals) noexcept {
  if (decimals < 0) return value;
  std::array<char, 64> digits{};
  const auto written =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed, decimals);
  if (written.ec != std::errc{}) return value;
  double result = value;
  std::from_chars(digits.data(), written.ptr, result);
  return result;
}

}  // namespace v0
}  // namespace mhqa
