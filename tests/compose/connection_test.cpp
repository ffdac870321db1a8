// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/connection.hpp>

#include <doctest/doctest.h>

#include <cstddef>
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
