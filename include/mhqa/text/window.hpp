// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The next 62 bytes of a text for normalize.hpp: masks of spaces, letters and digits (those of several bytes too), and
// a lower-case copy that may be read in whole words.
#pragma once

#include <mhqa/text/byte_masks.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace mhqa::inline v0_1::detail {

/// Bits and bytes after the end of the text are unspecified.
struct window {
  static constexpr std::ptrdiff_t size = 62;
  static constexpr std::uint64_t past = std::uint64_t{1} << 63U;  // no bit of a byte, nor next to one
  static constexpr std::ptrdiff_t block = 16;

  const char* from = nullptr;
  byte_masks masks;                      // bit i belongs to from[i]; `lowered` is right where `printable` is set
  char lowered[block + 64 + 2 * block];  // from[0] is at [block]

  [[nodiscard]] bool covers(const char* at) const noexcept { return from != nullptr && at - from < size; }

  /// Reads the text [begin, end) from `at`, which is below `end` and begins a character.
  void look(const char* begin, const char* at, const char* end, bool lower_case) noexcept;

 private:
  byte_masks put(std::ptrdiff_t at, const byte_block& bytes, std::uint64_t case_bits) noexcept {
    store_block(lowered + block + at, bytes, case_bits);
    return classify(bytes);
  }

  /// Marks word characters of several bytes like ASCII ones if their lower case has as many bytes. Not inlined: that
  /// would cost ASCII texts a tenth of their speed.
  [[gnu::noinline]] void look_at_letters(std::uint64_t others, const char* end, bool lower_case) noexcept {
    constexpr unsigned asked = unicode::detail::word | unicode::detail::full_lower | unicode::detail::sigma;
    while (others != 0) {
      const int at = std::countr_zero(others);
      const utf8::character c = utf8::detail::decode(from + at, end);
      const std::uint64_t bits = ((std::uint64_t{1} << c.size) - 1) << at;
      others &= ~bits;
      const unicode::detail::property p = unicode::detail::lookup(c.code);
      if ((p.flags & asked) != unicode::detail::word || at + c.size > size) continue;
      const std::int32_t change = lower_case ? p.to_lower : 0;
      const auto code = static_cast<char32_t>(static_cast<std::int32_t>(c.code) + change);
      if (utf8::detail::encoded_size(code) != c.size) continue;
      utf8::encode(code, lowered + block + at);
      masks.words |= bits;
      masks.printable |= bits;
    }
  }
};

}  // namespace mhqa::inline v0_1::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/window.ipp>
#endif
