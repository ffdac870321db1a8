// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/bm25_shard.hpp>

#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/bm25.hpp>
#include <support/corpora.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// What shards find, merged, is what one index over all documents finds: the same documents in the same order with the
// same bits of the score.

using mhqa_test::random_corpus;
using strings = std::vector<std::string>;

namespace {

constexpr mhqa::whitespace_analyzer split{};

std::vector<mhqa::bm25_view> views_of(const std::vector<mhqa::bm25_index>& indexes) {
  std::vector<mhqa::bm25_view> out;
  for (const mhqa::bm25_index& one : indexes) out.push_back(one.view());
  return out;
}

std::vector<mhqa::bm25_index> built(const strings& corpus, std::span<const std::size_t> ends, mhqa::bm25_model model) {
  std::vector<mhqa::bm25_index> out;
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    out.push_back(mhqa::build_bm25(std::span{corpus}.subspan(begin, end - begin), model, split));
    begin = end;
  }
  return out;
}

}  // namespace

TEST_CASE("bm25_shard: five shards rank and score 2,000 queries as one index, ties as well") {
  strings corpus = random_corpus(11, 1500, 3000);
  corpus[7] = "";
  for (std::size_t d = 100; d < 1500; d += 100) corpus[d] = corpus[3];  // equal scores in all shards
  std::string often;
  for (int i = 0; i < 700; ++i) often += "again ";
  corpus[900] = often;  // a count that does not fit into a byte
  strings queries = random_corpus(12, 1996, 3000);
  queries.insert(queries.end(), {corpus[3], "again w1", "nothing", ""});
  constexpr std::array<std::size_t, 5> ends{1, 400, 400, 1100, 1500};
  constexpr std::size_t k = 20;
  for (const mhqa::bm25_model model : {mhqa::bm25_models::lucene, mhqa::bm25_models::pisa, mhqa::bm25_models::bm25l}) {
    const auto whole = mhqa::build_bm25(corpus, model, split);
    const auto wanted = mhqa::search_bm25(whole, queries, k, split);
    const auto indexes = built(corpus, ends, model);
    const auto views = views_of(indexes);
    std::vector<std::vector<mhqa::search_hit>> found(queries.size());
    mhqa::thread_pool pool{3};
    for (std::size_t which = 0; which < views.size(); ++which) {
      const auto shard = mhqa::shard_bm25(views, which, pool);
      const auto alone = mhqa::shard_bm25(views, which);
      CHECK(std::ranges::equal(alone.bytes(), shard.bytes()));
      REQUIRE(mhqa::check_bm25(shard.bytes()));
      CHECK(shard.view().is_shard());
      CHECK(shard.view().average_length() == whole.view().average_length());
      // Every score is summed in the order of the largest weights, then of the terms.
      REQUIRE(shard.view().terms() == whole.view().terms());
      for (mhqa::term_id term = 0; term < shard.view().terms(); ++term) {
        REQUIRE(shard.view().name(term) == whole.view().name(term));
        REQUIRE(shard.view().bound(term) == whole.view().bound(term));
      }
      const auto hits = mhqa::search_bm25(shard, queries, k, split);
      for (std::size_t q = 0; q < queries.size(); ++q) {
        for (mhqa::search_hit hit : hits[q]) {
          hit.document += static_cast<std::uint32_t>(shard.view().first_document());
          found[q].push_back(hit);
        }
      }
    }
    for (std::size_t q = 0; q < queries.size(); ++q) mhqa::merge_hits(found[q], k);
    CHECK(mhqa::query_hits{found} == wanted);
  }
}

TEST_CASE("bm25_shard: one index is its only shard, byte for byte") {
  const auto index = mhqa::build_bm25(random_corpus(5, 50, 60), {}, split);
  const auto shard = mhqa::shard_bm25(std::array{index.view()}, 0);
  CHECK(std::ranges::equal(shard.bytes(), index.bytes()));
  CHECK_FALSE(shard.view().is_shard());
}

TEST_CASE("bm25_shard: shards of shards, other models and a number out of range are refused") {
  const strings corpus = random_corpus(6, 20, 30);
  constexpr std::array<std::size_t, 2> ends{10, 20};
  const auto indexes = built(corpus, ends, mhqa::bm25_models::lucene);
  const auto views = views_of(indexes);
  CHECK_THROWS_AS(static_cast<void>(mhqa::shard_bm25(views, 2)), mhqa::usage_error);
  const auto shard = mhqa::shard_bm25(views, 1);
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::shard_bm25(std::array{shard.view()}, 0)),
                       "expected whole indexes, found a shard of one", mhqa::data_error);
  const auto other = mhqa::build_bm25(corpus, mhqa::bm25_models::pisa, split);
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::shard_bm25(std::array{views[0], other.view()}, 0)),
                       "expected indexes of one model and one analyzer", mhqa::data_error);
}

TEST_CASE("bm25_shard: damaged numbers of the whole index are named") {
  const strings corpus = random_corpus(6, 20, 30);
  constexpr std::array<std::size_t, 2> ends{10, 20};
  const auto indexes = built(corpus, ends, mhqa::bm25_models::lucene);
  const auto shard = mhqa::shard_bm25(views_of(indexes), 1);
  for (const std::size_t at : {128U, 136U, 144U}) {  // documents and tokens of all, the first document
    std::vector<std::uint64_t> words(shard.bytes().size() / 8);
    const std::span<std::byte> bytes = std::as_writable_bytes(std::span{words});
    std::ranges::copy(shard.bytes(), bytes.begin());
    REQUIRE(mhqa::check_bm25(bytes));
    words[at / 8] = at == 144 ? 11 : 1;
    CHECK(mhqa::check_bm25(bytes).expected == "documents of a whole index");
  }
}
