// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/twins.hpp>

#include <mhqa/parallel.hpp>

#include "support/name_pool.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

TEST_CASE("twins: every paragraph with the hidden answer is replaced, another step's support too") {
  mhqa::single_hop_pool pool;
  pool.paragraphs = {{"Emma", "Jane Austen wrote Emma."},      {"Jane Austen", "Born in 1775."},
                     {"1775", "Jane Austen was born."},        {"Villette", "Someone wrote Villette."},
                     {"Bath", "In Bath someone wrote Emma 2"}, {"Iron", "A metal."}};
  pool.questions = {{"a", "", "Who wrote Emma?", "Jane Austen", {}, 0},
                    {"b", "", "When was Jane Austen born?", "1775", {}, 1},
                    {"c", "", "Who?", "Jane Austen", {}, 2},
                    {"d", "", "Who?", "Someone", {}, 3},
                    {"e", "", "Where?", "Bath", {}, 4},
                    {"f", "", "What?", "metal", {}, 5}};
  const mhqa::pool_words words{pool};
  const mhqa::distractor_search distractors{pool, words};
  const std::vector<mhqa::composition> made{mhqa::as_composition({0, 1, {9, 11}})};
  std::array<int, 2> steps{}, first{};
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto twin = mhqa::build_twins(pool, words, distractors, made, seed)[0];
    ++steps[twin.step];
    ++first[twin.first ? 1 : 0];
    std::vector<std::uint32_t> have, support;
    for (const auto& p : twin.context) {
      have.push_back(p.paragraph);
      if (p.supporting) support.push_back(p.paragraph);
    }
    std::ranges::sort(have);
    if (twin.step == 0) {  // Jane Austen is the title of the other support
      CHECK(have == std::vector<std::uint32_t>{3, 4, 5});
      CHECK(support.empty());
    } else {
      CHECK(have == std::vector<std::uint32_t>{0, 3, 4, 5});
      CHECK(support == std::vector<std::uint32_t>{0});
    }
  }
  CHECK(steps[0] > 8);
  CHECK(steps[1] > 8);
  CHECK(first[0] > 8);
  CHECK(first[1] > 8);
}

TEST_CASE("twins: the sampled step's support goes even if it does not mention its answer") {
  mhqa::single_hop_pool pool;
  pool.paragraphs = {{"1", "nothing here"}, {"2", "nothing there"}, {"3", "nothing else"}};
  pool.questions = {
      {"a", "", "Who?", "Ann", {}, 0}, {"b", "", "Ann what?", "Bob", {}, 1}, {"c", "", "Hm?", "x", {}, 2}};
  const mhqa::pool_words words{pool};
  const mhqa::distractor_search distractors{pool, words};
  const std::vector<mhqa::composition> made{mhqa::as_composition({0, 1, {0, 3}})};
  const auto twin = mhqa::build_twins(pool, words, distractors, made, 1)[0];
  for (const auto& p : twin.context) CHECK(p.paragraph != twin.step);
  CHECK(twin.context.size() == 2);
}

TEST_CASE("twins: as many paragraphs as the answerable question has, the same for any executor") {
  const mhqa_test::name_pool random{80, 200, 60, 1};
  const mhqa::pool_words words{random.pool};
  const mhqa::distractor_search distractors{random.pool, words};
  std::vector<mhqa::composition> made;
  for (std::uint32_t i = 0; i + 1 < 80; ++i) made.push_back(mhqa::as_composition({i, i + 1, {0, 3}}));
  const auto twins = mhqa::build_twins(random.pool, words, distractors, made, 7);
  mhqa::thread_pool team{2};
  CHECK(mhqa::build_twins(random.pool, words, distractors, made, 7, {}, team) == twins);
  for (std::size_t i = 0; i < made.size(); ++i) {
    CHECK(twins[i].context.size() == 20);
    for (const auto& p : twins[i].context) {
      CHECK_FALSE(mhqa::is_answer_or_alias_in(words, made[i].questions[twins[i].step], p.paragraph));
    }
  }
}
