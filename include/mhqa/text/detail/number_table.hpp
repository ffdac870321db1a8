// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A constant table of numbers, written as one string literal, which takes a fraction of the lines and of the time to
// compile. One character holds 8 bits; in wider numbers each is a digit of base 92. scripts/generate_unicode.py writes
// them.
#pragma once

#include <mhqa/config.hpp>

#include <cstddef>
#include <cstdint>

namespace mhqa::inline v0_1::detail {

template <std::size_t Width = 1>
class number_table {
  static_assert(Width >= 1 && Width <= 4);  // 92^4 < 2^32

 public:
  template <std::size_t N>
  consteval explicit number_table(const char (&text)[N]) noexcept : text_{text}, size_{(N - 1) / Width} {}

  [[nodiscard]] constexpr std::uint32_t operator[](std::size_t i) const noexcept {
    if constexpr (Width == 1) {
      return static_cast<std::uint8_t>(text_[i] - '#');
    } else {
      std::uint32_t out = 0;
      for (std::size_t k = i * Width; k < (i + 1) * Width; ++k)
        out = out * 92 + static_cast<std::uint32_t>(text_[k] - '#');
      return out;
    }
  }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }

  /// The first place whose number is not below `value`, in a sorted table.
  [[nodiscard]] constexpr std::size_t lower_bound(std::uint32_t value) const noexcept {
    std::size_t first = 0, last = size_;
    while (first < last) {
      const std::size_t middle = first + (last - first) / 2;
      if ((*this)[middle] < value) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    return first;
  }

 private:
  const char* text_;
  std::size_t size_;
};

}  // namespace mhqa::inline v0_1::detail
