// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/bm25_merge.hpp>

#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/bm25_build.hpp>
#include <mhqa/retrieval/bm25_index.hpp>
#include <support/corpora.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

// What is merged has the bytes of one index over all documents, so that rankings and scores are the same.

using mhqa_test::random_corpus;
using strings = std::vector<std::string>;

namespace {

constexpr mhqa::whitespace_analyzer split{};

mhqa::bm25_index built(std::span<const std::string> documents) {
  return mhqa::build_bm25(documents, mhqa::bm25_models::bm25l, split);
}

}  // namespace

TEST_CASE("bm25_merge: five shards are one index, byte for byte") {
  strings corpus = random_corpus(11, 1000, 5000);
  corpus[3] = "";
  std::string often;
  for (int i = 0; i < 700; ++i) often += "again ";
  corpus[500] = corpus[999] = often;
  const auto whole = built(corpus);
  std::vector<mhqa::bm25_index> shards;
  for (const auto& [begin, end] : {std::array<std::size_t, 2>{0, 1}, {1, 400}, {400, 400}, {400, 999}, {999, 1000}}) {
    shards.push_back(built(std::span{corpus}.subspan(begin, end - begin)));
  }
  std::vector<mhqa::bm25_view> views;
  for (const mhqa::bm25_index& one : shards) views.push_back(one.view());
  mhqa::thread_pool pool{3};
  const auto alone = mhqa::merge_bm25(views), on_threads = mhqa::merge_bm25(views, pool);
  const auto first = mhqa::merge_bm25(std::span{views}.first(1));
  CHECK(std::ranges::equal(alone.bytes(), whole.bytes()));
  CHECK(std::ranges::equal(on_threads.bytes(), whole.bytes()));
  CHECK(std::ranges::equal(first.bytes(), shards[0].bytes()));
  CHECK(mhqa::check_bm25(alone.bytes()));
}

TEST_CASE("bm25_merge: no index, another model and another analyzer are refused") {
  const strings one{"red fox"};
  const auto index = built(one);
  const auto other = mhqa::build_bm25(one, mhqa::bm25_models::lucene, split);
  const auto words = mhqa::build_bm25(one, mhqa::bm25_models::bm25l, mhqa::musique_analyzer{});
  CHECK_THROWS_AS(static_cast<void>(mhqa::merge_bm25({})), mhqa::data_error);
  for (const mhqa::bm25_index& wrong : {other, words}) {
    CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::merge_bm25(std::array{index.view(), wrong.view()})),
                         "expected indexes of one model and one analyzer", mhqa::data_error);
  }
}
