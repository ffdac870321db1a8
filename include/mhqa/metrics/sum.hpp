// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums of scores. exact_sum gives the same bits for every order, split and number of threads; published_sum adds
// doubles in file order, as the published Python programs do.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>

#include <bit>
#include <cstdint>

namespace mhqa::inline v0_1 {

/// A fixed-point sum: each addend is rounded once to a multiple of 2^-90, then added exactly.
///
/// Shape:     a commutative monoid: += a score, += another sum; 16 trivially copyable bytes in the machine's byte order
/// Units:     |addend| < 2^36; the total is exact below 2^37 in magnitude
/// Undefined: a NaN, an infinity or a larger addend throws data_error
/// Cost:      a few integer operations per addend, no allocation
/// Example:   exact_sum s; s += 0.1; s += 0.2; s.value()  // 0.30000000000000004 in either order
class exact_sum {
 public:
  constexpr exact_sum() = default;

  /// Makes a sum of one addend without throwing, e.g. on a GPU.
  ///
  /// Requires: |addend| < 2^36
  [[nodiscard]] static MHQA_HD constexpr exact_sum of(double addend) noexcept {
    MHQA_EXPECTS(addend < 0x1p36 && addend > -0x1p36, "mhqa::exact_sum::of: the addend must be below 2^36");
    const auto bits = std::bit_cast<std::uint64_t>(addend);
    const auto exponent = static_cast<int>((bits >> 52U) & 0x7ffU);
    std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52U) - 1);
    if (exponent != 0) mantissa |= std::uint64_t{1} << 52U;
    const int shift = (exponent == 0 ? 1 : exponent) - 1075 + fraction_bits;  // mantissa * 2^shift units
    exact_sum out;
    out.total_ = shift >= 0 ? shifted_left(mantissa, static_cast<unsigned>(shift))
                            : words{0, rounded_right(mantissa, static_cast<unsigned>(-shift))};
    if (bits >> 63U != 0) out.total_ = negated(out.total_);
    return out;
  }

  constexpr exact_sum& operator+=(double addend) {
    if (!(addend < 0x1p36 && addend > -0x1p36)) throw_data_error({}, "a score to add must be finite and below 2^36");
    return *this += of(addend);
  }

  MHQA_HD constexpr exact_sum& operator+=(const exact_sum& other) noexcept {
    add(other.total_);
    return *this;
  }

  [[nodiscard]] MHQA_HD friend constexpr exact_sum operator-(exact_sum sum) noexcept {
    sum.total_ = negated(sum.total_);
    return sum;
  }

  /// Returns the sum, rounded once to the nearest double (ties to even).
  [[nodiscard]] constexpr double value() const noexcept {
    const bool negative = total_.high >> 63U != 0;
    const words magnitude = negative ? negated(total_) : total_;
    double result = 0;
    if (magnitude.high == 0) {
      result = static_cast<double>(magnitude.low) * 0x1p-90;
    } else {
      const auto up = static_cast<unsigned>(std::countl_zero(magnitude.high));
      std::uint64_t top = magnitude.high;
      std::uint64_t rest = magnitude.low;
      if (up != 0) {
        top = (top << up) | (rest >> (64U - up));
        rest <<= up;
      }
      if (rest != 0) top |= 1U;  // sticky: the conversion below drops at least 11 bits
      result = static_cast<double>(top) * power_of_two(64 - static_cast<int>(up) - fraction_bits);
    }
    return negative ? -result : result;
  }

  friend constexpr bool operator==(const exact_sum&, const exact_sum&) = default;

 private:
  static constexpr int fraction_bits = 90;
  struct words {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    friend constexpr bool operator==(const words&, const words&) = default;
  };

  static MHQA_HD constexpr words shifted_left(std::uint64_t x, unsigned shift) noexcept {  // shift in [0, 73]
    if (shift == 0) return {0, x};
    if (shift < 64) return {x >> (64U - shift), x << shift};
    return {x << (shift - 64U), 0};
  }
  static MHQA_HD constexpr std::uint64_t rounded_right(std::uint64_t x, unsigned shift) noexcept {
    if (shift > 54) return 0;
    const std::uint64_t kept = x >> shift;
    const std::uint64_t dropped = x & ((std::uint64_t{1} << shift) - 1);
    const std::uint64_t half = std::uint64_t{1} << (shift - 1);
    return kept + (dropped > half || (dropped == half && (kept & 1U) != 0) ? 1 : 0);
  }
  static MHQA_HD constexpr words negated(words x) noexcept { return {~x.high + (x.low == 0 ? 1 : 0), ~x.low + 1}; }
  static constexpr double power_of_two(int exponent) noexcept {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52U);
  }
  MHQA_HD constexpr void add(words x) noexcept {
    total_.low += x.low;
    total_.high += x.high + (total_.low < x.low ? 1 : 0);
  }

  words total_;
};

/// A sum of doubles in order of addition, for output that must equal a published program's byte for byte.
///
/// The value depends on the order, so two such sums cannot be merged.
class published_sum {
 public:
  constexpr published_sum& operator+=(double addend) noexcept {
    total_ += addend;
    return *this;
  }
  [[nodiscard]] constexpr double value() const noexcept { return total_; }
  friend constexpr bool operator==(const published_sum&, const published_sum&) = default;

 private:
  double total_ = 0;
};

}  // namespace mhqa::inline v0_1
