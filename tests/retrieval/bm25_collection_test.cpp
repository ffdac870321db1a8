// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/bm25_collection.hpp>

#include <mhqa/parallel.hpp>
#include <support/corpora.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// However a corpus is cut into blocks, the terms, counts and postings are the same.

using mhqa::detail::bm25_block;
using mhqa::detail::bm25_collection;
using strings = std::vector<std::string>;

namespace {

struct collected {
  bm25_collection all;
  std::vector<std::vector<std::uint32_t>> documents;  // by term
  std::vector<std::vector<std::uint8_t>> counts;
};

template <class E>
collected in_blocks(const strings& corpus, std::size_t size, E& exec) {
  collected out;
  std::vector<bm25_block> blocks;
  for (std::size_t at = 0; at < corpus.size(); at += size) {
    const std::span part{corpus.data() + at, std::min(size, corpus.size() - at)};
    blocks.push_back(out.all.add(part, mhqa::whitespace_analyzer{}, exec));
  }
  out.all.finish();
  out.documents.resize(out.all.terms.size());
  out.counts.resize(out.all.terms.size());
  for (std::size_t term = 0; term < out.all.terms.size(); ++term) {
    for (const bm25_block& block : blocks) {
      const auto documents = block.documents_of(term);
      const auto counts = block.counts_of(term);
      out.documents[term].insert(out.documents[term].end(), documents.begin(), documents.end());
      out.counts[term].insert(out.counts[term].end(), counts.begin(), counts.end());
    }
  }
  return out;
}

}  // namespace

TEST_CASE("bm25_collection: blocks of every size give the same terms and postings") {
  strings corpus = mhqa_test::random_corpus(8, 40, 50);
  corpus[7].clear();
  for (int i = 0; i < 300; ++i) corpus[20] += " often";
  mhqa::serial_executor one;
  mhqa::thread_pool three{3};
  const collected want = in_blocks(corpus, corpus.size(), one);
  CHECK(want.all.lengths.size() == 40);
  REQUIRE(want.all.many.size() == 1);
  CHECK(want.all.many[0].document == 20);
  CHECK(want.all.many[0].count == 300);
  for (std::size_t size = 1; size <= corpus.size(); ++size) {
    CAPTURE(size);
    for (const bool threads : {false, true}) {
      const collected got = threads ? in_blocks(corpus, size, three) : in_blocks(corpus, size, one);
      CHECK(got.all.terms.names() == want.all.terms.names());
      CHECK(got.all.frequency == want.all.frequency);
      CHECK(got.all.lengths == want.all.lengths);
      CHECK(got.all.tokens == want.all.tokens);
      CHECK(got.all.postings == want.all.postings);
      CHECK(got.all.many.size() == 1);
      CHECK(got.documents == want.documents);
      CHECK(got.counts == want.counts);
    }
  }
}
