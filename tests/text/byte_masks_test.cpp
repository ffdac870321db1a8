// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/byte_masks.hpp>

#include <mhqa/text/token.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>

TEST_CASE("byte masks: every byte at every place, among every other") {
  const auto space = [](unsigned c) { return c == ' '; };
  const auto word = [](unsigned c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  };
  const auto printable = [](unsigned c) { return c >= ' ' && c <= '~'; };
  for (unsigned others = 0; others < 256; others += 2) {
    for (unsigned c = 0; c < 256; ++c) {
      for (std::size_t at = 0; at < 16; ++at) {
        std::array<char, 16> bytes{};
        bytes.fill(static_cast<char>(static_cast<unsigned char>(others)));
        bytes[at] = static_cast<char>(static_cast<unsigned char>(c));
        const mhqa::detail::byte_masks masks =
            mhqa::detail::classify(mhqa::detail::load_word(bytes.data()), mhqa::detail::load_word(bytes.data() + 8));
        bool right = true;
        for (std::size_t i = 0; i < 16; ++i) {
          const unsigned here = i == at ? c : others;
          right &= ((masks.spaces >> i) & 1U) == (space(here) ? 1U : 0U);
          right &= ((masks.words >> i) & 1U) == (word(here) ? 1U : 0U);
          right &= ((masks.printable >> i) & 1U) == (printable(here) ? 1U : 0U);
        }
        right &= ((masks.spaces | masks.words | masks.printable) >> 16U) == 0;
        const std::uint64_t marks = mhqa::detail::equal_mask(mhqa::detail::load_block(bytes.data()), '"', '\\');
        const auto mark = [](unsigned byte) { return byte == '"' || byte == '\\'; };
        right &= marks == (mark(others) ? 0xFFFFU ^ (1U << at) : 0U) + (mark(c) ? 1U << at : 0U);
        if (right) continue;
        CAPTURE(c);
        CAPTURE(at);
        CAPTURE(others);
        CHECK(right);
      }
    }
  }
}
