// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/bm25_index.hpp>

#include <mhqa/random.hpp>
#include <mhqa/retrieval/bm25.hpp>
#include <support/corpora.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The bytes that are saved are the index; no bytes whatever make a search go wrong.

using mhqa_test::random_corpus;
using strings = std::vector<std::string>;

namespace {

constexpr mhqa::whitespace_analyzer split{};

// Bytes at a multiple of 8.
struct block {
  explicit block(std::span<const std::byte> from) : words((from.size() + 7) / 8), size(from.size()) {
    std::copy(from.begin(), from.end(), std::as_writable_bytes(std::span{words}).begin());
  }
  std::span<std::byte> bytes() { return std::as_writable_bytes(std::span{words}).first(size); }
  std::vector<std::uint64_t> words;
  std::size_t size;
};

}  // namespace

TEST_CASE("bm25_index: saved bytes are the index") {
  const strings corpus = random_corpus(3, 200, 100);
  const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::pisa, split);
  block saved{index.bytes()};
  const auto loaded = mhqa::check_bm25(saved.bytes());
  REQUIRE(loaded);
  CHECK(loaded->model() == mhqa::bm25_models::pisa);
  CHECK(loaded->documents() == 200);
  const strings queries{"w1 w5 w9", "w50", "w2 w2 w3"};
  CHECK(mhqa::search_bm25(*loaded, queries, 9, split) == mhqa::search_bm25(index, queries, 9, split));
}

TEST_CASE("bm25_index: cut and shifted bytes are refused") {
  const auto index = mhqa::build_bm25(random_corpus(4, 30, 40), {}, split);
  block saved{index.bytes()};
  for (std::size_t size = 0; size < saved.size; ++size) {
    CHECK_FALSE(mhqa::check_bm25(saved.bytes().first(size)));
  }
  CHECK(mhqa::check_bm25(saved.bytes().subspan(8)).expected == "\"mhqaBM25\"");
  CHECK(mhqa::check_bm25(saved.bytes().subspan(4)).expected == "bytes at a multiple of 8");
  CHECK(mhqa::check_bm25({}).expected == "the header of a BM25 index");
}

TEST_CASE("bm25_index: no changed byte makes a search fail") {
  // Each byte is set to several values. What is still accepted must be searchable; run under a sanitizer.
  const strings corpus = random_corpus(4, 12, 14);
  const auto index = mhqa::build_bm25(corpus, {}, split);
  const strings queries{"w1 w2 w3 w7", "w4 nothing"};
  std::size_t accepted = 0, refused = 0;
  for (std::size_t at = 0; at < index.bytes().size(); ++at) {
    for (const unsigned value : {0x00U, 0x01U, 0x7fU, 0x80U, 0xffU}) {
      block changed{index.bytes()};
      if (changed.bytes()[at] == std::byte{static_cast<unsigned char>(value)}) continue;
      changed.bytes()[at] = std::byte{static_cast<unsigned char>(value)};
      const auto view = mhqa::check_bm25(changed.bytes());
      if (!view) {
        ++refused;
        continue;
      }
      ++accepted;
      const auto unnamed = [](std::string_view text, auto&& sink) { split(text, sink); };
      for (const auto& hits : mhqa::search_bm25(*view, queries, 5, unnamed)) {
        for (const auto& hit : hits) CHECK(hit.document < corpus.size());
      }
      for (mhqa::term_id term = 0; term < view->terms(); ++term) CHECK(view->name(term).size() < 100);
    }
  }
  CHECK(refused > accepted);
}

TEST_CASE("bm25_index: bytes that change after they were checked leave a search within its bounds, and let it end") {
  // As those of a mapped file; run under a sanitizer. The corpus has lists of all three kinds.
  const strings corpus = random_corpus(4, 300, 200);
  const auto index = mhqa::build_bm25(corpus, {}, split);
  const strings queries{"w1 w2 w3 w7", "w4 nothing w90", "w150 w1 w1"};
  mhqa::draws random{5, "changed bytes"};
  for (int round = 0; round < 400; ++round) {
    block changed{index.bytes()};
    const auto view = mhqa::check_bm25(changed.bytes());
    REQUIRE(view);
    const std::size_t begin = random.below(changed.size);
    const std::size_t end = round % 3 == 0 ? changed.size : std::min(changed.size, begin + 1 + random.below(200));
    for (std::size_t at = begin; at < end; ++at) {
      const std::uint64_t value = round % 2 == 0 ? 0 : round % 5 == 0 ? 255 : random.below(256);
      changed.bytes()[at] = std::byte{static_cast<unsigned char>(value)};
    }
    for (const auto& hits : mhqa::search_bm25(*view, queries, 5, split)) {
      for (const auto& hit : hits) CHECK(hit.document < corpus.size());
    }
  }
}

TEST_CASE("bm25_index: terms of every length are found, and only whole") {
  strings corpus;
  std::string term;
  for (int i = 0; i < 40; ++i) corpus.push_back(term += static_cast<char>('a' + i % 26));
  corpus.push_back(
      "abcdefgX"
      "ijklmnop");  // differs from a prefix of the others in the middle only
  const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::bm25s, split);
  CHECK(index.view().terms() == corpus.size());
  for (std::uint32_t d = 0; d < corpus.size(); ++d) {
    const auto id = index.view().find(corpus[d]);
    REQUIRE(id);
    CHECK(index.view().name(*id) == corpus[d]);
    REQUIRE(index.view().postings(*id).size() == 1);
    index.view().postings(*id).for_each([d](std::uint32_t document, float) { CHECK(document == d); });
  }
  CHECK_FALSE(index.view().find("abcd "));
  CHECK_FALSE(index.view().find(""));
}

TEST_CASE("bm25_index: another version and damaged lists are named") {
  const auto index = mhqa::build_bm25(random_corpus(4, 30, 40), {}, split);
  const auto changed_at = [&](std::size_t at, unsigned char value) {
    block changed{index.bytes()};
    changed.bytes()[at] = std::byte{value};
    return mhqa::check_bm25(changed.bytes()).expected;
  };
  CHECK(changed_at(8, 1) == "version 5 of the BM25 index");
  CHECK(changed_at(152, 0xff) != "");  // the first list's documents
  CHECK(changed_at(40, 0xff) == "lists that add up to the number of postings");
}
