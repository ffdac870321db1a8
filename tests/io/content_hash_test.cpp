// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/content_hash.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

TEST_CASE("content_hash: pieces of any size give the hash of the whole") {
  std::string bytes;
  for (int i = 0; i < 300; ++i) bytes += static_cast<char>(i * 7);
  for (std::size_t size = 0; size <= bytes.size(); size += 13) {
    const std::string_view whole = std::string_view{bytes}.substr(0, size);
    for (const std::size_t piece :
         {std::size_t{1}, std::size_t{5}, std::size_t{31}, std::size_t{32}, std::size_t{100}}) {
      CAPTURE(size);
      CAPTURE(piece);
      mhqa::io::content_hasher hash;
      for (std::size_t at = 0; at < size; at += piece) hash.add(whole.substr(at, piece));
      CHECK(hash.result().hash == mhqa::io::content_hash(whole));
      CHECK(hash.result().bytes == size);
    }
  }
}
