// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// StrategyQA's retrieval (strategy_qa_reader.py): clean_query for each step, hits sorted by score, each paragraph once,
// cut to 10; Recall@10 as recall@10.py computes it.
#include <mhqa/compose/step_retrieval.hpp>

#include <mhqa/io/datasets/strategyqa.hpp>
#include <mhqa/io/datasets/strategyqa_paragraphs.hpp>
#include <mhqa/retrieval/bm25.hpp>
#include <mhqa/text/stop_words.hpp>

#include "support/shared_data.hpp"

#include <doctest/doctest.h>
#include <range/v3/view/transform.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using mhqa::query_references;
using mhqa::search_hit;

namespace {

using texts = std::vector<std::string>;
using hits = std::vector<search_hit>;

}  // namespace

TEST_CASE("step_retrieval: a query a step, with the reference kept, answered or left out") {
  const texts steps{"Who wrote Emma?", "Was #1 born in #2 or #12?"};
  CHECK(mhqa::step_queries(steps) == texts{"wrote Emma?", "#1 born #2 #12?"});
  const texts answers{"Jane Austen"};
  CHECK(mhqa::step_queries(steps, query_references::answered, answers) ==
        texts{"wrote Emma?", "Jane Austen born #2 #12?"});
  CHECK(mhqa::step_queries(steps, query_references::left_out) == texts{"wrote Emma?", "born ?"});
  CHECK(mhqa::step_queries(texts{"Is #1?"}, query_references::left_out) == texts{"?"});
  CHECK(mhqa::step_queries({}).empty());
}

TEST_CASE("step_retrieval: hits are merged by score, each document once with its best score") {
  const std::vector<hits> lists{{{7, 2.0}, {1, 1.0}}, {{1, 3.0}, {5, 2.0}, {9, 0.5}}};
  CHECK(mhqa::merge_step_hits(lists, 10) ==
        hits{{1, 3.0}, {7, 2.0}, {5, 2.0}, {9, 0.5}});  // of a tie the earlier step's
  CHECK(mhqa::merge_step_hits(lists, 2) == hits{{1, 3.0}, {7, 2.0}});
  CHECK(mhqa::merge_step_hits(lists, 0).empty());
  CHECK(mhqa::merge_step_hits(std::vector<hits>{}, 3).empty());
  CHECK(mhqa::merge_step_hits(std::vector<hits>{{}, {{4, 1.0}}}, 3) == hits{{4, 1.0}});
}

TEST_CASE("step_retrieval: lists of hits that are made as they are read") {
  const std::vector<std::uint32_t> documents{7, 1, 7};
  const auto lists = ranges::views::transform(documents, [](std::uint32_t d) {
    return std::vector<mhqa::search_hit>{{d, 1.0 + d}, {9, 0.5}};
  });
  CHECK(mhqa::merge_step_hits(lists, 5) == std::vector<mhqa::search_hit>{{7, 8.0}, {1, 2.0}, {9, 0.5}});
}

TEST_CASE("step_retrieval: asking each step for k hits is enough") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    mhqa::draws random{seed, "merge"};
    std::vector<hits> whole(3), cut;
    for (hits& list : whole) {
      for (std::uint32_t d = 0; d < 12; ++d) list.push_back({d, static_cast<double>(random.below(8))});
      std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
      cut.emplace_back(list.begin(), list.begin() + 4);
    }
    const hits all = mhqa::merge_step_hits(whole, 4), part = mhqa::merge_step_hits(cut, 4);
    REQUIRE(all.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) CHECK(all[i].score == part[i].score);
  }
}

TEST_CASE("step_retrieval: Recall@10 over 998 paragraphs, by question and by decomposition") {
  const auto paragraphs = mhqa_test::shared_data("data/strategyqa/paragraphs_998.jsonl");
  const auto gold = mhqa_test::shared_data("data/strategyqa/dev.json");
  const auto predicted = mhqa_test::shared_data("data/strategyqa/bart_decomposition_dev.jsonl");
  if (!paragraphs || !gold || !predicted) return;

  texts ids, alone, titled;
  {
    mhqa::io::json_records in{paragraphs->string()};
    mhqa::strategyqa::paragraph p;
    while (auto value = in.next()) {
      mhqa::io::strategyqa::read(*value, p);
      ids.push_back(p.id());
      alone.emplace_back(p.text);
      titled.push_back(std::string{p.title} + " " + std::string{p.text});
    }
  }
  REQUIRE(ids.size() == 998);
  std::vector<mhqa::strategyqa::record> records;
  mhqa::io::json_records in{gold->string(), mhqa::io::lifetime::source};
  while (auto value = in.next()) mhqa::io::strategyqa::read(*value, records.emplace_back());
  std::vector<texts> bart;
  {
    mhqa::io::json_records lines{predicted->string()};
    mhqa::strategyqa::record r;
    while (auto value = lines.next()) {
      mhqa::io::strategyqa::read(*value, r, mhqa::io::strategyqa::fields::gold, {.decomposition = true});
      bart.emplace_back(r.decomposition.begin(), r.decomposition.end());
    }
  }
  REQUIRE(records.size() == 229);
  REQUIRE(bart.size() == 229);

  // The figures for questions and gold decompositions were also computed by a program that shares nothing with this
  // one but the stop words, over MuSiQue's normalised words and the formula of bm25_models::lucene.
  struct row {
    const texts& documents;
    double question, kept, left_out, bart;
  };
  for (const row& r : {row{alone, 0.8838427947598255, 0.8859534206695777, 0.9259825327510913, 0.823217},
                       row{titled, 0.9231441048034936, 0.9216157205240172, 0.9438136826783112, 0.867176}}) {
    mhqa::musique_analyzer words;
    const mhqa::bm25_index index = mhqa::build_bm25(r.documents, mhqa::bm25_models::lucene, words);
    mhqa::bm25_searcher searcher{index};
    const auto recall = [&](auto&& search) {
      mhqa::strategyqa::totals totals;
      mhqa::strategyqa::evaluator evaluate;
      for (std::size_t i = 0; i < records.size(); ++i) {
        std::vector<std::string_view> retrieved;
        for (const search_hit& hit : search(i)) retrieved.push_back(ids[hit.document]);
        totals.add(evaluate(records[i], {.paragraphs = std::span<const std::string_view>{retrieved}}));
      }
      return *totals.named()[2].value;
    };
    const auto steps_of = [&](std::size_t i) {
      return texts(records[i].decomposition.begin(), records[i].decomposition.end());
    };
    CHECK(recall([&](std::size_t i) {
            return mhqa::search_steps(searcher, texts{mhqa::without_stop_words(records[i].question)}, 10, words);
          }) == doctest::Approx(r.question).epsilon(1e-12));
    CHECK(recall([&](std::size_t i) {
            return mhqa::search_steps(searcher, mhqa::step_queries(steps_of(i)), 10, words);
          }) == doctest::Approx(r.kept).epsilon(1e-12));
    CHECK(recall([&](std::size_t i) {
            return mhqa::search_steps(searcher, mhqa::step_queries(steps_of(i), query_references::left_out), 10, words);
          }) == doctest::Approx(r.left_out).epsilon(1e-12));
    CHECK(recall([&](std::size_t i) { return mhqa::search_steps(searcher, mhqa::step_queries(bart[i]), 10, words); }) ==
          doctest::Approx(r.bart).epsilon(1e-6));
  }
}
