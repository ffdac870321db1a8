// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A token: the place of a word in its text, and a 64-bit key that decides most comparisons without reading the text.
// Equality is exact.
#pragma once

#include <mhqa/config.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace mhqa::inline v0_1 {

/// A word of a text. Compare tokens with same_token(), which also takes their texts.
struct token {
  std::uint64_t key{};    ///< injective for each size below 8; equal words have equal keys
  std::uint32_t begin{};  ///< byte offset in the text
  std::uint32_t size{};   ///< bytes

  /// Returns the word.
  [[nodiscard]] constexpr std::string_view in(std::string_view text) const noexcept { return text.substr(begin, size); }
};

namespace detail {

/// Reads eight bytes as a little-endian number.
[[nodiscard]] inline std::uint64_t load_word(const char* from) noexcept {
  std::uint64_t word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, from, sizeof word);
  } else {
    for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
  }
  return word;
}

/// Reads four bytes as a little-endian number.
[[nodiscard]] inline std::uint64_t load_half(const char* from) noexcept {
  std::uint32_t half = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&half, from, sizeof half);
  } else {
    for (unsigned i = 0; i < 4; ++i) half |= std::uint32_t{static_cast<unsigned char>(from[i])} << (8 * i);
  }
  return half;
}

/// Writes a number of load_word() as eight bytes.
inline void store_word(char* to, std::uint64_t word) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(to, &word, sizeof word);
  } else {
    for (unsigned i = 0; i < 8; ++i) to[i] = static_cast<char>(static_cast<unsigned char>((word >> (8 * i)) & 0xFFU));
  }
}

/// A text of 1 to 15 bytes in two words, padded with zeros.
struct short_text {
  std::uint64_t low{};
  std::uint64_t high{};

  short_text(const char* text, std::size_t size) noexcept {
    const auto byte = [&](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i); };
    if (size >= 8) {
      low = load_word(text);
      high = (load_word(text + size - 8) >> (8 * (15 - size))) >> 8U;
    } else if (size >= 4) {
      low = load_half(text) | (load_half(text + size - 4) << (8 * (size - 4)));
    } else {
      low = byte(0) | byte(size / 2) | byte(size - 1);
    }
  }
};

struct key_masks {
  std::uint64_t head;
  std::uint64_t second;
};

/// Masks of the bytes among the first 16 that belong to a word of 0 to 16 bytes.
inline constexpr std::array<key_masks, 17> key_mask_table = [] {
  std::array<key_masks, 17> out{};
  for (std::size_t size = 1; size <= 16; ++size) {
    out[size].head = ~std::uint64_t{0} >> (size < 8 ? 64 - 8 * size : 0);
    out[size].second = size <= 8 ? 0 : ~std::uint64_t{0} >> (128 - 8 * size);
  }
  return out;
}();

/// Returns the key of a word of `size` bytes from its first 16; bytes after the word do not matter.
///
/// Longer words that differ only after 16 bytes share a key, which costs time (see token_bag) but never exactness. One
/// formula serves all sizes, because a branch here is often mispredicted.
[[nodiscard]] constexpr std::uint64_t word_key(std::uint64_t head, std::uint64_t second, std::size_t size) noexcept {
  const key_masks& masks = key_mask_table[size < 16 ? size : 16];
  return ((head & masks.head) ^ ((second & masks.second) * 0x9E3779B97F4A7C15U)) + (std::uint64_t{size} << 56U);
}

/// Returns the key of the word [at, at + size). At least 16 bytes must be readable from `at`.
[[nodiscard]] inline std::uint64_t token_key(const char* at, std::size_t size) noexcept {
  return word_key(load_word(at), load_word(at + 8), size);
}

}  // namespace detail

/// Returns true if two tokens, each with the start of its text, are the same word. Exact.
[[nodiscard]] inline bool same_token(const char* text_a, const token& a, const char* text_b, const token& b) noexcept {
  if (a.key != b.key || a.size != b.size) return false;
  return a.size < 8 || std::memcmp(text_a + a.begin, text_b + b.begin, a.size) == 0;
}

}  // namespace mhqa::inline v0_1
