// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/leaks.hpp>

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

TEST_CASE("leaks: keys are equal where question, answer, alias or paragraph are the same") {
  const std::vector<std::string_view> aliases{"J. Austen"};
  mhqa::single_hop_pool pool;
  pool.paragraphs = {{"Emma", "A novel."}, {"Emma", "a novel"}, {"Bath", "A city."}};
  pool.questions = {{"a", "", "Who wrote Emma?", "Jane Austen", aliases, 0},
                    {"b", "", "Where did Jane Austen live?", "Bath", {}, 2},
                    {"c", "", "who wrote \"Emma\"", "j austen", {}, 1},
                    {"d", "", "Who was Bath named by?", "Nobody", {}, 2}};
  const mhqa::pool_words words{pool};
  const auto first = mhqa::overlap_keys_of(pool, words, mhqa::as_composition({0, 1, {10, 11}}));
  CHECK(first.questions.size() == 2);
  CHECK(first.answers.size() == 3);
  CHECK(first.paragraphs.size() == 2);
  const auto again = mhqa::overlap_keys_of(pool, words, mhqa::as_composition({2, 3, {8, 4}}));
  const auto report = mhqa::find_leaks(std::vector{first}, std::vector{again});
  // The question (its punctuation aside), the answer by an alias, and both paragraphs.
  CHECK(report.shared == mhqa::overlap_counts{1, 1, 2, 4});
  CHECK(report.left == mhqa::overlap_counts{1, 1, 1, 1});
  CHECK(!report.clean());
  CHECK(mhqa::overlaps(first, again));
}

TEST_CASE("leaks: counts items of each side by kind of overlap, and items with any overlap once") {
  using keys = mhqa::overlap_keys;
  const std::vector<keys> left{{{1}, {10}, {20}}, {{2}, {11}, {21}}, {{3}, {12}, {22}}};
  const std::vector<keys> right{{{1, 2}, {99}, {20}}, {{7}, {98}, {97}}};
  const auto report = mhqa::find_leaks(left, right);
  CHECK(report.shared == mhqa::overlap_counts{2, 0, 1, 3});
  CHECK(report.left == mhqa::overlap_counts{2, 0, 1, 2});
  CHECK(report.right == mhqa::overlap_counts{1, 0, 1, 1});
  CHECK(report.left_size == 3);
  CHECK(report.right_size == 2);
  CHECK(!mhqa::overlaps(left[2], right[0]));
  // Keys of different kinds never meet.
  CHECK(mhqa::find_leaks(std::vector{keys{{5}, {}, {}}}, std::vector{keys{{}, {5}, {}}}).clean());
  CHECK(mhqa::find_leaks({}, right).clean());
}
