// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/candidates.hpp>

#include <mhqa/compose/pairs.hpp>
#include <mhqa/parallel.hpp>

#include "support/name_pool.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

std::vector<mhqa::question_pair> pairs_of(const mhqa::single_hop_pool& pool, const mhqa::pool_words& words) {
  std::vector<mhqa::question_pair> out;
  const mhqa::pair_index index{pool, words};
  mhqa::for_each_pair(index, mhqa::composable(pool), [&](const mhqa::question_pair& p) { out.push_back(p); });
  return out;
}

// Every way to lay pairs along the edges of a shape, tried one by one, by the definition.
std::vector<mhqa::composition> naive(const mhqa::single_hop_pool& pool, std::span<const mhqa::question_pair> pairs,
                                     mhqa::shape kind, const mhqa::composition_limits& limits) {
  const auto edges = mhqa::graph_of(kind).edges;
  std::vector<mhqa::composition> out;
  const auto good = [&](const mhqa::composition& c) {
    const auto normal = [&](std::size_t i) { return mhqa::normalize(pool.questions[c.questions[i]].question); };
    std::size_t total = 0;
    for (std::size_t i = 0; i < mhqa::hops(kind); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (normal(i) == normal(j)) return false;
        const auto &p = pool.paragraphs[pool.questions[c.questions[i]].paragraph],
                   &q = pool.paragraphs[pool.questions[c.questions[j]].paragraph];
        if (p.title == q.title && mhqa::normalize(p.text) == mhqa::normalize(q.text)) return false;
      }
      std::string text{pool.questions[c.questions[i]].question};  // with the bridges written out, the last one first
      std::vector<std::size_t> in;
      for (std::size_t e = 0; e < edges.size(); ++e) {
        if (edges[e].to == i) in.push_back(e);
      }
      if (in.size() == 2) {
        const auto a = c.bridges[in[0]], b = c.bridges[in[1]];
        if (a.begin + a.size > b.begin && b.begin + b.size > a.begin) return false;  // they overlap
        if (kind != mhqa::shape::hop4_3 && a.begin > b.begin) return false;          // an equal numbering
        const auto answer = [&](std::size_t e) {
          return mhqa::normalize(pool.questions[c.questions[edges[e].from]].answer);
        };
        if (answer(in[0]) == answer(in[1])) return false;
        if (a.begin < b.begin) std::reverse(in.begin(), in.end());
      }
      std::string left = text;
      for (const std::size_t e : in) {
        text = mhqa::replace_mention(text, c.bridges[e], pool.questions[c.questions[edges[e].from]].answer);
        left = mhqa::replace_mention(left, c.bridges[e], "#1");
      }
      for (std::size_t j = 0; j < mhqa::hops(kind); ++j) {
        if (i != j && mhqa::is_mentioned(pool.questions[c.questions[j]].answer, left)) return false;
      }
      if (mhqa::count_words(text) > limits.question_words) return false;
      total += mhqa::count_words(text);
    }
    return total <= limits.total_of(kind);
  };
  const auto lay = [&](auto& self, mhqa::composition& c, std::array<bool, 4> known, std::size_t e) -> void {
    if (e == edges.size()) {
      if (good(c)) out.push_back(c);
      return;
    }
    const auto [from, to] = edges[e];
    for (const mhqa::question_pair& p : pairs) {
      if ((known[from] && c.questions[from] != p.head) || (known[to] && c.questions[to] != p.tail)) continue;
      mhqa::composition next = c;
      next.questions[from] = p.head;
      next.questions[to] = p.tail;
      next.bridges[e] = p.bridge;
      auto now = known;
      now[from] = now[to] = true;
      self(self, next, now, e + 1);
    }
  };
  mhqa::composition c{kind, {}, {}};
  lay(lay, c, {}, 0);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

TEST_CASE("candidates: they are those of the definition, on random pools") {
  mhqa::composition_limits limits;
  limits.question_words = 7;
  limits.total_words = {9, 13, 17};
  std::array<std::size_t, 6> sizes{};
  for (const std::uint64_t seed : {1U, 2U}) {
    CAPTURE(seed);
    const mhqa_test::name_pool random{40, 24, 20, seed};
    const mhqa::pool_words words{random.pool};
    const auto pairs = pairs_of(random.pool, words);
    const auto found = mhqa::find_compositions(random.pool, words, pairs, 7, limits);
    for (const mhqa::shape kind : mhqa::all_shapes) {
      CAPTURE(mhqa::to_string(kind));
      const auto want = naive(random.pool, pairs, kind, limits);
      CHECK(found.of(kind) == want);
      sizes[static_cast<std::size_t>(kind)] += want.size();
    }
    std::uint64_t faults = 0, examined = 0, held = 0;
    for (const auto& d : found.dropped) faults += d.count;
    for (const auto& c : found.counts) {
      examined += c.examined;
      held += c.found;
      CHECK(c.possible == c.examined);
    }
    CHECK(examined == held + faults);
  }
  for (const mhqa::shape kind : mhqa::all_shapes) {
    CAPTURE(mhqa::to_string(kind));
    CHECK(sizes[static_cast<std::size_t>(kind)] > 0);
  }
}

TEST_CASE("candidates: one that shows an answer that is not a bridge is dropped, unless allowed") {
  mhqa::single_hop_pool pool;
  pool.paragraphs = {{"1", "a"}, {"2", "b"}, {"3", "c"}};
  pool.questions = {{"a", "", "Who wrote Emma?", "Austen", {}, 0},
                    {"b", "", "Where was Austen born?", "Steventon", {}, 1},
                    {"c", "", "Who left Steventon with Austen?", "Cassandra", {}, 2}};
  const mhqa::pool_words words{pool};
  const std::vector<mhqa::question_pair> pairs{{0, 1, {10, 6}}, {1, 2, {9, 9}}};
  const auto strict = mhqa::find_compositions(pool, words, pairs, 1);
  CHECK(strict.of(mhqa::shape::hop2).size() == 2);
  CHECK(strict.of(mhqa::shape::hop3_1).empty());
  CHECK(strict.dropped[4] == mhqa::reason_count{"answer-shown", 1});
  mhqa::composition_limits limits;
  limits.hidden_answers = false;
  CHECK(mhqa::find_compositions(pool, words, pairs, 1, limits).of(mhqa::shape::hop3_1).size() == 1);
}

TEST_CASE("candidates: a question that contains `#2` is never used, because that reads as a reference") {
  mhqa::single_hop_pool pool;
  pool.paragraphs = {{"1", "a"}, {"2", "b"}, {"3", "c"}};
  pool.questions = {{"a", "", "Who was the #2 pick?", "Miller", {}, 0},
                    {"b", "", "Where was Miller born?", "DeSoto", {}, 1},
                    {"c", "", "Which state is DeSoto in?", "Texas", {}, 2}};
  const mhqa::pool_words words{pool};
  const auto found =
      mhqa::find_compositions(pool, words, std::vector<mhqa::question_pair>{{0, 1, {10, 6}}, {1, 2, {15, 6}}}, 1);
  CHECK(found.of(mhqa::shape::hop2) == std::vector{mhqa::as_composition({1, 2, {15, 6}})});
  CHECK(found.of(mhqa::shape::hop3_1).empty());
  CHECK(found.marked_pairs == 1);
}

TEST_CASE("candidates: a budget samples evenly, the same for any executor") {
  const mhqa_test::name_pool random{70, 14, 40, 3};
  const mhqa::pool_words words{random.pool};
  const auto pairs = pairs_of(random.pool, words);
  const mhqa::composition_budget budget{20, 40};
  const auto serial = mhqa::find_compositions(random.pool, words, pairs, 7, {}, mhqa::serial_executor{}, budget);
  mhqa::thread_pool team{3};
  CHECK(mhqa::find_compositions(random.pool, words, pairs, 7, {}, team, budget) == serial);
  CHECK(mhqa::find_compositions(random.pool, words, pairs, 8, {}, team, budget) != serial);
  const auto all = mhqa::find_compositions(random.pool, words, pairs, 7);
  for (std::size_t s = 0; s < 6; ++s) {
    CAPTURE(s);
    CHECK(serial.by_shape[s].size() <= 40);
    CHECK(serial.counts[s].found == serial.by_shape[s].size() + serial.counts[s].over_budget);
    CHECK(serial.counts[s].examined <= serial.counts[s].possible);
    CHECK(std::includes(all.by_shape[s].begin(), all.by_shape[s].end(), serial.by_shape[s].begin(),
                        serial.by_shape[s].end()));
  }
  CHECK(serial.counts[3].examined < serial.counts[3].possible);
  CHECK(serial.counts[0].over_budget > 0);
}

TEST_CASE("candidates: the largest number of words means no limit") {
  const mhqa_test::name_pool random{60, 90, 40, 3};
  const mhqa::pool_words words{random.pool};
  const auto pairs = pairs_of(random.pool, words);
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  mhqa::composition_limits wide, none;
  wide.question_words = 1000;
  wide.total_words = {1000, 1000, 1000};
  none.question_words = most;
  none.total_words = {most, most, most};
  const auto found = mhqa::find_compositions(random.pool, words, pairs, 1, none);
  CHECK(found.counts[0].found > 0);
  CHECK(found == mhqa::find_compositions(random.pool, words, pairs, 1, wide));
}

TEST_CASE("candidates: no pairs give no candidates") {
  const mhqa::single_hop_pool pool;
  const mhqa::pool_words words{pool};
  const auto found = mhqa::find_compositions(pool, words, {}, 1);
  for (const auto& all : found.by_shape) CHECK(all.empty());
}
