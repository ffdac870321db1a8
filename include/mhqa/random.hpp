// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Counter-based random numbers: a draw is a function of (seed, record id, number of the draw), so results do not depend
// on the platform, the order of the records, or the splitting of the input.
// Philox4x32-10 (Salmon et al. 2011, SC '11, "Parallel random numbers: as easy as 1, 2, 3").
#pragma once

#include <mhqa/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mhqa {
inline namespace v0_1 {

/// Computes one Philox4x32-10 block.
///
/// Shape:   128-bit counter, 64-bit key -> four 32-bit words
/// Cost:    10 rounds, no state
/// Example: philox4x32({}, {})[0]  // 0x6627e8d5
[[nodiscard]] MHQA_HD constexpr std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                                        std::array<std::uint32_t, 2> key) noexcept {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53U} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57U} * counter[2];
    counter = {static_cast<std::uint32_t>(b >> 32U) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
               static_cast<std::uint32_t>(a >> 32U) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return counter;
}

/// philox4x32() of several counters at once: word w of counter i is words[w][i].
template <std::size_t Lanes>
constexpr void philox4x32_lanes(std::uint32_t (&words)[4][Lanes], std::array<std::uint32_t, 2> key) noexcept {
  for (int round = 0; round < 10; ++round) {
    for (std::size_t i = 0; i < Lanes; ++i) {
      const std::uint64_t a = std::uint64_t{0xD2511F53U} * words[0][i];
      const std::uint64_t b = std::uint64_t{0xCD9E8D57U} * words[2][i];
      words[0][i] = static_cast<std::uint32_t>(b >> 32U) ^ words[1][i] ^ key[0];
      words[1][i] = static_cast<std::uint32_t>(b);
      words[2][i] = static_cast<std::uint32_t>(a >> 32U) ^ words[3][i] ^ key[1];
      words[3][i] = static_cast<std::uint32_t>(a);
    }
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
}

/// A 64-bit hash of a byte string that is the same on every platform and in every version (FNV-1a with a final mix),
/// for a string in pieces. It is not collision-resistant.
class stable_hasher {
 public:
  constexpr stable_hasher& append(std::string_view bytes) noexcept {
    std::uint64_t h = hash_;
    for (const char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    hash_ = h;
    return *this;
  }
  /// Returns the hash of the pieces so far.
  [[nodiscard]] constexpr std::uint64_t value() const noexcept {
    std::uint64_t h = hash_;
    h = (h ^ (h >> 33U)) * 0xff51afd7ed558ccdU;
    h = (h ^ (h >> 33U)) * 0xc4ceb9fe1a85ec53U;
    return h ^ (h >> 33U);
  }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

/// Returns the hash of a whole string. It keys draws and groups of records.
[[nodiscard]] constexpr std::uint64_t stable_hash(std::string_view bytes) noexcept {
  return stable_hasher{}.append(bytes).value();
}

/// Returns the high 64 bits of a 128-bit product, without a 128-bit type.
[[nodiscard]] MHQA_HD constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) noexcept {
  const std::uint64_t a0 = a & 0xffffffffU, a1 = a >> 32U, b0 = b & 0xffffffffU, b1 = b >> 32U;
  const std::uint64_t middle = a1 * b0 + ((a0 * b0) >> 32U);
  const std::uint64_t middle2 = a0 * b1 + (middle & 0xffffffffU);
  return a1 * b1 + (middle >> 32U) + (middle2 >> 32U);
}

/// The sequence of draws for one (seed, record, purpose). Models std::uniform_random_bit_generator.
///
/// Equal arguments give equal sequences; different ones give independent sequences, unless two ids, or an id and a
/// purpose, collide in 64 bits. `purpose` separates the draws of two stages for one record.
/// Example: draws{7, "2hop__1_2"}.below(20)  // the same on every machine
class draws {
 public:
  using result_type = std::uint64_t;

  MHQA_HD constexpr draws(std::uint64_t seed, std::uint64_t record, std::uint64_t purpose = 0) noexcept
      : key_{low(seed), high(seed)},
        record_{low(record ^ (purpose * 0x9E3779B97F4A7C15U)), high(record ^ (purpose * 0x9E3779B97F4A7C15U))} {}
  constexpr draws(std::uint64_t seed, std::string_view record, std::uint64_t purpose = 0) noexcept
      : draws{seed, stable_hash(record), purpose} {}

  [[nodiscard]] static constexpr result_type min() noexcept { return 0; }
  [[nodiscard]] static constexpr result_type max() noexcept { return ~result_type{0}; }

  /// Returns the next 64 uniform bits.
  MHQA_HD constexpr result_type operator()() noexcept {
    const std::uint64_t block = next_ / 2;
    if (next_ % 2 == 0) words_ = philox4x32({low(block), high(block), record_[0], record_[1]}, key_);
    const std::size_t at = next_ % 2 == 0 ? 0 : 2;
    ++next_;
    return (std::uint64_t{words_[at + 1]} << 32U) | words_[at];
  }

  /// Writes the next values, the same as calls one by one; faster, because blocks that are computed side by side do not
  /// wait for each other's products.
  constexpr void fill(std::span<std::uint64_t> out) noexcept {
    constexpr std::size_t lanes = 4;
    std::size_t done = 0;
    if (next_ % 2 == 1 && !out.empty()) out[done++] = (*this)();
    for (; out.size() - done >= 2 * lanes; done += 2 * lanes, next_ += 2 * lanes) {
      std::uint32_t words[4][lanes] = {};
      for (std::size_t i = 0; i < lanes; ++i) {
        const std::uint64_t block = next_ / 2 + i;
        words[0][i] = low(block);
        words[1][i] = high(block);
        words[2][i] = record_[0];
        words[3][i] = record_[1];
      }
      philox4x32_lanes(words, key_);
      for (std::size_t i = 0; i < lanes; ++i) {
        out[done + 2 * i] = (std::uint64_t{words[1][i]} << 32U) | words[0][i];
        out[done + 2 * i + 1] = (std::uint64_t{words[3][i]} << 32U) | words[2][i];
      }
    }
    while (done < out.size()) out[done++] = (*this)();
  }

  /// Returns a uniform integer in [0, n), without bias (Lemire 2019).
  ///
  /// Undefined: n == 0 gives 0
  /// Cost:      one draw; a division and further draws with probability n / 2^64
  MHQA_HD constexpr std::uint64_t below(std::uint64_t n) noexcept {
    if (n == 0) return 0;
    const std::uint64_t x = (*this)();
    if (x * n >= n) return multiply_high(x, n);  // only values below n may have to be redrawn
    return below(n, x);
  }

  /// Returns a uniform double in [0, 1), a multiple of 2^-53.
  MHQA_HD constexpr double unit() noexcept { return static_cast<double>((*this)() >> 11U) * 0x1p-53; }

 private:
  MHQA_HD constexpr std::uint64_t below(std::uint64_t n, std::uint64_t x) noexcept {
    const std::uint64_t reject = (0 - n) % n;
    while (x * n < reject) x = (*this)();
    return multiply_high(x, n);
  }
  MHQA_HD static constexpr std::uint32_t low(std::uint64_t x) noexcept { return static_cast<std::uint32_t>(x); }
  MHQA_HD static constexpr std::uint32_t high(std::uint64_t x) noexcept { return static_cast<std::uint32_t>(x >> 32U); }

  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 2> record_;
  std::array<std::uint32_t, 4> words_{};
  std::uint64_t next_ = 0;
};

/// Moves a uniformly random sample of `count` items, in random order, to the front (Fisher-Yates).
///
/// Shape: items[n] -> the sample is the first min(count, n) items
/// Cost:  O(count) draws and swaps
template <class T>
constexpr void partial_shuffle(std::span<T> items, std::size_t count,
                               draws& random) noexcept(std::is_nothrow_swappable_v<T>) {
  for (std::size_t i = 0; i < count && i + 1 < items.size(); ++i) {
    const std::size_t j = i + static_cast<std::size_t>(random.below(items.size() - i));
    using std::swap;
    swap(items[i], items[j]);
  }
}

/// Shuffles the items uniformly, with the same result on every platform.
template <class T>
constexpr void shuffle(std::span<T> items, draws& random) noexcept(std::is_nothrow_swappable_v<T>) {
  partial_shuffle(items, items.size(), random);
}

}  // namespace v0_1
}  // namespace mhqa
