// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of 8, 16 or 32 bits as bytes without anything between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::detail {

/// Appends numbers, low bytes first.
template <class Number>
void pack(std::span<const Number> numbers, std::string& to) {
  for (const Number number : numbers) {
    for (unsigned i = 0; i < sizeof(Number); ++i) {
      to += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i) & 0xFFU);
    }
  }
}

/// Reads as many numbers as there is room for.
///
/// Requires: the bytes are as many
template <class Number>
void unpack(std::string_view from, std::span<Number> numbers) {
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < sizeof(Number); ++i) {
      value |= std::uint32_t{static_cast<unsigned char>(from[n * sizeof(Number) + i])} << (8 * i);
    }
    numbers[n] = static_cast<Number>(value);
  }
}

}  // namespace mhqa::inline v0_1::detail
