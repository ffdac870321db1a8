// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rounds as Python's round(x, n): to the decimal nearest to the double's exact value, so round(2.675, 2) is 2.67 (the
// double is below 2.675), and exact halves go to the even digit.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/text/read_double.hpp>

#include <array>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace mhqa::inline v0_1 {

/// Returns Python 3's round(value, decimals).
///
/// Undefined: decimals < 0 -> the value unchanged (a dialect that does not round)
/// Requires:  finite, below 10^16 in magnitude, decimals <= 20
/// Example:   python_round(0.125, 2)  // 0.12
[[nodiscard]] inline double python_round(double value, int decimals) noexcept {
  MHQA_EXPECTS(decimals <= 20 && value < 1e16 && value > -1e16,
               "mhqa::python_round: the value must be finite and below 10^16, with at most 20 decimals");
  if (decimals < 0) return value;
  std::array<char, 64> digits{};
  const auto written =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed, decimals);
  if (written.ec != std::errc{}) return value;
  double result = value;
  static_cast<void>(
      detail::read_double({digits.data(), static_cast<std::size_t>(written.ptr - digits.data())}, result));
  return result;
}

}  // namespace mhqa::inline v0_1
