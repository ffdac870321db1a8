// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of window.hpp.
#pragma once

#include <mhqa/text/window.hpp>

#include <mhqa/text/token.hpp>

#include <algorithm>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE void window::look(const char* begin, const char* at, const char* end, bool lower_case) noexcept {
  const std::uint64_t case_bits = lower_case ? 0x2020202020202020U : 0U;
  const std::ptrdiff_t left = end - at;
  from = at;
  if (end - begin < block) {
    const short_text words{at, static_cast<std::size_t>(left)};
    masks = put(0, make_block(words.low, words.high), case_bits);
  } else {
    masks = {};
    for (std::ptrdiff_t i = 0; i < std::min(left, size); i += block) {
      // The last block is moved back into the text; bytes before `at` wrap to bits after the end.
      const std::ptrdiff_t here = std::min(i, left - block);
      const byte_masks found = put(here, load_block(at + here), case_bits);
      masks.spaces |= std::rotl(found.spaces, static_cast<int>(here));
      masks.words |= std::rotl(found.words, static_cast<int>(here));
      masks.printable |= std::rotl(found.printable, static_cast<int>(here));
    }
  }
  const std::uint64_t inside = (std::uint64_t{1} << std::min(left, size)) - 1;
  const std::uint64_t others = ~masks.printable & inside;
  if (others != 0) look_at_letters(others, end, lower_case);
}

}  // namespace mhqa::inline v0_1::detail
