// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/window.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// For each byte from `at` on: what the masks say, and the lower-case copy of what they call printable.

namespace {

using mhqa::detail::window;

struct seen {
  std::string lowered;  // '?' where the byte is not printable
  std::string kinds;    // 'w' word, ' ' space, '.' punctuation, '?' other
};

seen look(std::string_view text, std::size_t at, bool lower_case = true) {
  window ahead;
  ahead.look(text.data(), text.data() + at, text.data() + text.size(), lower_case);
  seen out;
  for (std::size_t i = 0; i < std::min<std::size_t>(window::size, text.size() - at); ++i) {
    const auto has = [i](std::uint64_t mask) { return ((mask >> i) & 1U) != 0; };
    const bool word = has(ahead.masks.words);
    out.lowered += word ? ahead.lowered[window::block + static_cast<std::ptrdiff_t>(i)] : '?';
    out.kinds += !has(ahead.masks.printable) ? '?' : word ? 'w' : has(ahead.masks.spaces) ? ' ' : '.';
  }
  return out;
}

}  // namespace

TEST_CASE("window: short and long texts, from every byte on") {
  const std::string whole =
      "Ab 1,c\x01 THE quick_BROWN fox (1999) jumps; over\tthe lazy dog. Sphinx of black quartz, judge my vow!";
  for (std::size_t size = 1; size <= whole.size(); ++size) {
    const std::string text = whole.substr(0, size);
    for (std::size_t at = 0; at < size; ++at) {
      if (size < 16 && at != 0) continue;  // such a text is looked at once
      const seen got = look(text, at);
      seen want;
      for (const char c : text.substr(at, window::size)) {
        const bool upper = c >= 'A' && c <= 'Z';
        const bool word = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        want.lowered += word ? static_cast<char>(upper ? c + 32 : c) : '?';
        want.kinds += c < ' ' ? '?' : word ? 'w' : c == ' ' ? ' ' : '.';
      }
      if (got.lowered == want.lowered && got.kinds == want.kinds) continue;
      CAPTURE(size);
      CAPTURE(at);
      CHECK(got.lowered == want.lowered);
      CHECK(got.kinds == want.kinds);
    }
  }
}

TEST_CASE("window: a letter of several bytes counts as a word where its lower case has as many") {
  CHECK(look("\u00C9a\u4E2D", 0).lowered == "\u00E9a\u4E2D");
  CHECK(look("\u00C9a\u4E2D", 0, false).lowered == "\u00C9a\u4E2D");
  CHECK(look("\u00C9a\u4E2D", 0).kinds == "wwwwww");
  CHECK(look("\u023A", 0).kinds == "??");                // to three bytes
  CHECK(look("\u03A3\u0130", 0).kinds == "????");        // by context; to two code points
  CHECK(look("\u2019x\u0301", 0).kinds == "???w??");     // no word characters
  CHECK(look("\xC3x\xED\xA0\xBD", 0).kinds == "?w???");  // opaque, a surrogate
}

TEST_CASE("window: a letter across the border is left to the next window") {
  const std::string text = std::string(61, 'x') + "\u00E9" + std::string(20, 'y');
  CHECK(look(text, 0).kinds == std::string(61, 'w') + '?');
  CHECK(look(text, 1).kinds == std::string(62, 'w'));
}

TEST_CASE("window: it covers 62 bytes") {
  const std::string text(200, 'x');
  window ahead;
  CHECK_FALSE(ahead.covers(text.data()));
  ahead.look(text.data(), text.data(), text.data() + text.size(), true);
  CHECK(ahead.covers(text.data() + 61));
  CHECK_FALSE(ahead.covers(text.data() + 62));
}
