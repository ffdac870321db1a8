// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/bm25_layout.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

// Sections follow each other, each at a multiple of 8; counts from outside may be anything.

using mhqa::detail::bm25_header;

TEST_CASE("bm25_layout: the sections in order, by hand") {
  bm25_header header{};
  header.documents = 65;
  header.terms = 3;
  header.postings = 4;
  header.slots = 8;
  header.name_bytes = 9;
  header.dense = 1;
  const auto at = mhqa::detail::layout_of(header);
  REQUIRE(at);
  CHECK(at->first == 112);
  CHECK(at->name_first == 112 + 4 * 8);
  CHECK(at->bounds == 144 + 4 * 8);
  CHECK(at->absent == 176 + 16);  // 3 floats and 4 bytes
  CHECK(at->slots == 192 + 16);
  CHECK(at->lengths == 208 + 32);
  CHECK(at->dense == 240 + 264);  // 65 numbers and 4 bytes
  CHECK(at->bitmaps == 504 + 8);
  CHECK(at->names == 512 + 24);  // two words, two counts
  CHECK(at->postings == 536 + 16);
  CHECK(at->end == 552 + 32);
}

TEST_CASE("bm25_layout: counts that do not fit are seen, one at a time") {
  const std::uint64_t huge[] = {std::numeric_limits<std::uint64_t>::max(), std::uint64_t{1} << 63U,
                                std::uint64_t{1} << 62U, std::uint64_t{1} << 61U};
  for (const std::uint64_t count : huge) {
    CAPTURE(count);
    for (const auto member :
         {&bm25_header::documents, &bm25_header::terms, &bm25_header::postings, &bm25_header::slots}) {
      bm25_header header{};
      header.*member = count;
      CHECK_FALSE(mhqa::detail::layout_of(header));
    }
    bm25_header header{};
    header.documents = 1000;
    header.dense = count;
    CHECK_FALSE(mhqa::detail::layout_of(header));
  }
  CHECK(mhqa::detail::layout_of({}));
}
