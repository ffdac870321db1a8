// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/keyed_hash.hpp>

#include <mhqa/random.hpp>
#include <mhqa/text/string_index.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

TEST_CASE("keyed_hash: the values of SipHash-1-3 for the bytes 0, 1, 2, …") {
  constexpr mhqa::hash_key key{0x0706050403020100U, 0x0f0e0d0c0b0a0908U};
  static_assert(mhqa::keyed_hash("", key) == 0xabac0158050fc4dcU);
  std::string bytes;
  for (char i = 0; i < 63; ++i) bytes += i;
  for (const auto& row : {std::pair<std::size_t, std::uint64_t>{1, 0xc9f49bf37d57ca93U},
                          {7, 0xd3927d989bb11140U},
                          {8, 0x369095118d299a8eU},
                          {15, 0xd320d86d2a519956U},
                          {63, 0x9d199062b7bbb3a8U}}) {
    CAPTURE(row.first);
    CHECK(mhqa::keyed_hash({bytes.data(), row.first}, key) == row.second);
  }
}

TEST_CASE("keyed_hash: at run time as at compile time, for every length of the last word") {
  static constexpr std::string_view text = "\x80 the end of a longer string is in its last eight bytes \xff";
  static constexpr mhqa::hash_key key{3, 4};
  static constexpr auto wanted = [] {
    std::array<std::uint64_t, text.size()> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = mhqa::keyed_hash(text.substr(0, i), key);
    return out;
  }();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CAPTURE(i);
    const std::string copy{text.substr(0, i)};
    CHECK(mhqa::keyed_hash(copy, key) == wanted[i]);
    CHECK(mhqa::string_hasher{key}(copy) == static_cast<std::size_t>(wanted[i]));
  }
}

TEST_CASE("keyed_hash: strings that collide under one key do not under another") {
  // Ids with equal low bits of FNV-1a, as a table of 4,096 slots would have them.
  constexpr mhqa::hash_key key{1, 2};
  std::size_t same = 0, wanted = 0;
  for (std::uint32_t i = 0; wanted < 64; ++i) {
    const std::string id = "id" + std::to_string(i);
    if ((mhqa::stable_hash(id) & 0xFFFU) != 0) continue;
    ++wanted;
    same += (mhqa::keyed_hash(id, key) & 0xFFFU) == 0 ? 1 : 0;
  }
  CHECK(same < 4);
}

TEST_CASE("keyed_hash: one key a process, and numbers of strings that do not depend on it") {
  const mhqa::hash_key a = mhqa::process_hash_key(), b = mhqa::process_hash_key();
  CHECK(a.first == b.first);
  CHECK(a.second == b.second);
  CHECK((a.first | a.second) != 0);
  mhqa::string_index index;
  CHECK(index.insert("b").first == 0);
  CHECK(index.insert("a").first == 1);
  CHECK(index.insert("b") == std::pair{std::uint32_t{0}, false});
}
