// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/token.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

static_assert(sizeof(mhqa::token) == 16 && std::is_trivially_copyable_v<mhqa::token>);

namespace {

// A text with 16 other bytes behind it, and its one token.
struct word {
  explicit word(std::string_view spelled, std::size_t offset = 0, char behind = '~') : text(offset, '#'), key{} {
    text += spelled;
    text.append(16, behind);
    key = {mhqa::detail::token_key(text.data() + offset, spelled.size()), static_cast<std::uint32_t>(offset),
           static_cast<std::uint32_t>(spelled.size())};
  }
  std::string text;
  mhqa::token key;
};

bool same(const word& a, const word& b) {
  return mhqa::same_token(a.text.data(), a.key, b.text.data(), b.key);
}

}  // namespace

TEST_CASE("token: two words are the same exactly when their bytes are") {
  std::vector<std::string> words = {"a", "b", "ab", "ba", "aa", std::string("a\0", 2), std::string("\0", 1)};
  for (std::size_t size = 1; size < 40; ++size) {
    std::string base(size, 'x');
    words.push_back(base);
    for (std::size_t at = 0; at < size; ++at) {  // differs from the others in one byte
      base[at] = 'y';
      words.push_back(base);
      base[at] = 'x';
    }
  }
  for (const std::string& a : words) {
    for (const std::string& b : words) {
      if (same(word{a}, word{b, 3}) == (a == b)) continue;
      CAPTURE(a);
      CAPTURE(b);
      CHECK(same(word{a}, word{b, 3}) == (a == b));
    }
  }
}

TEST_CASE("token: equality never rests on the key alone") {
  const word a{"abcdefghabcdefgh-1"};
  const word b{"abcdefghabcdefgh-2"};
  CHECK(a.key.key == b.key.key);  // the key sees 16 bytes
  CHECK_FALSE(same(a, b));
  word c{"abcdefghi"};
  c.key.key = word{"a"}.key.key;  // as if two sizes collided
  CHECK_FALSE(same(c, word{"a"}));
  CHECK_FALSE(same(word{"a"}, c));
}

TEST_CASE("token: a key does not depend on the word's surroundings") {
  for (std::size_t size = 1; size < 40; ++size) {
    const std::string spelled = std::string{"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"}.substr(0, size);
    CAPTURE(size);
    CHECK(word{spelled, 0, ' '}.key.key == word{spelled, 5, 'x'}.key.key);
  }
}

TEST_CASE("token: short words of one size have keys of their own") {
  std::set<std::uint64_t> keys;
  for (char a = 'a'; a <= 'z'; ++a) {
    for (char b = 'a'; b <= 'z'; ++b) keys.insert(word{std::string{a, b, '-', 'x', b, a, a}}.key.key);
  }
  CHECK(keys.size() == 26 * 26);
}

TEST_CASE("token: in() is the word") {
  const word a{"zebra", 4};
  CHECK(a.key.in(a.text) == "zebra");
}

TEST_CASE("token: a short text is put in two words, padded with zeros") {
  const std::string text = "0123456789abcdef";
  for (std::size_t size = 1; size < 16; ++size) {
    const mhqa::detail::short_text words{text.data(), size};
    char bytes[16];
    mhqa::detail::store_word(bytes, words.low);
    mhqa::detail::store_word(bytes + 8, words.high);
    CAPTURE(size);
    CHECK(std::string(bytes, 16) == text.substr(0, size) + std::string(16 - size, '\0'));
  }
}
