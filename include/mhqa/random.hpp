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

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace mhqa::inline v0_1 {

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

namespace detail {

inline constexpr std::size_t philox_lanes = 4;

/// Writes the values of consecutive Philox blocks, two for each block, as draws numbers them.
constexpr void fill_blocks_plain(std::uint64_t first, std::array<std::uint32_t, 2> record,
                                 std::array<std::uint32_t, 2> key, std::uint64_t* out) noexcept {
  std::uint32_t words[4][philox_lanes] = {};
  for (std::size_t i = 0; i < philox_lanes; ++i) {
    words[0][i] = static_cast<std::uint32_t>(first + i);
    words[1][i] = static_cast<std::uint32_t>((first + i) >> 32U);
    words[2][i] = record[0];
    words[3][i] = record[1];
  }
  for (int round = 0; round < 10; ++round) {
    for (std::size_t i = 0; i < philox_lanes; ++i) {
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
  for (std::size_t i = 0; i < philox_lanes; ++i) {
    out[2 * i] = (std::uint64_t{words[1][i]} << 32U) | words[0][i];
    out[2 * i + 1] = (std::uint64_t{words[3][i]} << 32U) | words[2][i];
  }
}

#if defined(__SSE2__) && !defined(__CUDA_ARCH__)

/// fill_blocks_plain() `times` times, with the words of two blocks in the lower halves of a register's lanes. No step
/// reads what is left in the upper halves.
inline void fill_blocks_sse2(std::uint64_t first, std::array<std::uint32_t, 2> record, std::array<std::uint32_t, 2> key,
                             std::size_t times, std::uint64_t* out) noexcept {
  constexpr std::size_t pairs = philox_lanes / 2;
  const auto each = [](std::uint64_t value) { return _mm_set1_epi64x(static_cast<long long>(value)); };
  const __m128i a_factor = each(0xD2511F53U), b_factor = each(0xCD9E8D57U), lower = each(0xffffffffU);
  __m128i keys[10][2];
  for (auto& [key0, key1] : keys) {
    key0 = each(key[0]);
    key1 = each(key[1]);
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  const auto upper = [](__m128i x) { return _mm_shuffle_epi32(x, 0xf5); };
  const auto value = [&](__m128i low, __m128i high) {
    return _mm_or_si128(_mm_slli_epi64(high, 32), _mm_and_si128(low, lower));
  };
  for (; times != 0; --times, first += philox_lanes, out += 2 * philox_lanes) {
    __m128i words[4][pairs];
    for (std::size_t i = 0; i < pairs; ++i) {
      words[0][i] = _mm_add_epi64(each(first + 2 * i), _mm_set_epi64x(1, 0));
      words[1][i] = upper(words[0][i]);
      words[2][i] = each(record[0]);
      words[3][i] = each(record[1]);
    }
    for (const auto& [key0, key1] : keys) {
      for (std::size_t i = 0; i < pairs; ++i) {
        const __m128i a = _mm_mul_epu32(words[0][i], a_factor);
        const __m128i b = _mm_mul_epu32(words[2][i], b_factor);
        words[0][i] = _mm_xor_si128(_mm_xor_si128(upper(b), words[1][i]), key0);
        words[1][i] = b;
        words[2][i] = _mm_xor_si128(_mm_xor_si128(upper(a), words[3][i]), key1);
        words[3][i] = a;
      }
    }
    for (std::size_t i = 0; i < pairs; ++i) {
      const __m128i even = value(words[0][i], words[1][i]), odd = value(words[2][i], words[3][i]);
      auto* const to = reinterpret_cast<__m128i*>(out + 4 * i);
      _mm_storeu_si128(to, _mm_unpacklo_epi64(even, odd));
      _mm_storeu_si128(to + 1, _mm_unpackhi_epi64(even, odd));
    }
  }
}

/// Writes floor(values[i] n / 2^64); returns false if draws::below() may draw again for a value.
///
/// Requires: as many values as places, a multiple of 4
[[nodiscard]] inline bool scale_sse2(std::span<const std::uint64_t> values, std::uint32_t n,
                                     std::uint32_t* places) noexcept {
  const __m128i factor = _mm_set1_epi64x(n);
  __m128i again = _mm_setzero_si128();
  const auto scaled = [&](const std::uint64_t* from) {  // the upper 64 of 96 bits
    const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    return _mm_add_epi64(_mm_mul_epu32(_mm_srli_epi64(x, 32), factor), _mm_srli_epi64(_mm_mul_epu32(x, factor), 32));
  };
  for (std::size_t i = 0; i < values.size(); i += 4) {
    const __m128 a = _mm_castsi128_ps(scaled(values.data() + i)), b = _mm_castsi128_ps(scaled(values.data() + i + 2));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(places + i), _mm_castps_si128(_mm_shuffle_ps(a, b, 0xdd)));
    const __m128i rest = _mm_castps_si128(_mm_shuffle_ps(a, b, 0x88));
    again = _mm_or_si128(again, _mm_cmpeq_epi32(rest, _mm_setzero_si128()));
  }
  return _mm_movemask_epi8(again) == 0;
}

#endif

/// Writes floor(values[i] n / 2^64); returns false if draws::below() may draw again for a value.
[[nodiscard]] constexpr bool scale_plain(std::span<const std::uint64_t> values, std::uint32_t n,
                                         std::uint32_t* places) noexcept {
  bool good = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t x = values[i], upper = (x >> 32U) * n + (((x & 0xffffffffU) * n) >> 32U);
    places[i] = static_cast<std::uint32_t>(upper >> 32U);
    good = good && static_cast<std::uint32_t>(upper) != 0;  // else x n mod 2^64 may be below n
  }
  return good;
}

}  // namespace detail

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
    constexpr std::size_t lanes = detail::philox_lanes;
    std::size_t done = 0;
    if (next_ % 2 == 1 && !out.empty()) out[done++] = (*this)();
#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
    if (!std::is_constant_evaluated()) {
      const std::size_t times = (out.size() - done) / (2 * lanes);
      detail::fill_blocks_sse2(next_ / 2, record_, key_, times, out.data() + done);
      done += 2 * lanes * times;
      next_ += 2 * lanes * times;
    }
#endif
    for (; out.size() - done >= 2 * lanes; done += 2 * lanes, next_ += 2 * lanes) {
      detail::fill_blocks_plain(next_ / 2, record_, key_, out.data() + done);
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

  /// Writes uniform integers in [0, n), the same as calls of below(n) one by one; faster, as fill() is.
  constexpr void fill_below(std::span<std::uint32_t> out, std::uint32_t n) noexcept {
    std::array<std::uint64_t, 256> values{};
    for (std::size_t done = 0; done < out.size();) {
      const std::size_t left = out.size() - done;
      const std::span<std::uint32_t> some = out.subspan(done, left < values.size() ? left : values.size());
      const draws before = *this;
      fill({values.data(), some.size()});
      if (!scale({values.data(), some.size()}, n, some.data())) {
        *this = before;
        for (std::uint32_t& one : some) one = static_cast<std::uint32_t>(below(n));
      }
      done += some.size();
    }
  }

  /// Returns a uniform double in [0, 1), a multiple of 2^-53.
  MHQA_HD constexpr double unit() noexcept {
    return static_cast<double>((*this)() >> 11U) * 0x1p-53;
  }

 private:
  MHQA_HD constexpr std::uint64_t below(std::uint64_t n, std::uint64_t x) noexcept {
    const std::uint64_t reject = (0 - n) % n;
    while (x * n < reject) x = (*this)();
    return multiply_high(x, n);
  }
  [[nodiscard]] static constexpr bool scale(std::span<const std::uint64_t> values, std::uint32_t n,
                                            std::uint32_t* places) noexcept {
#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
    if (!std::is_constant_evaluated() && values.size() % 4 == 0) return detail::scale_sse2(values, n, places);
#endif
    return detail::scale_plain(values, n, places);
  }
  MHQA_HD static constexpr std::uint32_t low(std::uint64_t x) noexcept {
    return static_cast<std::uint32_t>(x);
  }
  MHQA_HD static constexpr std::uint32_t high(std::uint64_t x) noexcept {
    return static_cast<std::uint32_t>(x >> 32U);
  }

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

}  // namespace mhqa::inline v0_1
