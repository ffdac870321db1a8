// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/spread.hpp>

#include "support/name_pool.hpp"

#include <mhqa/compose/pairs.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace {

const mhqa_test::name_pool made{300, 40, 60, 4};
const mhqa::pool_words words{made.pool};

std::vector<mhqa::composition> pairs_of(std::size_t most) {
  const mhqa::pair_index index{made.pool, words};
  std::vector<mhqa::composition> out;
  mhqa::for_each_pair(index, mhqa::distinct_paragraphs(), [&](const mhqa::question_pair& p) {
    if (out.size() < most) out.push_back(as_composition(p));
  });
  return out;
}

std::vector<std::uint32_t> all_of(const std::vector<mhqa::composition>& graphs) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < graphs.size(); ++i) out.push_back(i);
  return out;
}

// The most questions with one head, and with one bridge.
std::pair<std::size_t, std::size_t> most_uses(const std::vector<mhqa::composition>& graphs,
                                              const std::vector<std::uint32_t>& part) {
  std::map<std::uint32_t, std::size_t> heads, bridges;
  std::size_t head = 0, bridge = 0;
  for (const std::uint32_t i : part) {
    head = std::max(head, ++heads[words.question_key(graphs[i].questions[0])]);
    bridge = std::max(bridge, ++bridges[words.answer_key(graphs[i].questions[0])]);
  }
  return {head, bridge};
}

}  // namespace

TEST_CASE("spread: no head and no bridge has more than four or one in twenty of the questions that are kept") {
  for (const std::size_t n : {0U, 1U, 3U, 10U, 60U, 200U, 1000U}) {
    CAPTURE(n);
    const auto graphs = pairs_of(n);
    const auto part = all_of(graphs);
    const auto even = mhqa::spread_questions(words, graphs, part, 5);
    const auto [head, bridge] = most_uses(graphs, even.kept);
    const auto most = std::max<double>(4, 0.05 * static_cast<double>(even.kept.size()));
    CHECK(static_cast<double>(head) <= most);
    CHECK(static_cast<double>(bridge) <= most);
    CHECK(std::is_sorted(even.kept.begin(), even.kept.end()));
    CHECK(even.kept.size() + even.dropped[0].count + even.dropped[1].count == part.size());
    CHECK(even.dropped[2].count == 0);
    if (most_uses(graphs, part).second <= 3) CHECK(even.kept == part);
    CHECK(even == mhqa::spread_questions(words, graphs, part, 5));
  }
}

TEST_CASE("spread: either cap can be switched off, and both") {
  const auto graphs = pairs_of(400);
  const auto part = all_of(graphs);
  CHECK(mhqa::spread_questions(words, graphs, part, 5, {.share = 1}).kept == part);
  CHECK(mhqa::spread_questions(words, graphs, part, 5, {.heads = false, .bridges = false}).kept == part);
  const auto heads = mhqa::spread_questions(words, graphs, part, 5, {.bridges = false});
  CHECK(heads.dropped[1].count == 0);
  CHECK(heads.dropped[0].count > 0);
  const auto [head, bridge] = most_uses(graphs, heads.kept);
  CHECK(head <= std::max<std::size_t>(3, heads.kept.size() / 20));
  CHECK(bridge > std::max<std::size_t>(3, heads.kept.size() / 20));
}

TEST_CASE("spread: graphs with fewer doubts come first") {
  const auto graphs = pairs_of(400);
  const std::vector<std::uint32_t> all = all_of(graphs);
  std::vector<std::size_t> of_each(graphs.size());
  for (std::size_t i = 0; i < of_each.size(); ++i) of_each[i] = i % 2;
  const auto doubtful = [&](const mhqa::spread_result& chosen) {
    return std::count_if(chosen.kept.begin(), chosen.kept.end(), [&](std::uint32_t i) { return of_each[i] != 0; });
  };
  const auto ranked = mhqa::spread_questions(words, graphs, all, 7, {}, 0, of_each);
  CHECK(doubtful(ranked) < doubtful(mhqa::spread_questions(words, graphs, all, 7)));
  CHECK(ranked.kept.size() > 20);
}

TEST_CASE("spread: with a size so many are kept, under the caps of that size") {
  const auto graphs = pairs_of(1000);
  const auto part = all_of(graphs);
  const auto fifty = mhqa::spread_questions(words, graphs, part, 5, {}, 50);
  CHECK(fifty.kept.size() == 50);
  CHECK(most_uses(graphs, fifty.kept).second <= 3);
  CHECK(fifty.kept.size() + fifty.dropped[0].count + fifty.dropped[1].count + fifty.dropped[2].count == part.size());
  CHECK(mhqa::spread_questions(words, graphs, part, 6, {}, 50).kept != fifty.kept);
  CHECK(mhqa::spread_questions(words, graphs, part, 5, {}, 100000).kept ==
        mhqa::spread_questions(words, graphs, part, 5).kept);
}
