// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Classifies the bytes of a text, sixteen at a time, as bit masks; normalize.hpp runs it over every byte. Uses SSE2
// where the target has it, otherwise two integers; both give the same masks.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/text/token.hpp>

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace mhqa::inline v0_1::detail {

/// Bit i belongs to byte i.
struct byte_masks {
  std::uint64_t spaces{};     // U+0020 alone
  std::uint64_t words{};      // ASCII letters and digits
  std::uint64_t printable{};  // U+0020 to U+007E
};

#if defined(__SSE2__)

/// Sixteen bytes.
using byte_block = __m128i;

[[nodiscard]] inline byte_block make_block(std::uint64_t low, std::uint64_t high) noexcept {
  return _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
}
[[nodiscard]] inline byte_block load_block(const char* from) noexcept {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}
/// Writes the bytes with the bits of `set`, repeated, set in each.
inline void store_block(char* to, byte_block bytes, std::uint64_t set) noexcept {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_or_si128(bytes, _mm_set1_epi64x(static_cast<long long>(set))));
}

/// Returns the mask of the bytes that equal one of two.
[[nodiscard]] inline std::uint64_t equal_mask(byte_block bytes, char one, char other) noexcept {
  const __m128i equal =
      _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(one)), _mm_cmpeq_epi8(bytes, _mm_set1_epi8(other)));
  return static_cast<std::uint64_t>(_mm_movemask_epi8(equal));
}

/// Returns the masks of sixteen bytes.
[[nodiscard]] inline byte_masks classify(byte_block bytes) noexcept {
  const auto all = [](int value) { return _mm_set1_epi8(static_cast<char>(value)); };
  const auto within = [&all](__m128i of, int first, int last) {
    const __m128i distance = _mm_sub_epi8(of, all(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(distance, all(last - first)), distance);
  };
  const auto mask = [](__m128i found) { return static_cast<std::uint64_t>(_mm_movemask_epi8(found)); };
  const __m128i letters = within(_mm_or_si128(bytes, all(0x20)), 'a', 'z');
  return {mask(_mm_cmpeq_epi8(bytes, all(' '))), mask(_mm_or_si128(letters, within(bytes, '0', '9'))),
          mask(within(bytes, ' ', '~'))};
}

#else

inline constexpr std::uint64_t each_byte = 0x0101010101010101U;
inline constexpr std::uint64_t each_top_bit = each_byte * 0x80;

/// Moves the top bit of byte i to bit i.
[[nodiscard]] constexpr std::uint64_t top_bits(std::uint64_t bytes) noexcept {
  return (((bytes & each_top_bit) >> 7U) * 0x0102040810204080U) >> 56U;
}

/// The mask of the bytes, among eight, that equal one of two.
[[nodiscard]] constexpr std::uint64_t equal_mask(std::uint64_t bytes, char one, char other) noexcept {
  const auto differ = [bytes](char wanted) {  // sets the top bit of each byte that differs
    const std::uint64_t x = bytes ^ (each_byte * static_cast<unsigned char>(wanted));
    return ((x & ~each_top_bit) + ~each_top_bit) | x;
  };
  return top_bits(~(differ(one) & differ(other)));
}

/// The masks of eight bytes.
[[nodiscard]] constexpr byte_masks classify(std::uint64_t bytes) noexcept {
  const std::uint64_t ascii = bytes & ~each_top_bit;
  const std::uint64_t folded = ascii | (each_byte * 0x20);
  // Sets the top bit of each byte that is at least `least`; bytes must be below 0x80.
  const auto from = [](std::uint64_t x, std::uint64_t least) { return x + each_byte * (0x80 - least); };
  const std::uint64_t printable = from(ascii, ' ') & ~from(ascii, 0x7F) & ~bytes;
  const std::uint64_t words = (from(folded, 'a') ^ from(folded, 'z' + 1)) | (from(ascii, '0') ^ from(ascii, '9' + 1));
  return {top_bits(printable & ~from(ascii, '!')), top_bits(printable & words), top_bits(printable)};
}

/// Sixteen bytes.
struct byte_block {
  std::uint64_t low;
  std::uint64_t high;
};

[[nodiscard]] constexpr byte_block make_block(std::uint64_t low, std::uint64_t high) noexcept {
  return {low, high};
}
[[nodiscard]] inline byte_block load_block(const char* from) noexcept {
  return {load_word(from), load_word(from + 8)};
}
/// Writes the bytes with the bits of `set`, repeated, set in each.
inline void store_block(char* to, const byte_block& bytes, std::uint64_t set) noexcept {
  store_word(to, bytes.low | set);
  store_word(to + 8, bytes.high | set);
}

/// Returns the mask of the bytes that equal one of two.
[[nodiscard]] constexpr std::uint64_t equal_mask(const byte_block& bytes, char one, char other) noexcept {
  return equal_mask(bytes.low, one, other) | (equal_mask(bytes.high, one, other) << 8U);
}

/// Returns the masks of sixteen bytes.
[[nodiscard]] constexpr byte_masks classify(const byte_block& bytes) noexcept {
  const byte_masks first = classify(bytes.low);
  const byte_masks second = classify(bytes.high);
  return {first.spaces | (second.spaces << 8U), first.words | (second.words << 8U),
          first.printable | (second.printable << 8U)};
}

#endif

/// The same for sixteen bytes that are given as two little-endian words.
[[nodiscard]] inline byte_masks classify(std::uint64_t low, std::uint64_t high) noexcept {
  return classify(make_block(low, high));
}

}  // namespace mhqa::inline v0_1::detail
