// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/pool.hpp>

#include <doctest/doctest.h>

TEST_CASE("pool: a mention is a part of a question") {
  constexpr mhqa::mention at{9, 11};
  CHECK(at.in("When was Jane Austen born?") == "Jane Austen");
  CHECK(mhqa::replace_mention("When was Jane Austen born?", at, "#1") == "When was #1 born?");
  CHECK(mhqa::replace_mention("Emma", {0, 4}, "") == "");
  CHECK(mhqa::replace_mention("Emma", {4, 0}, "!") == "Emma!");
}

TEST_CASE("pool: pairs are ordered by head, tail and mention") {
  CHECK(mhqa::question_pair{0, 2, {5, 1}} < mhqa::question_pair{1, 0, {0, 1}});
  CHECK(mhqa::question_pair{0, 2, {5, 1}} < mhqa::question_pair{0, 2, {6, 1}});
}

TEST_CASE("pool: a part names its questions and paragraphs by their places, a whole pool by their positions") {
  mhqa::single_hop_pool pool{{{"a", "", "Who?", "Austen", {}, 0}}, {{"Emma", "A novel."}}};
  CHECK(pool.place(0) == 0);
  CHECK(pool.paragraph_place(0) == 0);
  pool.places = {7};
  pool.paragraph_places = {9};
  CHECK(pool.place(0) == 7);
  CHECK(pool.paragraph_place(0) == 9);
}
