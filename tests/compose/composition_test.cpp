// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/composition.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

mhqa::single_hop question(std::string_view id, std::string_view text, std::string_view answer) {
  return {id, "own", text, answer, {}, 0};
}

const mhqa::single_hop_pool pool{
    {question("a", "Who wrote Emma?", "Jane Austen"), question("b", "When was Jane Austen born?", "1775"),
     question("c", "Who was king in 1775?", "George III"), question("d", "Did Jane Austen meet George III?", "no")},
    {{"Emma", "A novel."}}};

}  // namespace

TEST_CASE("composition: a pair is a question of two hops") {
  const mhqa::composition c = mhqa::as_composition({0, 1, {9, 11}});
  CHECK(mhqa::id_of(pool, c) == "2hop__a_b");
  CHECK(c.steps().size() == 2);
  CHECK(mhqa::steps_of(pool, c) == std::vector<std::string>{"Who wrote Emma?", "When was #1 born?"});
}

TEST_CASE("composition: each edge writes its own reference, in the order of the text") {
  using enum mhqa::shape;
  const mhqa::composition chain{hop3_1, {0, 1, 2}, {{{9, 11}, {16, 4}}}};
  CHECK(mhqa::id_of(pool, chain) == "3hop1__a_b_c");
  CHECK(mhqa::steps_of(pool, chain) ==
        std::vector<std::string>{"Who wrote Emma?", "When was #1 born?", "Who was king in #2?"});

  const mhqa::composition joined{hop3_2, {2, 0, 3}, {{{21, 10}, {4, 11}}}};
  CHECK(mhqa::steps_of(pool, joined).back() == "Did #2 meet #1?");
}

TEST_CASE("composition: of two mentions that overlap the first is written") {
  const mhqa::composition c{mhqa::shape::hop3_2, {0, 1, 3}, {{{4, 11}, {9, 11}}}};
  CHECK(mhqa::steps_of(pool, c).back() == "Did #1 meet George III?");
}
