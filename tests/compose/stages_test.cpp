// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/stages.hpp>

#include "support/name_pool.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace {

const mhqa_test::name_pool made{160, 30, 40, 4};
const mhqa::question_pool pool{made.pool};

std::uint64_t sum(const std::vector<mhqa::reason_count>& dropped) {
  std::uint64_t all = 0;
  for (const auto& d : dropped) all += d.count;
  return all;
}

}  // namespace

TEST_CASE("stages: S1 asks models only if the options say so, and keeps positions and questions in step") {
  std::vector<std::string> asked;
  const auto answers = [&](const mhqa::single_hop_pool& p, std::span<const mhqa::request_batch> batches, auto& exec) {
    for (const auto& b : batches) asked.emplace_back(b.name);
    auto out = mhqa::reader_answers<>{}(p, batches, exec);
    for (std::size_t i = 0; i < made.pool.questions.size(); i += 3) out[0][0][i].answer = "nobody";
    return out;
  };
  const mhqa::quality_stage<decltype(answers)> stage{answers};
  mhqa::compose_options options;
  options.check_answers = false;
  const auto all = stage(pool, options);
  CHECK(asked.empty());
  options.check_answers = true;
  const auto some = stage(pool, options);
  CHECK(asked == std::vector<std::string>{"quality"});
  CHECK(some.kept.items.size() < all.kept.items.size());
  for (const auto& out : {all, some}) {
    CHECK(out.counts.count("in") == made.pool.questions.size());
    CHECK(out.counts.count("out") + sum(out.counts.dropped) == made.pool.questions.size());
    REQUIRE(out.kept.items.size() == out.kept.questions.pool().questions.size());
    for (std::size_t i = 0; i < out.kept.items.size(); ++i) {
      CHECK(out.kept.questions.pool().questions[i].id == made.pool.questions[out.kept.items[i]].id);
    }
  }
}

TEST_CASE("stages: S2 takes any rule, and leaves out the names that the options say") {
  mhqa::compose_options options;
  options.check_answers = false;
  const mhqa::good_set good = mhqa::quality_stage<>{}(pool, options).kept;
  const auto by_default = mhqa::pair_stage<>{}(good, options);
  CHECK(by_default.counts.count("out") == by_default.kept.items.size());
  CHECK(by_default.counts.count("in") == by_default.kept.items.size() + sum(by_default.counts.dropped));
  options.without_rules = {"same-paragraph"};
  const auto more = mhqa::pair_stage<>{}(good, options);
  CHECK(more.kept.items.size() > by_default.kept.items.size());
  const auto mine = mhqa::pairs_by(mhqa::distinct_paragraphs() || mhqa::rule("odd", [](const mhqa::pair_candidate& p) {
                                     return p.head % 2 == 0;
                                   }))(good, options);
  for (const auto& p : mine.kept.items) {
    CHECK((p.head % 2 == 0 || !mhqa::same_paragraph(good.questions.words(), p.head, p.tail)));
  }
}

TEST_CASE("stages: S3 passes all pairs where it is switched off, and asks for heads and tails at once otherwise") {
  mhqa::compose_options options;
  options.check_answers = false;
  const mhqa::pair_set pairs = mhqa::pair_stage<>{}(mhqa::quality_stage<>{}(pool, options).kept, options).kept;
  int calls = 0;
  const auto wrong = [&](const mhqa::single_hop_pool&, std::span<const mhqa::request_batch> batches, auto&) {
    ++calls;
    std::vector<mhqa::model_readings> out;
    for (const auto& b : batches) out.push_back({std::vector<mhqa::reading>(b.requests.size())});  // "" every time
    return out;
  };
  const mhqa::connection_stage<decltype(wrong)> stage{wrong};
  const auto all = stage(pairs, options);
  CHECK(calls == 1);
  CHECK(all.kept.items.size() + sum(all.counts.dropped) == pairs.items.size());
  CHECK(all.counts.dropped.back().reason == "tail-found-elsewhere");
  options.connection.own_paragraph = false;
  CHECK(stage(pairs, options).kept.items == pairs.items);  // nobody could answer
  calls = 1;
  CHECK(all.counts.count("heads kept") == all.counts.count("heads"));
  options.connect = false;
  CHECK(stage(pairs, options).kept.items == pairs.items);
  CHECK(calls == 1);
  options.connect = true;
  const auto lexical = mhqa::connection_stage<>{}(pairs, options);
  CHECK(lexical.kept.items.size() + sum(lexical.counts.dropped) == pairs.items.size());
}

TEST_CASE("stages: a head that another question of the pool asks, too, is answered by memory") {
  const mhqa::single_hop_pool twice{{{"a", "own", "Who wrote Emma?", "Jane Austen", {}, 0},
                                     {"b", "own", "Who wrote Emma?", "Jane Austen", {}, 1},
                                     {"c", "own", "Who wrote Ivanhoe?", "Walter Scott", {}, 2},
                                     {"d", "own", "Who wrote Ivanhoe?", "Walter Scott", {}, 2}},
                                    {{"Emma", "By Jane Austen."}, {"Emma (novel)", "Austen's."}, {"Ivanhoe", "1819"}}};
  const std::vector<mhqa::reading_request> heads{{"x", 0, "Who wrote Emma?", {}, 0},
                                                 {"y", 2, "Who wrote Ivanhoe?", {}, 0}};
  const std::vector<mhqa::request_batch> batches{{"heads", heads}};
  mhqa::serial_executor exec;
  const auto said = mhqa::reader_answers<>{}(twice, batches, exec);
  CHECK(said.at(0).at(0).at(0).answer == "Jane Austen");
  CHECK(said.at(0).at(0).at(1).answer != "Walter Scott");  // "d" is of the same paragraph
}

TEST_CASE("stages: S7 drops graphs without words, S5 places the others, and S6 gives them contexts") {
  mhqa::compose_options options;
  options.check_answers = false;
  options.connect = false;
  options.limits = mhqa::limits::released;
  options.budget = {8, 500};
  options.spread.share = 1;
  const auto pairs = mhqa::pair_stage<>{}(mhqa::quality_stage<>{}(pool, options).kept, options).kept;
  const auto graphs = mhqa::graph_stage{}(mhqa::connection_stage<>{}(pairs, options).kept, options);
  REQUIRE(graphs.kept.items.size() > 20);
  CHECK(graphs.counts.count("out") == graphs.kept.items.size());
  std::size_t n = 0;
  const auto every_third = [&](const mhqa::wording_request& r) {
    return ++n % 3 == 0 ? mhqa::wording{{}, mhqa::unworded::no_rule, 1} : mhqa::wording{r.id + "?"};
  };
  const auto worded = mhqa::words_by(every_third)(graphs.kept, options);
  CHECK(worded.counts.count("in") == graphs.kept.items.size());
  CHECK(worded.counts.dropped ==
        std::vector<mhqa::reason_count>{{"no-rule", graphs.kept.items.size() - worded.kept.items.size()}});
  for (const auto& q : worded.kept.items) CHECK(q.text == id_of(graphs.kept.questions.pool(), q.graph) + "?");
  options.parts = mhqa::split_kind::random;
  const auto parted = mhqa::split_stage{}(worded.kept, options);
  CHECK(parted.kept.items.size() == worded.kept.items.size());
  for (const auto part : mhqa::all_parts) {
    const auto in_part = std::ranges::count(parted.kept.items, part, &mhqa::parted_question::part);
    CHECK(parted.counts.count(to_string(part)) == static_cast<std::uint64_t>(in_part));
  }
  options.contexts.paragraphs = 8;
  const auto made_questions = mhqa::context_stage{}(parted.kept, options);
  REQUIRE(made_questions.kept.items.size() == parted.kept.items.size());
  for (std::size_t i = 0; i < parted.kept.items.size(); ++i) {
    const auto& q = made_questions.kept.items[i];
    CHECK(q.text == parted.kept.items[i].text);
    CHECK(q.part == parted.kept.items[i].part);
    CHECK(q.context.size() == 8);
  }
}
