// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/contexts.hpp>

#include <mhqa/parallel.hpp>

#include "support/name_pool.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace {

mhqa::single_hop_pool austen() {
  mhqa::single_hop_pool pool;
  pool.paragraphs = {{"Emma", "Emma is a novel that Jane Austen wrote."},
                     {"Jane Austen", "Jane Austen was born in 1775."},
                     {"Copy", "jane austen was born in 1775"},
                     {"Villette", "A novel that someone wrote."},
                     {"Iron", "A metal."}};
  pool.questions = {{"a", "", "Who wrote Emma?", "Jane Austen", {}, 0},
                    {"b", "", "When was Jane Austen born?", "1775", {}, 1},
                    {"c", "", "Who copied?", "jane austen", {}, 2},
                    {"d", "", "What is Iron?", "A metal", {}, 4}};
  return pool;
}

std::set<std::uint32_t> paragraphs(const mhqa::composed_context& context) {
  std::set<std::uint32_t> out;
  for (const auto& p : context) out.insert(p.paragraph);
  return out;
}

}  // namespace

TEST_CASE("contexts: the query is the single-hop questions without the answers on the way") {
  const auto pool = austen();
  CHECK(mhqa::context_query(pool, mhqa::as_composition({0, 1, {9, 11}})) == "Who wrote Emma? When was born?");
  mhqa::single_hop_pool three = pool;
  three.questions.push_back({"e", "", "Who ruled in 1775 with Jane Austen?", "George", {}, 4});
  const mhqa::composition c{mhqa::shape::hop3_1, {0, 1, 4, 0}, {}};
  CHECK(mhqa::context_query(three, c) == "Who wrote Emma? When was born? Who ruled in with?");
}

TEST_CASE("contexts: supports, then gold paragraphs that repeat none of them") {
  const auto pool = austen();
  const mhqa::pool_words words{pool};
  const mhqa::distractor_search distractors{pool, words};
  const std::vector<mhqa::composition> made{mhqa::as_composition({0, 1, {9, 11}})};
  const auto contexts = mhqa::build_contexts(pool, words, distractors, made, 7);
  // Not 2, whose text is a support's, nor 3, which no question has.
  CHECK(paragraphs(contexts[0]) == std::set<std::uint32_t>{0, 1, 4});
  for (const auto& p : contexts[0]) CHECK(p.supporting == (p.paragraph < 2));
}

TEST_CASE("contexts: a corpus gives paragraphs of the right size, whether questions have them or not") {
  const auto pool = mhqa::with_corpus(
      austen(), std::vector<mhqa::context_paragraph>{{"New", "Emma wrote a long letter to all of them"}, {"No", "x"}});
  CHECK(pool.paragraphs.size() == 7);
  const mhqa::pool_words words{pool};
  const mhqa::distractor_search distractors{pool, words};
  const std::vector<mhqa::composition> made{mhqa::as_composition({0, 1, {9, 11}})};
  mhqa::context_options options;
  options.source = mhqa::distractor_source::corpus;
  CHECK(paragraphs(mhqa::build_contexts(pool, words, distractors, made, 7, options)[0]) ==
        std::set<std::uint32_t>{0, 1});  // all others have fewer than 20 words
  options.min_corpus_words = 5;
  options.max_corpus_words = 9;
  CHECK(paragraphs(mhqa::build_contexts(pool, words, distractors, made, 7, options)[0]) ==
        std::set<std::uint32_t>{0, 1, 3, 5});
  options.paragraphs = 3;  // the best hit
  CHECK(paragraphs(mhqa::build_contexts(pool, words, distractors, made, 7, options)[0]) ==
        std::set<std::uint32_t>{0, 1, 5});
  options.paragraphs = 1;  // supports stay
  CHECK(paragraphs(mhqa::build_contexts(pool, words, distractors, made, 7, options)[0]) ==
        std::set<std::uint32_t>{0, 1});
}

TEST_CASE("contexts: 10 or 20 paragraphs in the seed's order, the same for any executor") {
  const mhqa_test::name_pool random{80, 40, 60, 1};
  const mhqa::pool_words words{random.pool};
  const mhqa::distractor_search distractors{random.pool, words};
  std::vector<mhqa::composition> made;
  for (std::uint32_t i = 0; i + 1 < 80; ++i) {
    if (mhqa::same_paragraph(words, i, i + 1)) continue;
    made.push_back(mhqa::as_composition({i, i + 1, {0, 3}}));
  }
  mhqa::context_options ten;
  ten.paragraphs = 10;
  const auto contexts = mhqa::build_contexts(random.pool, words, distractors, made, 7, ten);
  mhqa::thread_pool team{3};
  CHECK(mhqa::build_contexts(random.pool, words, distractors, made, 7, ten, team) == contexts);
  const auto again = mhqa::build_contexts(random.pool, words, distractors, made, 8, ten);
  CHECK(again != contexts);
  std::size_t first = 0;
  for (std::size_t i = 0; i < made.size(); ++i) {
    CHECK(contexts[i].size() == 10);
    CHECK(paragraphs(contexts[i]).size() == 10);
    CHECK(std::ranges::count_if(contexts[i], [](const auto& p) { return p.supporting; }) == 2);
    first += contexts[i][0].supporting ? 1U : 0U;
  }
  CHECK(first > 0);
  CHECK(first < made.size() / 2);
  CHECK(mhqa::build_contexts(random.pool, words, distractors, made, 7)[0].size() == 20);
}
