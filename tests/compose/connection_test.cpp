// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/connection.hpp>

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

const mhqa::reading right{"1797", {}, {0}};

}  // namespace

TEST_CASE("connection: heads are asked once, without context; tails once for each masked mention") {
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

TEST_CASE("connection: folds are of equal size, and each is tested once, validated once and trained on thrice") {
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

TEST_CASE("connection: the thresholds are the paper's") {
  struct row {
    double answer, support;
    bool head, tail;
  };
  constexpr std::array rows{row{0, 0, true, true},       row{0.25, 1, true, true},   row{0.26, 1, true, false},
                            row{0.26, 0.99, true, true}, row{0.49, 0.5, true, true}, row{0.5, 0.5, false, true},
                            row{0.75, 0.5, false, true}, row{0.76, 0, false, false}, row{1, 1, false, false}};
  for (const auto& r : rows) {
    CAPTURE(r.answer);
    CHECK(mhqa::head_stays({r.answer, 0}) == r.head);
    CHECK(mhqa::tail_stays({r.answer, r.support}) == r.tail);
  }
}

TEST_CASE("connection: a pair stays if its head and its masked tail both do") {
  const mhqa::pool_words words{pool};
  const auto plan = mhqa::plan_connection(pool, words, pairs, 7, {.distractors = 0});
  // Of two models one knows who wrote Emma: a mean F1 of 0.5. Without "Jane Austen" both find the year and the support.
  const mhqa::model_readings heads{{{"Jane Austen"}, {"no idea"}, {"Baden"}}, {{"she"}, {"Austen"}, {"Aachen"}}};
  mhqa::model_readings tails(2, std::vector<mhqa::reading>(2));
  const auto austen = static_cast<std::size_t>(plan.tails[0].text == "When did visit Bath?" ? 0 : 1);
  tails[0][austen] = tails[1][austen] = right;
  const auto verdicts = mhqa::judge_connection(pool, plan, heads, tails);
  CHECK(verdicts.heads == std::vector<bool>{false, true, true});
  CHECK_FALSE(verdicts.tail_stays(plan.masks[austen]));
  CHECK(verdicts.head_share() == doctest::Approx(2.0 / 3));
  CHECK(verdicts.tail_share() == 0.5);
  const auto kept = mhqa::connected_pairs(words, pairs, verdicts);
  CHECK(kept.kept == std::vector<mhqa::question_pair>{pairs[1]});
  CHECK(kept.dropped == std::vector<mhqa::reason_count>{{"head-needs-no-context", 1}, {"tail-needs-no-bridge", 1}});
}

TEST_CASE("connection: a half that is left out drops nothing, missing readings are an error") {
  const mhqa::pool_words words{pool};
  const auto plan = mhqa::plan_connection(pool, words, pairs, 7, {.tails = false});
  const mhqa::model_readings wrong{std::vector<mhqa::reading>(3)};
  CHECK(mhqa::connected_pairs(words, pairs, mhqa::judge_connection(pool, plan, wrong, {})).kept == pairs);
  CHECK_THROWS_AS(static_cast<void>(mhqa::judge_connection(pool, plan, {}, {})), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(mhqa::judge_connection(pool, plan, {std::vector<mhqa::reading>(2)}, {})),
                  mhqa::data_error);
  const auto nothing = mhqa::plan_connection(pool, words, {}, 7);
  CHECK(mhqa::judge_connection(pool, nothing, {}, {}).head_share() == 0);
}
