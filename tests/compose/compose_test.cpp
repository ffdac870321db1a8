// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/compose.hpp>

#include "support/name_pool.hpp"

#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

namespace {

const mhqa_test::name_pool made{160, 30, 40, 4};

mhqa::compose_options options() {
  mhqa::compose_options out{.seed = 9};
  out.connect = false;
  out.limits = mhqa::limits::released;
  out.split.attempts = 8;
  out.budget = {8, 500};
  out.spread.share = 1;
  return out;
}

const auto words = mhqa::words_by([](const mhqa::wording_request& r) {
  std::string all;
  for (const std::string& step : r.steps) all.append(step).append(" ");  // no two questions have equal words
  return mhqa::wording{all};
});

struct own_question {
  std::string id, source, question, answer;
  std::vector<std::string> aliases;
  mhqa::context_paragraph paragraph;
};

}  // namespace

TEST_CASE("compose: chains the stages, with the same result for any executor") {
  const mhqa::question_pool pool{made.pool};
  const auto o = options();
  const auto all = mhqa::compose(pool, o, mhqa::serial_executor{}, mhqa::replace(mhqa::stages::wording, words));
  REQUIRE(all.kept.items.size() > 20);
  mhqa::thread_pool threads{3};
  const auto again = mhqa::compose(pool, o, threads, mhqa::replace(mhqa::stages::wording, words));
  CHECK(all.kept.items == again.kept.items);
  std::vector<std::string> names;
  for (const auto& c : all.counts) names.push_back(c.stage);
  CHECK(names == std::vector<std::string>{"quality", "pairs", "connection", "graphs", "wording", "split", "contexts"});
  CHECK(all.counts[2].count("in") == all.counts[1].count("out"));
  CHECK(all.counts[5].count("in") == all.counts[4].count("out"));
  CHECK(all.counts[6].count("out") == all.kept.items.size());

  const auto good = mhqa::quality_stage<>{}(pool, o).kept;
  const auto pairs = mhqa::pair_stage<>{}(good, o).kept;
  const auto graphs = mhqa::graph_stage{}(mhqa::connection_stage<>{}(pairs, o).kept, o).kept;
  const auto by_hand = mhqa::context_stage{}(mhqa::split_stage{}(words(graphs, o).kept, o).kept, o).kept;
  CHECK(by_hand.items == all.kept.items);
}

TEST_CASE("compose: own questions give the same result as their pool") {
  std::vector<own_question> own;
  for (const mhqa::single_hop& q : made.pool.questions) {
    own.push_back({std::string{q.id}, std::string{q.source}, std::string{q.question}, std::string{q.answer},
                   std::vector<std::string>(q.aliases.begin(), q.aliases.end()), made.pool.paragraphs[q.paragraph]});
  }
  auto o = options();
  o.parts = mhqa::split_kind::random;  // regions depend on the order of paragraphs, which is that of their first use
  const auto with_words = mhqa::replace(mhqa::stages::wording, words);
  const auto mine = mhqa::compose(mhqa::question_pool{own}, o, mhqa::serial_executor{}, with_words);
  const auto want = mhqa::compose(mhqa::question_pool{made.pool}, o, mhqa::serial_executor{}, with_words);
  REQUIRE(mine.kept.items.size() == want.kept.items.size());
  for (std::size_t i = 0; i < mine.kept.items.size(); ++i) {
    CHECK(id_of(mine.kept.questions.pool(), mine.kept.items[i].graph) ==
          id_of(want.kept.questions.pool(), want.kept.items[i].graph));
    CHECK(mine.kept.items[i].part == want.kept.items[i].part);
  }
}

TEST_CASE("compose: every stage can be replaced, and a runner may end the pipeline") {
  const mhqa::question_pool pool{made.pool};
  std::string ran;
  const auto spy = [&](auto stage, auto standard) {
    return mhqa::replace(stage, [&ran, standard](const auto& in, const mhqa::compose_options& o, auto& exec) {
      ran += decltype(stage)::name.front();
      return standard(in, o, exec);
    });
  };
  namespace s = mhqa::stages;
  const auto all = mhqa::compose(pool, options(), mhqa::serial_executor{}, spy(s::contexts, mhqa::context_stage{}),
                                 spy(s::quality, mhqa::quality_stage<>{}), spy(s::pairs, mhqa::pair_stage<>{}),
                                 spy(s::connection, mhqa::connection_stage<>{}), spy(s::graphs, mhqa::graph_stage{}),
                                 spy(s::wording, words), spy(s::split, mhqa::split_stage{}));
  CHECK(ran == "qpcgwsc");
  CHECK_FALSE(all.kept.items.empty());
  std::size_t stages = 0;
  const auto three = [&](auto stage, const auto&, auto&& make) -> std::optional<typename decltype(stage)::output> {
    if (++stages > 3) return {};
    return make(mhqa::serial_executor{}).kept;
  };
  CHECK_FALSE(mhqa::run_stages(pool, options(), three));
  CHECK(stages == 4);
}

TEST_CASE("compose: an empty pool gives no question") {
  const auto none = mhqa::compose(mhqa::question_pool{}, {});
  CHECK(none.kept.items.empty());
  CHECK(none.counts.size() == 7);
}

TEST_CASE("compose: paragraphs of a corpus are fetched once, and only where distractors come from it") {
  const mhqa::question_pool pool{made.pool};
  auto o = options();
  int fetched = 0;
  o.corpus = [&] {
    ++fetched;
    return std::vector<mhqa::context_paragraph>(3, {"More", "one two three"});
  };
  const auto with_words = mhqa::replace(mhqa::stages::wording, words);
  static_cast<void>(mhqa::compose(pool, o, mhqa::serial_executor{}, with_words));
  CHECK(fetched == 0);
  o.contexts.source = mhqa::distractor_source::corpus;
  o.contexts.min_corpus_words = 3;
  const auto with = mhqa::compose(pool, o, mhqa::serial_executor{}, with_words);
  CHECK(fetched == 1);
  CHECK(with.kept.questions.pool().paragraphs.back().title == "More");
}
