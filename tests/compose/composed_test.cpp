// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/composed.hpp>

#include <mhqa/compose/graphs.hpp>
#include <mhqa/compose/pairs.hpp>
#include <mhqa/compose/split.hpp>

#include "support/composed_rules.hpp"
#include "support/name_pool.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct made_files {
  mhqa_test::composed_files files;
  std::array<std::uint64_t, 6> by_shape;
};

// All stages after the connection filter, as the command runs them.
made_files make(const mhqa::single_hop_pool& pool, const mhqa::composition_limits& limits, std::uint64_t seed,
                const mhqa::context_options& options) {
  const mhqa::pool_words words{pool};
  const mhqa::pair_index index{pool, words};
  std::vector<mhqa::question_pair> pairs;
  mhqa::for_each_pair(index, mhqa::composable(pool), [&](const mhqa::question_pair& p) { pairs.push_back(p); });
  const auto made = mhqa::compose_questions(pool, words, pairs, seed, limits);
  const auto keys = mhqa::overlap_keys_of(pool, words, made.kept);
  const auto parts = mhqa::split_disjoint(keys, mhqa::strata_of(pool, made.kept), seed);
  const mhqa::distractor_search distractors{pool, words};
  const auto contexts = mhqa::build_contexts(pool, words, distractors, made.kept, seed, options);
  const auto twins = mhqa::build_twins(pool, words, distractors, made.kept, seed, options);
  made_files out{{}, made.by_shape};
  const std::array<const std::vector<std::uint32_t>*, 3> part{&parts.train, &parts.dev, &parts.test};
  for (std::size_t p = 0; p < 3; ++p) {
    for (const std::uint32_t i : *part[p]) {
      const std::string text = "question " + std::to_string(i);
      out.files.ans[p].push_back(mhqa::make_composed(pool, made.kept[i], text, contexts[i]));
      auto [first, second] = mhqa::make_pair_of_twins(pool, made.kept[i], text, contexts[i], twins[i]);
      out.files.full[p].push_back(std::move(first));
      out.files.full[p].push_back(std::move(second));
    }
  }
  return out;
}

}  // namespace

TEST_CASE("composed: every question of random pools keeps every rule of S2, S4, S5, S6 and S8") {
  mhqa::composition_limits tight;
  tight.bridge_uses = 5;
  tight.question_uses = 6;
  std::array<std::uint64_t, 6> by_shape{};
  std::size_t dev = 0;
  for (const std::uint64_t seed : {1U, 2U}) {
    CAPTURE(seed);
    const mhqa_test::name_pool random{90, 60, 40, seed};
    const auto made = make(random.pool, tight, seed, {});
    mhqa_test::composed_rules rules{random.pool, tight, {}};
    const auto findings = rules.check(made.files);
    for (const auto& finding : findings) CHECK_MESSAGE(false, finding);
    for (std::size_t s = 0; s < 6; ++s) by_shape[s] += made.by_shape[s];
    dev += made.files.ans[1].size();
  }
  for (std::size_t s = 0; s < 6; ++s) {
    CAPTURE(s);
    CHECK(by_shape[s] > 0);
  }
  CHECK(dev > 0);
}

TEST_CASE("composed: the verifier of the rules sees each of them broken") {
  const mhqa_test::name_pool random{60, 40, 40, 1};
  const mhqa::context_options options;
  const auto made = make(random.pool, {}, 1, options);
  REQUIRE(made.files.ans[0].size() > 2);
  const auto longest = [](mhqa_test::composed_files& f) -> mhqa::composed_question& { return f.ans[0].back(); };
  struct row {
    std::string_view rule;
    std::function<void(mhqa_test::composed_files&)> damage;
  };
  const row rows[] = {
      {"S4 step is its question", [&](auto& f) { longest(f).steps[0].question += " really"; }},
      {"S4 shape", [&](auto& f) { longest(f).steps.back().question = "Who?"; }},
      {"id", [&](auto& f) { longest(f).id += '_'; }},
      {"id twice", [&](auto& f) { f.ans[0].push_back(f.ans[0][0]); }},
      {"S4 part of another", [&](auto& f) { f.ans[0].push_back(f.ans[0][0]); }},
      {"answer is the last one", [&](auto& f) { longest(f).answer = "Nam"; }},
      {"S5 leak of q", [&](auto& f) { f.ans[2].push_back(f.ans[0][1]); }},
      {"S6 number of paragraphs", [&](auto& f) { longest(f).paragraphs.pop_back(); }},
      {"S6 a paragraph once", [&](auto& f) { longest(f).paragraphs[0] = longest(f).paragraphs[1]; }},
      {"S6 support of a step", [&](auto& f) { longest(f).steps[0].support = longest(f).steps[1].support; }},
      {"S6 supports", [&](auto& f) { longest(f).paragraphs[*longest(f).steps[0].support].supporting = false; }},
      {"S8 number of rows", [](auto& f) { f.full[0].pop_back(); }},
      {"S8 rows adjoin", [](auto& f) { std::swap(f.full[0][0], f.full[0][3]); }},
      {"S8 same question", [](auto& f) { f.full[0][0].text += '!'; }},
      {"S8 hidden answer", [](auto& f) { f.full[0][0].paragraphs = f.full[0][1].paragraphs = f.ans[0][0].paragraphs; }},
  };
  mhqa_test::composed_rules verify{random.pool, {}, options};
  CHECK(verify.check(made.files).empty());
  for (const row& r : rows) {
    CAPTURE(r.rule);
    auto files = made.files;
    r.damage(files);
    bool seen = false;
    for (const auto& finding : verify.check(files)) seen = seen || finding.substr(0, finding.find(':')) == r.rule;
    CHECK(seen);
  }
  mhqa::composition_limits tight;
  tight.question_words = 3;
  tight.total_words = {6, 6, 6};
  tight.bridge_uses = tight.question_uses = 1;
  mhqa_test::composed_rules rules{random.pool, tight, {10, mhqa::distractor_source::gold, 20, 300}};
  const auto findings = rules.check(made.files);
  for (const std::string_view rule : {"S4 words of a step", "S4 words in all", "S4 uses of a bridge",
                                      "S4 uses of a question", "S6 number of paragraphs"}) {
    CAPTURE(rule);
    CHECK(std::ranges::any_of(findings, [&](const auto& f) { return f.substr(0, f.find(':')) == rule; }));
  }
}

TEST_CASE("composed: a question is put together from its composition and its context") {
  const std::vector<std::string_view> aliases{"16 December 1775"};
  mhqa::single_hop_pool pool;
  pool.paragraphs = {
      {"Emma", "Emma is a novel by Jane Austen."}, {"Jane Austen", "Born in 1775."}, {"Bath", "A city."}};
  pool.questions = {{"a", "own", "Who wrote Emma?", "Jane Austen", {}, 0},
                    {"b", "own", "When was Jane Austen born?", "1775", aliases, 1}};
  const auto c = mhqa::as_composition({0, 1, {9, 11}});
  const auto q = mhqa::make_composed(pool, c, "When was the author of Emma born?", {{2, false}, {1, true}, {0, true}});
  CHECK(q.id == "2hop__a_b");
  CHECK(q.steps == std::vector<mhqa::composed_step>{{"Who wrote Emma?", "Jane Austen", 0, 2},
                                                    {"When was #1 born?", "1775", 1, 1}});
  CHECK(q.answer == "1775");
  CHECK(q.aliases.size() == 1);
  CHECK(q.answerable);
  // The twin without the second support: null there, and it stands first if it is drawn so.
  const mhqa::unanswerable_twin twin{{{0, true}, {2, false}}, 1, true};
  const auto [first, second] = mhqa::make_pair_of_twins(pool, c, q.text, q.paragraphs, twin);
  CHECK(!first.answerable);
  CHECK(second.answerable);
  CHECK(first.steps[0].support == 0);
  CHECK(first.steps[1].support == std::nullopt);
  CHECK(first.answer == "1775");
}
