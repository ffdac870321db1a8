// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A token: where a word stands in its text, and a 64-bit key by which most comparisons are decided
// without looking at the text. Words of up to 7 bytes are the key; equality is exact for all.
#pragma once

#include <mhqa/config.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace mhqa {
inline namespace v0 {

/// A word of a text. It is compared through same_token(), with the text it belongs to.
struct token {
  std::uint64_t key{};    ///< equal words have equal keys; of two words up to 7 bytes, only equal ones
  std::uint32_t begin{};  ///< byte offset in the text
  std::uint32_t size{};   ///< bytes

  /// The word itself.
  [[nodiscard]] constexpr std::string_view in(std::string_view text) const noexcept { return text.substr(begin, size); }
};

namespace detail {

/// Eight bytes as a little-endian number.
[[nodiscard]] inline std::uint64_t load_word(const char* from) noexcept {
  std::uint64_t word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, from, sizeof word);
  } else {
    for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
  }
  return word;
}

/// The key of a word of at most 7 bytes.
[[nodiscard]] constexpr std::uint64_t short_key(std::string_view word) noexcept {
  std::uint64_t key = std::uint64_t{word.size()} << 56U;
  for (std::size_t i = 0; i < word.size(); ++i) key |= std::uint64_t{static_cast<unsigned char>(word[i])} << (8 * i);
  return key;
}

/// The key of the word [at, at + size), size > 0. At least 8 bytes must be readable from `at`.
///
/// A longer word's key depends on its size, its first 8 and its last 8 bytes: words that differ only in between
/// share it, which costs time (see token_bag) but never exactness.
[[nodiscard]] inline std::uint64_t token_key(const char* at, std::size_t size) noexcept {
  const std::uint64_t head = load_word(at);
  if (size < 8) return (head & ((std::uint64_t{1} << (8 * size)) - 1)) | (std::uint64_t{size} << 56U);
  const std::uint64_t tail = load_word(at + size - 8);
  const std::uint64_t mixed = (head * 0x9E3779B97F4A7C15U) ^ ((tail + size) * 0xD6E8FEB86659FD93U);
  return (mixed ^ (mixed >> 32U)) | (std::uint64_t{0xFF} << 56U);
}

[[nodiscard]] constexpr bool is_short(std::uint64_t key) noexcept {
  return (key >> 56U) != 0xFF;
}

}  // namespace detail

/// Whether two tokens, each with the start of its text, are the same word. Exact.
[[nodiscard]] inline bool same_token(const char* text_a, const token& a, const char* text_b, const token& b) noexcept {
  if (a.key != b.key) return false;
  if (detail::is_short(a.key)) return true;
  return a.size == b.size && std::memcmp(text_a + a.begin, text_b + b.begin, a.size) == 0;
}

}  // namespace v0
}  // namespace mhqa
