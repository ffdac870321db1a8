// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// hotpot_evaluate_v1.py: answer, supporting facts and joint scores, all divided by the number of gold questions. A
// question that lacks one part scores 0 there, and jointly.
#include <mhqa/datasets/hotpotqa.hpp>

#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hotpotqa = mhqa::hotpotqa;
using mhqa::scores;
using mhqa::supporting_fact;

static_assert(std::is_trivially_copyable_v<hotpotqa::totals>);

namespace {

const std::vector<supporting_fact> gold_facts{{"Paris", 0}, {"France", 2}};

hotpotqa::record gold() {
  hotpotqa::record r;
  r.id = "q1";
  r.answer = "Barack Obama";
  r.supporting_facts = gold_facts;
  return r;
}

std::vector<double> values(const std::vector<mhqa::named_score>& named) {
  std::vector<double> out;
  for (const auto& n : named) out.push_back(n.value.value_or(-1));
  return out;
}

}  // namespace

TEST_CASE("hotpotqa: one question worked by hand") {
  hotpotqa::evaluator score;
  const std::vector<supporting_fact> facts{{"Paris", 0}, {"Paris", 0}, {"Lyon", 1}, {"Lyon", 2}, {"Lyon", 3}};
  const auto s = score(gold(), {"President Barack Obama", facts});
  // answer: 2 common of 3 and 2; facts: 1 common of 4 and 2
  CHECK(s.answer == scores{0, 0.8, 2.0 / 3, 1});
  CHECK(s.support == scores{0, (2 * 0.25 * 0.5) / 0.75, 0.25, 0.5});
  // joint: precision 2/3 * 1/4, recall 1 * 1/2
  const double p = 2.0 / 3 * 0.25;
  CHECK(s.joint == scores{0, 2 * p * 0.5 / (p + 0.5), p, 0.5});
}

TEST_CASE("hotpotqa: a part without a prediction has no scores, and then there is no joint score") {
  hotpotqa::evaluator score;
  const auto only_answer = score(gold(), {"Barack Obama", std::nullopt});
  CHECK(only_answer.answer == scores{1, 1, 1, 1});
  CHECK_FALSE(only_answer.support.has_value());
  CHECK_FALSE(only_answer.joint.has_value());
  const auto only_facts = score(gold(), {std::nullopt, gold_facts});
  CHECK_FALSE(only_facts.answer.has_value());
  CHECK(only_facts.support == scores{1, 1, 1, 1});
  CHECK_FALSE(only_facts.joint.has_value());
  const auto nothing = score(gold(), {});
  CHECK_FALSE(nothing.answer.has_value());
  CHECK_FALSE(nothing.support.has_value());

  hotpotqa::totals t;
  for (const auto& s : {only_answer, only_facts, nothing, score(gold(), {"Barack Obama", gold_facts})}) t.add(s);
  CHECK(t[hotpotqa::slots::questions] == 4);
  CHECK(t[hotpotqa::slots::missing_answers] == 2);
  CHECK(t[hotpotqa::slots::missing_support] == 2);
  CHECK(values(t.named()) == std::vector<double>{0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25});
}

TEST_CASE("hotpotqa: an empty list of facts is a prediction, and an empty answer is one") {
  hotpotqa::evaluator score;
  const auto s = score(gold(), {"", std::vector<supporting_fact>{}});
  CHECK(s.answer == scores{});
  CHECK(s.support == scores{});
  CHECK(s.joint == scores{});
  hotpotqa::record blank;
  blank.answer = "The";
  const auto both_empty = score(blank, {"a", std::vector<supporting_fact>{}});
  CHECK(both_empty.answer == scores{1, 0, 0, 0});
  CHECK(both_empty.support == scores{1, 0, 0, 0});
  CHECK(both_empty.joint == scores{1, 0, 0, 0});
}

TEST_CASE("hotpotqa: questions whose gold has no facts count for the answers alone") {
  hotpotqa::evaluator score;
  hotpotqa::record answers_only = gold();
  answers_only.has_supporting_facts = false;
  answers_only.supporting_facts.clear();
  hotpotqa::totals t;
  t.add(score(gold(), {"Barack Obama", gold_facts}));
  t.add(score(answers_only, {"Barack Obama", gold_facts}));
  CHECK(t[hotpotqa::slots::questions] == 2);
  CHECK(t[hotpotqa::slots::questions_with_support] == 1);
  CHECK(t[hotpotqa::slots::missing_support] == 0);
  CHECK(values(t.named()) == std::vector<double>(12, 1.0));
}

TEST_CASE("hotpotqa: no question, no numbers") {
  const hotpotqa::totals t;
  for (const auto& n : t.named()) CHECK_FALSE(n.value.has_value());
  std::vector<std::string> names;
  for (const auto& n : t.named()) names.push_back(n.name);
  CHECK(names == std::vector<std::string>{"em", "f1", "prec", "recall", "sp_em", "sp_f1", "sp_prec", "sp_recall",
                                          "joint_em", "joint_f1", "joint_prec", "joint_recall"});
}

TEST_CASE("hotpotqa: totals of any split over one to four threads are the same bytes") {
  const std::vector<std::string_view> words{"Barack", "Obama", "the", "yes", "no", "Paris", "x"};
  mhqa::draws random{3, "hotpotqa"};
  std::vector<hotpotqa::question_scores> all;
  hotpotqa::evaluator score;
  for (int i = 0; i < 2000; ++i) {
    std::string answer;
    for (auto n = random.below(4); n > 0; --n) answer.append(words[random.below(words.size())]).append(" ");
    std::vector<supporting_fact> facts;
    for (auto n = random.below(5); n > 0; --n) {
      facts.push_back({random.below(2) == 0 ? "Paris" : "France", static_cast<std::int64_t>(random.below(3))});
    }
    hotpotqa::prediction p;
    if (random.below(9) != 0) p.answer = answer;
    if (random.below(9) != 0) p.supporting_facts = facts;
    all.push_back(score(gold(), p));
  }
  hotpotqa::totals serial;
  for (const auto& s : all) serial.add(s);
  for (std::size_t threads = 1; threads <= 4; ++threads) {
    mhqa::thread_pool pool{threads};
    const std::size_t grain = 1 + random.below(500);
    std::vector<hotpotqa::totals> parts((all.size() + grain - 1) / grain);
    mhqa::for_each_chunk(pool, all.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) parts[begin / grain].add(all[i]);
    });
    hotpotqa::totals merged;
    for (std::size_t i = parts.size(); i-- > 0;) merged += parts[i];
    CHECK(merged == serial);
  }
}

TEST_CASE("hotpotqa: the report holds the counts and a signature with both denominators") {
  hotpotqa::evaluator score;
  hotpotqa::totals t;
  t.add(score(gold(), {"Barack Obama", std::nullopt}));
  const mhqa::report r = mhqa::make_report(t, {});
  CHECK(r.dataset == "hotpotqa");
  CHECK(r.scores.size() == 12);
  CHECK(r.counts.size() == 4);
  CHECK(r.signature.starts_with("hotpotqa|"));
  CHECK(r.signature.find("|n:1|n-support:1|") != std::string::npos);
}
