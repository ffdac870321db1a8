// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A hash with a secret key, for tables of strings from untrusted input: without the key, an attacker cannot prepare ids
// that collide. SipHash-1-3 (Aumasson and Bernstein 2012), as Python and Rust use it.
#pragma once

#include <mhqa/config.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>
#include <type_traits>

namespace mhqa::inline v0_1 {

/// The key of keyed_hash().
struct hash_key {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

/// Returns the key of this process: random, drawn on first use.
[[nodiscard]] inline hash_key process_hash_key() {
  static const hash_key key = [] {
    std::random_device draw;
    const auto word = [&draw] { return std::uint64_t{draw()} << 32U | draw(); };
    const std::uint64_t first = word();
    return hash_key{first, word()};
  }();
  return key;
}

/// Returns the SipHash-1-3 of the bytes.
///
/// Cost:    about a nanosecond a byte for short strings, less for long ones
/// Example: keyed_hash("", {0x0706050403020100, 0x0f0e0d0c0b0a0908})  // 0xabac0158050fc4dc
[[nodiscard]] constexpr std::uint64_t keyed_hash(std::string_view bytes, hash_key key) noexcept {
  std::uint64_t a = key.first ^ 0x736f6d6570736575U;
  std::uint64_t b = key.second ^ 0x646f72616e646f6dU;
  std::uint64_t c = key.first ^ 0x6c7967656e657261U;
  std::uint64_t d = key.second ^ 0x7465646279746573U;
  const auto rotated = [](std::uint64_t x, unsigned by) { return x << by | x >> (64 - by); };
  const auto round = [&] {
    a += b;
    b = rotated(b, 13) ^ a;
    a = rotated(a, 32);
    c += d;
    d = rotated(d, 16) ^ c;
    a += d;
    d = rotated(d, 21) ^ a;
    c += b;
    b = rotated(b, 17) ^ c;
    c = rotated(c, 32);
  };
  const auto word_at = [bytes](std::size_t at, std::size_t size) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < size; ++i) word |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return word;
  };
  // One load where the machine's order of bytes is that of the definition.
  const auto whole_word_at = [bytes, word_at](std::size_t at) {
    if (std::is_constant_evaluated() || std::endian::native != std::endian::little) return word_at(at, 8);
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    return word;
  };
  const std::size_t words = bytes.size() / 8, rest = bytes.size() % 8;
  // The last bytes of a longer string are the end of its last eight.
  const std::uint64_t last = rest == 0          ? 0
                             : bytes.size() < 8 ? word_at(0, rest)
                                                : whole_word_at(bytes.size() - 8) >> (64 - 8 * rest);
  for (std::size_t i = 0; i <= words; ++i) {
    const std::uint64_t word = i < words ? whole_word_at(8 * i) : last | std::uint64_t{bytes.size() & 0xFFU} << 56U;
    d ^= word;
    round();
    a ^= word;
  }
  c ^= 0xFFU;
  for (int i = 0; i < 3; ++i) round();
  return a ^ b ^ c ^ d;
}

/// A hasher of strings for std::unordered_map and std::unordered_set, with the key of the process.
///
/// Example: std::unordered_set<std::string, string_hasher> ids;
struct string_hasher {
  // Not noexcept, so that libstdc++ keeps the hashes beside the strings, as it does for std::hash.
  [[nodiscard]] std::size_t operator()(std::string_view text) const {
    return static_cast<std::size_t>(keyed_hash(text, key));
  }
  hash_key key = process_hash_key();
};

}  // namespace mhqa::inline v0_1
