// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/utf8.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Unicode 14.0, table 3-7, gives the well-formed sequences; ED A0..BF xx is taken too. Every other byte is one
// opaque character, as Python decodes it with errors="surrogateescape".

namespace utf8 = mhqa::utf8;

static_assert(utf8::decode("\xC3\xA9", 0) == utf8::character{U'é', 2});
static_assert(utf8::decode("\xC3", 0) == utf8::character{U'\xDCC3', 1});
static_assert(utf8::decode("", 0).size == 0 && utf8::decode("a", 1).size == 0);
static_assert(utf8::count("") == 0 && utf8::count("né") == 2 && utf8::count("\xE2\x82") == 2);
static_assert(utf8::prefix("né", 3) == "né" && utf8::prefix("né", 2) == "n" && utf8::prefix("né", 0) == "");
static_assert(utf8::prefix("\x80\x80", 1) == "");

namespace {

std::vector<char32_t> decode_all(std::string_view text) {
  std::vector<char32_t> out;
  for (std::size_t at = 0; at < text.size(); at += utf8::decode(text, at).size) {
    out.push_back(utf8::decode(text, at).code);
  }
  return out;
}

std::string encode_all(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += utf8::decode(text, at).size) {
    utf8::append(out, utf8::decode(text, at));
  }
  return out;
}

// The length of the well-formed sequence that starts the text, by the rows of table 3-7; 0 for none.
std::size_t table_3_7(std::string_view text) {
  struct row {
    int first_low, first_high, second_low, second_high;
    std::size_t size;
  };
  constexpr std::array<row, 8> rows = {{{0x00, 0x7F, 0, 0, 1},
                                        {0xC2, 0xDF, 0x80, 0xBF, 2},
                                        {0xE0, 0xE0, 0xA0, 0xBF, 3},
                                        {0xE1, 0xEF, 0x80, 0xBF, 3},  // ED A0..BF is our addition
                                        {0xF0, 0xF0, 0x90, 0xBF, 4},
                                        {0xF1, 0xF3, 0x80, 0xBF, 4},
                                        {0xF4, 0xF4, 0x80, 0x8F, 4},
                                        {0, -1, 0, 0, 0}}};
  const auto in = [&](std::size_t i, int low, int high) {
    const int byte = static_cast<unsigned char>(text[i]);
    return byte >= low && byte <= high;
  };
  for (const row& r : rows) {
    if (text.size() < r.size || !in(0, r.first_low, r.first_high)) continue;
    if (r.size > 1 && !in(1, r.second_low, r.second_high)) continue;
    if (r.size > 2 && !in(2, 0x80, 0xBF)) continue;
    if (r.size > 3 && !in(3, 0x80, 0xBF)) continue;
    return r.size;
  }
  return 0;
}

}  // namespace

TEST_CASE("utf8: every code point, surrogates too, comes back from its bytes") {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    std::string bytes;
    utf8::append(bytes, {c, static_cast<std::uint8_t>(c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4)});
    const utf8::character found = utf8::decode(bytes, 0);
    if (found.code == c && found.size == bytes.size() && !found.opaque()) continue;
    CAPTURE(static_cast<std::uint32_t>(c));
    CHECK(found.code == c);
    CHECK(found.size == bytes.size());
    CHECK_FALSE(found.opaque());
  }
}

TEST_CASE("utf8: malformed bytes are opaque, one by one") {
  const auto all = [](std::string_view text, const std::vector<char32_t>& want) {
    CAPTURE(text);
    CHECK(decode_all(text) == want);
    CHECK(encode_all(text) == text);
  };
  all("\xC0\x80", {0xDCC0, 0xDC80});                          // overlong
  all("\xE0\x9F\xBF", {0xDCE0, 0xDC9F, 0xDCBF});              // overlong
  all("\xF0\x8F\xBF\xBF", {0xDCF0, 0xDC8F, 0xDCBF, 0xDCBF});  // overlong
  all("\xF4\x90\x80\x80", {0xDCF4, 0xDC90, 0xDC80, 0xDC80});  // above U+10FFFF
  all("\xF5\x80\x80\x80", {0xDCF5, 0xDC80, 0xDC80, 0xDC80});  // no lead byte
  all("\xE4\xB8", {0xDCE4, 0xDCB8});                          // cut off
  all("\xE4\xB8 x", {0xDCE4, 0xDCB8, U' ', U'x'});            // cut off within a text
  all("\x80\xFF", {0xDC80, 0xDCFF});                          // stray bytes
  all("\xED\xA0\xBD\xED\xB8\x80", {0xD83D, 0xDE00});          // two surrogates stay two
  all("\xED\xB2\x80\x80", {0xDC80, 0xDC80});                  // U+DC80 and the opaque byte keep their bytes
}

TEST_CASE("utf8: every start of up to four bytes follows table 3-7") {
  const std::array<int, 14> seconds = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
                                       0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xFF};
  const auto check = [](const std::string& text) {
    const std::size_t size = table_3_7(text);
    const utf8::character c = utf8::decode(text, 0);
    const bool right = size == 0 ? c.opaque() && c.code == 0xDC00U + static_cast<unsigned char>(text[0])
                                 : !c.opaque() && c.size == size;
    if (!right || encode_all(text) != text) FAIL_CHECK(text);
  };
  const auto put = [](int byte) { return static_cast<char>(static_cast<unsigned char>(byte)); };
  for (int a = 0; a < 256; ++a) {
    check({put(a)});
    for (int b = 0; b < 256; ++b) check({put(a), put(b)});
    for (const int b : seconds) {
      for (const int c : seconds) {
        check({put(a), put(b), put(c)});
        for (const int d : seconds) check({put(a), put(b), put(c), put(d)});
      }
    }
  }
}

TEST_CASE("utf8: backwards the same characters are found as forwards") {
  const std::array<int, 9> bytes = {0x41, 0x80, 0xA9, 0xBF, 0xC3, 0xE4, 0xED, 0xF0, 0xFF};
  for (std::size_t n = 0; n < 531441; ++n) {  // 9^6
    std::string text;
    for (std::size_t i = 0, rest = n; i < 6; ++i, rest /= bytes.size()) {
      text += static_cast<char>(static_cast<unsigned char>(bytes[rest % bytes.size()]));
    }
    const char* const begin = text.data();
    for (std::size_t at = 0; at < text.size();) {
      const utf8::character c = utf8::decode(text, at);
      at += c.size;
      if (utf8::detail::decode_before(begin, begin + at) != c) FAIL_CHECK(text);
    }
  }
}
