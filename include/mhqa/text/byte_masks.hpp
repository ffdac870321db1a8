// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Classifies the bytes of a text, sixteen at a time, as bit masks; normalize.hpp runs it over every byte. Uses SSE2
// where the target has it, otherwise two integers; both give the same masks.
#pragma once

#include <mhqa/config.hpp>

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace mhqa {
inline namespace v0_1 {
namespace detail {

/// Bit i belongs to byte i.
struct byte_masks {
  std::uint64_t spaces{};     // U+0020 alone
  std::uint64_t words{};      // ASCII letters and digits
  std::uint64_t printable{};  // U+0020 to U+007E
};

#if defined(__SSE2__)

/// The masks of sixteen bytes, given as two little-endian words.
[[nodiscard]] inline byte_masks classify(std::uint64_t low, std::uint64_t high) noexcept {
  const auto all = [](int value) { return _mm_set1_epi8(static_cast<char>(value)); };
  const auto within = [&all](__m128i bytes, int first, int last) {
    const __m128i distance = _mm_sub_epi8(bytes, all(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(distance, all(last - first)), distance);
  };
  const auto mask = [](__m128i bytes) { return static_cast<std::uint64_t>(_mm_movemask_epi8(bytes)); };
  const __m128i bytes = _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
  const __m128i letters = within(_mm_or_si128(bytes, all(0x20)), 'a', 'z');
  return {mask(_mm_cmpeq_epi8(bytes, all(' '))), mask(_mm_or_si128(letters, within(bytes, '0', '9'))),
          mask(within(bytes, ' ', '~'))};
}

#else

/// The masks of eight bytes.
[[nodiscard]] constexpr byte_masks classify(std::uint64_t bytes) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  constexpr std::uint64_t tops = ones * 0x80;
  const std::uint64_t ascii = bytes & ~tops;
  const std::uint64_t folded = ascii | (ones * 0x20);
  // Sets the top bit of each byte that is at least `least`; bytes must be below 0x80.
  const auto from = [](std::uint64_t x, std::uint64_t least) { return x + ones * (0x80 - least); };
  const auto mask = [](std::uint64_t marked) { return (((marked & tops) >> 7U) * 0x0102040810204080U) >> 56U; };
  const std::uint64_t printable = from(ascii, ' ') & ~from(ascii, 0x7F) & ~bytes;
  const std::uint64_t words = (from(folded, 'a') ^ from(folded, 'z' + 1)) | (from(ascii, '0') ^ from(ascii, '9' + 1));
  return {mask(printable & ~from(ascii, '!')), mask(printable & words), mask(printable)};
}

/// The masks of sixteen bytes, given as two little-endian words.
[[nodiscard]] constexpr byte_masks classify(std::uint64_t low, std::uint64_t high) noexcept {
  const byte_masks first = classify(low);
  const byte_masks second = classify(high);
  return {first.spaces | (second.spaces << 8U), first.words | (second.words << 8U),
          first.printable | (second.printable << 8U)};
}

#endif

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
