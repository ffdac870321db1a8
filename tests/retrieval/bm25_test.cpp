// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/bm25.hpp>

#include <support/json.hpp>
#include <support/shared_data.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

// The whole way: build, search, on a corpus worked by hand and on real paragraphs.

using strings = std::vector<std::string>;

TEST_CASE("bm25: a score by hand") {
  // N = 3, average length 2. "fox" is in documents 0 and 2, both of average length or not:
  // idf = ln(1 + 1.5 / 2.5); document 0: tf 1, l 2, K = 1.2 -> 1 / 2.2; document 2: tf 2, l 3,
  // K = 1.2 (0.25 + 0.75 * 1.5) = 1.65 -> 2 / 3.65.
  const strings corpus{"red fox", "hen", "fox fox den"};
  const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::lucene);
  CHECK(index.view().documents() == 3);
  CHECK(index.view().terms() == 4);
  CHECK(index.view().average_length() == 2);
  CHECK(index.view().length(2) == 3);
  const auto hits = mhqa::search_bm25(index, strings{"Fox!", "the fox, fox", "cat", ""}, 10);
  const double idf = std::log(1 + 1.5 / 2.5);
  REQUIRE(hits[0].size() == 2);
  CHECK(hits[0][0].document == 2);
  CHECK(hits[0][0].score == doctest::Approx(idf * 2 / 3.65).epsilon(1e-7));
  CHECK(hits[0][1].document == 0);
  CHECK(hits[0][1].score == doctest::Approx(idf / 2.2).epsilon(1e-7));
  REQUIRE(hits[1].size() == 2);  // a term counts as often as it stands in the query
  CHECK(hits[1][0].score == doctest::Approx(2 * idf * 2 / 3.65).epsilon(1e-7));
  CHECK(hits[2].empty());
  CHECK(hits[3].empty());
}

TEST_CASE("bm25: questions find their paragraphs among those of 200 MuSiQue questions") {
  const auto file = mhqa_test::shared_data("data/musique/ans_dev_200.jsonl");
  if (!file) return;
  strings paragraphs;
  std::map<std::string, std::uint32_t> number;
  std::vector<std::pair<std::string, std::uint32_t>> hops;  // a first hop needs no earlier answer
  for (const auto& record : mhqa_test::load_jsonl(*file)) {
    std::vector<std::uint32_t> own;
    for (const auto& paragraph : record["paragraphs"].items()) {
      std::string text = paragraph["title"].string() + "\n" + paragraph["paragraph_text"].string();
      const auto [at, added] = number.emplace(text, static_cast<std::uint32_t>(paragraphs.size()));
      if (added) paragraphs.push_back(std::move(text));
      own.push_back(at->second);
    }
    const auto& hop = record["question_decomposition"][0];
    hops.emplace_back(hop["question"].string(), own[static_cast<std::size_t>(hop["paragraph_support_idx"].integer())]);
  }
  CHECK(paragraphs.size() == 3141);
  const auto index = mhqa::build_bm25(paragraphs);
  strings queries;
  for (const auto& [question, support] : hops) queries.push_back(question);
  const auto hits = mhqa::search_bm25(index, queries, 10);
  int found = 0;
  for (std::size_t i = 0; i < hops.size(); ++i) {
    found += std::any_of(hits[i].begin(), hits[i].end(), [&](const auto& h) { return h.document == hops[i].second; });
  }
  CHECK(found == 191);
}
