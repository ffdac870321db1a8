// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/connection_plan.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <vector>

namespace {

const mhqa::single_hop_pool pool{{{"a", "own", "Who wrote Emma?", "Jane Austen", {}, 0},
                                  {"b", "own", "Who wrote Persuasion?", "jane austen", {}, 1},
                                  {"c", "own", "When did Jane Austen visit Bath?", "1797", {}, 2},
                                  {"d", "own", "Which spa is in Somerset?", "Bath", {}, 3}},
                                 {{"Emma", "By Jane Austen."},
                                  {"Persuasion", "By Jane Austen."},
                                  {"Jane Austen", "In Bath in 1797."},
                                  {"Bath", "A spa in Somerset."}}};
// Two heads with one answer, and another mention in the same tail.
const std::vector<mhqa::question_pair> pairs{{1, 2, {9, 11}}, {3, 2, {27, 4}}, {0, 2, {9, 11}}};

}  // namespace

TEST_CASE("connection_plan: heads are asked once, without context; tails once for each masked mention") {
  const mhqa::pool_words words{pool};
  const auto plan = mhqa::plan_connection(pool, words, pairs, 7, {.distractors = 2});
  REQUIRE(plan.heads.size() == 3);
  CHECK(plan.heads[1].id == "head__b");
  CHECK(plan.heads[1].text == "Who wrote Persuasion?");
  CHECK(plan.heads[1].context.empty());
  REQUIRE(plan.tails.size() == 2);
  std::vector<std::string> texts;
  for (const auto& r : plan.tails) {
    texts.push_back(r.id + ": " + r.text);
    CHECK(r.question == 2);
    CHECK(r.context.size() == 3);
    CHECK(std::count(r.context.begin(), r.context.end(), 2) == 1);
    CHECK(r.fold == plan.tails[0].fold);  // masks of one question
  }
  std::sort(texts.begin(), texts.end());
  CHECK(texts == std::vector<std::string>{"tail__c__bath: When did Jane Austen visit?",
                                          "tail__c__jane austen: When did visit Bath?"});
  mhqa::thread_pool threads{2};
  CHECK(mhqa::plan_connection(pool, words, pairs, 7, {.distractors = 2}, threads) == plan);
  CHECK(mhqa::plan_connection(pool, words, pairs, 7, {.heads = false, .distractors = 2}).heads.empty());
  CHECK(mhqa::plan_connection(pool, words, pairs, 7, {.tails = false}).tails.empty());
  CHECK_THROWS_AS(static_cast<void>(mhqa::plan_connection(pool, words, pairs, 7, {.folds = 2})), mhqa::data_error);
}

TEST_CASE("connection_plan: folds are of equal size, and each is tested once, validated once and trained on thrice") {
  std::deque<std::string> ids;
  mhqa::single_hop_pool many;
  many.paragraphs.push_back({});
  std::vector<mhqa::question_pair> some;
  for (std::uint32_t i = 0; i < 52; ++i) {
    many.questions.push_back({ids.emplace_back(std::to_string(i)), "own", "Q", "A", {}, 0});
    some.push_back({i, 0, {}});
  }
  const mhqa::pool_words words{many};
  const auto plan = mhqa::plan_connection(many, words, some, 1, {.tails = false});
  std::array<int, 5> sizes{};
  for (const auto& r : plan.heads) ++sizes[r.fold];
  std::sort(sizes.begin(), sizes.end());
  CHECK(sizes == std::array<int, 5>{10, 10, 10, 11, 11});
  CHECK(mhqa::plan_connection(many, words, some, 2, {.tails = false}) != plan);
  for (std::uint32_t fold = 0; fold < 5; ++fold) {
    std::array<int, 3> uses{};
    for (std::uint32_t round = 0; round < 5; ++round) {
      ++uses[static_cast<std::size_t>(mhqa::use_of_fold(fold, round, 5))];
    }
    CHECK(uses == std::array<int, 3>{3, 1, 1});
  }
}
