// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/graphs.hpp>

#include <mhqa/compose/pairs.hpp>
#include <mhqa/parallel.hpp>

#include "support/name_pool.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

// n heads that all answer "Ann", and m tails that all mention her.
struct star {
  std::deque<std::string> texts;
  mhqa::single_hop_pool pool;
  std::vector<mhqa::question_pair> pairs;

  star(std::uint32_t heads, std::uint32_t tails) {
    const auto keep = [&](std::string text) { return std::string_view{texts.emplace_back(std::move(text))}; };
    for (std::uint32_t i = 0; i < heads + tails; ++i) {
      const std::string n = std::to_string(i);
      pool.paragraphs.push_back({keep("p" + n), "text"});
      pool.questions.push_back({keep("q" + n),
                                "",
                                keep(i < heads ? "Who did " + n + "?" : "Ann met whom " + n + "?"),
                                i < heads ? "Ann" : keep("Other" + n),
                                {},
                                i});
    }
    for (std::uint32_t h = 0; h < heads; ++h) {
      for (std::uint32_t t = 0; t < tails; ++t) pairs.push_back({h, heads + t, {0, 3}});
    }
  }
};

// Four questions and three pairs, two of which make a question of three hops.
struct emma {
  mhqa::single_hop_pool pool{{{"a", "", "Who wrote Emma?", "Austen", {}, 0},
                              {"b", "", "Where was Austen born?", "Steventon", {}, 1},
                              {"c", "", "Who lived in Steventon?", "Cassandra", {}, 2},
                              {"d", "", "Who met Austen?", "Clarke", {}, 3}},
                             {{"1", "a"}, {"2", "b"}, {"3", "c"}, {"4", "d"}}};
  mhqa::pool_words words{pool};
  std::vector<mhqa::question_pair> pairs{{0, 1, {10, 6}}, {1, 2, {13, 9}}, {0, 3, {8, 6}}};
};

}  // namespace

TEST_CASE("graphs: a bridge entity is in 25 questions at most, whichever head answers with it") {
  const star s{7, 7};
  const mhqa::pool_words words{s.pool};
  const auto made = mhqa::compose_questions(s.pool, words, s.pairs, 7);
  CHECK(made.candidates[0].found == 49);
  CHECK(made.kept.size() == 25);
  CHECK(made.dropped[11] == mhqa::reason_count{"bridge-used-up", 24});
}

TEST_CASE("graphs: a single-hop question is in so many questions at most") {
  const star s{1, 30};
  const mhqa::pool_words words{s.pool};
  mhqa::composition_limits limits;
  limits.bridge_uses = 1000;
  limits.question_uses = 11;
  const auto made = mhqa::compose_questions(s.pool, words, s.pairs, 7, limits);
  CHECK(made.kept.size() == 11);
  CHECK(made.dropped[12] == mhqa::reason_count{"question-used-up", 19});
}

TEST_CASE_FIXTURE(emma, "graphs: parts of a longer question are dropped, other pairs stay") {
  const auto names = [&](const mhqa::composed_graphs& made) {
    std::vector<std::string> out;
    for (const auto& c : made.kept) out.push_back(mhqa::id_of(pool, c));
    return out;
  };
  const auto made = mhqa::compose_questions(pool, words, pairs, 7);
  CHECK(names(made) == std::vector<std::string>{"2hop__a_d", "3hop1__a_b_c"});
  CHECK(made.by_shape == std::array<std::uint64_t, 6>{1, 1, 0, 0, 0, 0});
  mhqa::composition_limits limits;
  limits.no_subgraphs = false;
  CHECK(mhqa::compose_questions(pool, words, pairs, 7, limits).kept.size() == 4);
  // Without a share, 3 hops are not made, and the pairs they would have held stay.
  const mhqa::shape_mix two{{1, 0, 0, 0, 0, 0}, 0};
  CHECK(mhqa::compose_questions(pool, words, pairs, 7, {}, two).kept.size() == 3);
}

TEST_CASE_FIXTURE(emma, "graphs: what has no words gives way to what has, and comes after it") {
  const auto made = [&](const mhqa::composition_test& can_word, mhqa::composition_limits limits = {}) {
    std::vector<std::string> out;
    for (const auto& c : mhqa::compose_questions(pool, words, pairs, 7, limits, {}, {}, {}, can_word).kept) {
      out.push_back(mhqa::id_of(pool, c));
    }
    return out;
  };
  using ids = std::vector<std::string>;
  const auto only_two = [](const mhqa::composition& c) { return mhqa::hops(c.kind) == 2; };
  CHECK(made(only_two) == ids{"2hop__a_b", "2hop__a_d", "2hop__b_c"});
  // None has words: all as without the test.
  CHECK(made([](const mhqa::composition&) { return false; }) == made({}));
  // What has no words stays where it takes nothing from others.
  const auto not_d = [](const mhqa::composition& c) { return c.questions[1] != 3; };
  CHECK(made(not_d) == ids{"2hop__a_d", "3hop1__a_b_c"});
  mhqa::composition_limits one;
  one.bridge_uses = 1;
  CHECK(made(only_two, one).size() == 2);
  mhqa::composition_limits all;
  all.no_subgraphs = false;
  CHECK(made(only_two, all).size() == 4);
}

TEST_CASE("graphs: the mix says how many of a shape there may be") {
  using counts = std::array<std::uint64_t, 6>;
  constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
  CHECK(mhqa::shape_quotas({{2, 1, 0, 0, 0, 0}, 0}) == counts{no_limit, no_limit, 0, 0, 0, 0});
  CHECK(mhqa::shape_quotas({{2, 1, 1, 0, 0, 0}, 10}) == counts{5, 3, 3, 0, 0, 0});
  CHECK(mhqa::shape_quotas({{0, 1, 0, 0, 0, 0}, 0}) == counts{0, no_limit, 0, 0, 0, 0});
  // Numbers that are not shares, and quotas that no counter holds.
  CHECK(mhqa::shape_quotas({{1, -1, 1, 0, 0, 0}, 10}) == counts{5, 0, 5, 0, 0, 0});
  CHECK(mhqa::shape_quotas({{1e-300, 1, 0, 0, 0, 0}, 0}) == counts{no_limit, no_limit, 0, 0, 0, 0});
  CHECK(mhqa::shape_quotas({{1, 0, 0, 0, 0, 0}, no_limit})[0] == no_limit);
  const star s{5, 5};
  const mhqa::pool_words words{s.pool};
  CHECK(mhqa::compose_questions(s.pool, words, s.pairs, 7, {}, {{1, 0, 0, 0, 0, 0}, 4}).kept.size() == 4);
}

TEST_CASE("graphs: questions of one text are one question, and so are compositions of them") {
  star s{1, 2};
  s.pool.questions[2].question = "ann met whom 1";  // as the other tail
  const mhqa::pool_words words{s.pool};
  const auto made = mhqa::compose_questions(s.pool, words, s.pairs, 7);
  CHECK(made.kept.size() == 1);
  CHECK(made.dropped[9] == mhqa::reason_count{"equal-steps-or-id", 1});
}

TEST_CASE("graphs: the seed decides, the executor and the order of the pairs do not") {
  const mhqa_test::name_pool random{120, 60, 40, 5};
  const mhqa::pool_words words{random.pool};
  std::vector<mhqa::question_pair> pairs;
  const mhqa::pair_index index{random.pool, words};
  mhqa::for_each_pair(index, mhqa::composable(random.pool), [&](const auto& p) { pairs.push_back(p); });
  const auto made = mhqa::compose_questions(random.pool, words, pairs, 7);
  CHECK(made.kept.size() > 50);
  std::vector<mhqa::question_pair> turned(pairs.rbegin(), pairs.rend());
  mhqa::thread_pool team{2};
  CHECK(mhqa::compose_questions(random.pool, words, turned, 7, {}, {}, team) == made);
  CHECK(mhqa::compose_questions(random.pool, words, pairs, 8).kept != made.kept);
}
