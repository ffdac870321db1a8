// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/wording_rank.hpp>

#include <doctest/doctest.h>

#include <cstddef>

namespace {

const mhqa::single_hop_pool pool{{{"a", "own", "Who wrote Emma?", "Jane Austen", {}, 0},
                                  {"b", "own", "Where was Jane Austen born?", "Steventon", {}, 1},
                                  {"c", "own", "What Jane Austen mill was built?", "the old one", {}, 1},
                                  {"d", "own", "Who lived in Steventon?", "Cassandra", {}, 2}},
                                 {{"Emma", "Jane Austen wrote Emma. She was born in Steventon."},
                                  {"Austen", "Jane Austen was born in Steventon. She had a mill."},
                                  {"Steventon", "Cassandra lived in Steventon."}}};

constexpr mhqa::composition birth{mhqa::shape::hop2, {0, 1, 0, 0}, {{{10, 11}, {}, {}}}};
constexpr mhqa::composition mill{mhqa::shape::hop2, {0, 2, 0, 0}, {{{5, 11}, {}, {}}}};
constexpr mhqa::composition chain{mhqa::shape::hop3_1, {0, 1, 3, 0}, {{{10, 11}, {13, 9}, {}}}};

}  // namespace

TEST_CASE("wording_rank: compositions with a wording come first") {
  mhqa::wording_rank rank{pool};
  CHECK(rank(birth) == 0);
  CHECK(rank(mill) == 1);
  CHECK(rank(birth) == 0);  // from memory
  CHECK(rank(chain) == 0);
}

TEST_CASE("wording_rank: each pair is worded once, and a whole whose pairs all have a wording") {
  std::size_t asked = 0;
  const auto count = [&asked](const mhqa::wording_request& request) {
    ++asked;
    return request.steps.size() == 2 ? mhqa::wording{"Where?", mhqa::unworded::no, 0}
                                     : mhqa::wording{{}, mhqa::unworded::nested, 3};
  };
  mhqa::wording_rank rank{pool, count};
  CHECK(rank(birth) == 0);
  CHECK(rank(birth) == 0);
  CHECK(asked == 1);
  CHECK(rank(chain) == 1);
  CHECK(asked == 3);  // its second pair, and itself
}
