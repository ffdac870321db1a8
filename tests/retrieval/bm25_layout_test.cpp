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
  header.list_bytes = 40;
  header.slots = 8;
  header.name_bytes = 9;
  header.many = 2;
  const auto at = mhqa::detail::layout_of(header);
  REQUIRE(at);
  CHECK(at->lists == 152);
  CHECK(at->first == 152 + 40);
  CHECK(at->name_first == 192 + 4 * 8);
  CHECK(at->frequency == 224 + 4 * 8);
  CHECK(at->idf == 256 + 16);  // 3 numbers of 4 bytes, and 4 bytes
  CHECK(at->absent == 272 + 16);
  CHECK(at->bounds == 288 + 16);
  CHECK(at->slots == 304 + 16);
  CHECK(at->lengths == 320 + 32);
  CHECK(at->many == 352 + 264);  // 65 numbers and 4 bytes
  CHECK(at->names == 616 + 24);
  CHECK(at->end == 640 + 16);
}

TEST_CASE("bm25_layout: counts that do not fit are seen, one at a time") {
  const std::uint64_t huge[] = {std::numeric_limits<std::uint64_t>::max(), std::uint64_t{1} << 63U};
  for (const std::uint64_t count : huge) {
    CAPTURE(count);
    for (const auto member : {&bm25_header::documents, &bm25_header::terms, &bm25_header::list_bytes,
                              &bm25_header::slots, &bm25_header::name_bytes, &bm25_header::many}) {
      bm25_header header{};
      header.*member = count;
      CHECK_FALSE(mhqa::detail::layout_of(header));
    }
  }
  CHECK(mhqa::detail::layout_of({}));
}

TEST_CASE("bm25_layout: the parts of a list of each kind, by hand") {
  using mhqa::detail::list_kind;
  using mhqa::detail::list_layout_of;
  const auto dense = list_layout_of(5, 130);  // three words; one block is all of them
  CHECK(dense.kind == list_kind::dense);
  CHECK(dense.units == 3);
  CHECK(dense.blocks == 0);
  CHECK(dense.before == 24);
  CHECK(dense.counts == 36);
  CHECK(dense.size == 48);                       // 41 and 7 bytes
  const auto blocks = list_layout_of(500, 513);  // nine words: two blocks
  CHECK(blocks.blocks == 2);
  CHECK(blocks.before == 72);
  CHECK(blocks.maxima == 108);
  CHECK(blocks.counts == 116);
  CHECK(blocks.size == 616);
  const auto narrow = list_layout_of(300, 200'000);  // 13 runs of 16,384 documents, three blocks
  CHECK(narrow.kind == list_kind::narrow);
  CHECK(narrow.run_bits == 14);  // 25 runs would have 12 postings each
  CHECK(narrow.units == 13);
  CHECK(narrow.blocks == 3);
  CHECK(narrow.maxima == 56);
  CHECK(narrow.documents == 68);
  CHECK(narrow.counts == 668);
  CHECK(narrow.size == 968);
  const auto wide = list_layout_of(16, 200'000);
  CHECK(wide.kind == list_kind::wide);
  CHECK(wide.blocks == 0);
  CHECK(wide.documents == 0);
  CHECK(wide.counts == 64);
  CHECK(wide.size == 80);
  CHECK(list_layout_of(17, 200'000).kind == list_kind::narrow);
  CHECK(list_layout_of(17, 200'000).run_bits == 16);
  CHECK(list_layout_of(17, 200'000).units == 4);
  CHECK(list_layout_of(6250, 200'000).kind == list_kind::narrow);
  CHECK(list_layout_of(6251, 200'000).kind == list_kind::dense);
}
