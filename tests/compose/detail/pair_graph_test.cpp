// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/detail/pair_graph.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace {

// a -> c, b -> c, c -> d, b -> d: the questions 0 to 3.
struct diamond {
  mhqa::single_hop_pool pool;
  std::vector<mhqa::question_pair> pairs;

  diamond() {
    pool.paragraphs = {{"t", "x"}};
    pool.questions = {{"a", "", "Who sang?", "Ann", {}, 0},
                      {"b", "", "Who ran?", "Bob Lee", {}, 0},
                      {"c", "", "Who met Ann and Bob Lee?", "Cy", {}, 0},
                      {"d", "", "Did Cy and Bob Lee win?", "Dee", {}, 0}};
    pairs = {{2, 3, {4, 2}}, {0, 2, {8, 3}}, {1, 2, {16, 7}}, {1, 3, {11, 7}}, {0, 2, {8, 3}}};
  }
};

}  // namespace

TEST_CASE("pair_graph: counts the chains that end in a question, shape by shape") {
  const diamond d;
  const mhqa::detail::pair_graph graph{d.pool, d.pairs, {}};
  const auto counts = [&](std::uint32_t last) {
    std::array<std::uint64_t, 6> out{};
    for (std::size_t s = 0; s < 6; ++s) out[s] = graph.count(mhqa::all_shapes[s], last);
    return out;
  };
  CHECK(counts(0) == std::array<std::uint64_t, 6>{});
  CHECK(counts(2) == std::array<std::uint64_t, 6>{2, 0, 1, 0, 0, 0});
  // Into d: c and b. Chains: a c d, b c d. Forks: one. Forks before d: (a, b) into c. Last: 2 chains times 2 edges.
  CHECK(counts(3) == std::array<std::uint64_t, 6>{2, 2, 1, 0, 1, 4});
}

TEST_CASE("pair_graph: the n-th chain is each of them once, along the edges of its shape") {
  const diamond d;
  const mhqa::detail::pair_graph graph{d.pool, d.pairs, {}};
  for (const mhqa::shape kind : mhqa::all_shapes) {
    CAPTURE(mhqa::to_string(kind));
    std::set<std::pair<std::array<std::uint32_t, 4>, std::uint32_t>> seen;
    const std::uint64_t n = graph.count(kind, 3);
    for (std::uint64_t r = 0; r < n; ++r) {
      std::array<mhqa::detail::pair_graph::in_edge, 3> edges;
      std::array<std::uint32_t, 4> questions;
      graph.nth(kind, 3, r, edges, questions);
      CHECK(seen.insert({questions, edges[mhqa::hops(kind) - 2].bridge.begin}).second);
      const auto shape_edges = mhqa::graph_of(kind).edges;
      CHECK(questions[mhqa::hops(kind) - 1] == 3);
      for (std::size_t e = 0; e < shape_edges.size(); ++e) {
        CHECK(edges[e].head == questions[shape_edges[e].from]);
        const mhqa::question_pair pair{questions[shape_edges[e].from], questions[shape_edges[e].to], edges[e].bridge};
        CHECK(std::find(d.pairs.begin(), d.pairs.end(), pair) != d.pairs.end());
      }
    }
    CHECK(seen.size() == n);
  }
}

TEST_CASE("pair_graph: a fork is every two of the edges into its question") {
  mhqa::single_hop_pool pool;
  pool.questions.resize(5);
  pool.questions[4].question = "A B C D";
  for (std::uint32_t i = 0; i < 4; ++i) pool.questions[i].answer = std::string_view{"ABCD"}.substr(i, 1);
  const std::vector<mhqa::question_pair> pairs{{3, 4, {6, 1}}, {0, 4, {0, 1}}, {2, 4, {4, 1}}, {1, 4, {2, 1}}};
  const mhqa::detail::pair_graph graph{pool, pairs, {}};
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (std::uint64_t r = 0; r < graph.count(mhqa::shape::hop3_2, 4); ++r) {
    std::array<mhqa::detail::pair_graph::in_edge, 3> edges;
    std::array<std::uint32_t, 4> questions;
    graph.nth(mhqa::shape::hop3_2, 4, r, edges, questions);
    CHECK(questions[0] < questions[1]);  // in the order of their mentions
    CHECK(questions[1] < 4);
    seen.insert({questions[0], questions[1]});
  }
  CHECK(seen.size() == 6);
}

TEST_CASE("pair_graph: a pair goes where one of its questions is too long whatever its bridge") {
  const diamond d;
  mhqa::composition_limits limits;
  limits.question_words = 5;
  CHECK(mhqa::detail::pair_graph{d.pool, d.pairs, limits}.too_long() == 4);  // c has 6 words: all but b -> d
  limits.question_words = 6;
  CHECK(mhqa::detail::pair_graph{d.pool, d.pairs, limits}.too_long() == 0);
}
