// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/2wikimultihopqa.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// eval of 2wikimultihop_evaluate_v1.1.py and of 2wikimultihop_evaluate.py. What they do beyond HotpotQA's rules:
// answers by aliases, each number maximised by itself (1.1); facts made a set and lower-cased after that, then counted
// on lists; evidence triples; a joint score of all three.

namespace {

namespace twowiki = mhqa::twowiki;
using facts = std::vector<mhqa::supporting_fact>;
using triples = std::vector<mhqa::evidence_triple>;
using names = std::vector<std::string_view>;

static_assert(!std::is_constructible_v<twowiki::evaluator, twowiki::alias_table>, "the table must outlive it");
static_assert(std::is_constructible_v<twowiki::evaluator, const twowiki::alias_table&>);
static_assert(twowiki::totals{} == twowiki::totals{});

mhqa::scores facts_score(const facts& predicted, const facts& gold) {
  twowiki::record record;
  record.supporting_facts = gold;
  return twowiki::evaluator{}(record, {.supporting_facts = predicted}).support.value();
}

std::string problem_of(const triples& evidences, const triples& ids) {
  twowiki::record record;
  record.evidences = evidences;
  record.evidences_id = ids;
  return evidences_id_problem(record);
}

}  // namespace

TEST_CASE("2wikimultihopqa: the answer is scored as HotpotQA's, in both versions") {
  twowiki::record gold;
  gold.answer = "Barack Obama";
  gold.answer_id = "Q76";
  const twowiki::alias_table no_aliases;
  for (twowiki::evaluator score : {twowiki::evaluator{}, twowiki::evaluator{no_aliases}}) {
    // 2 of 3 words, 2 of 2: F1 = 2 * 2/3 * 1 / (5/3).
    CHECK(score(gold, {.answer = "President Barack Obama"}).answer ==
          mhqa::scores{0, 2 * (2.0 / 3) * 1 / (2.0 / 3 + 1), 2.0 / 3, 1});
    CHECK(score(gold, {.answer = "the BARACK, Obama."}).answer == mhqa::scores{1, 1, 1, 1});
    CHECK(score(gold, {.answer = "yes"}).answer == mhqa::scores{});
  }
}

TEST_CASE("2wikimultihopqa: each number is the best over answer, aliases and demonyms by itself") {
  twowiki::alias_table aliases;
  const names more = {"x y z w", "yes"};
  REQUIRE(aliases.add("Q1", more));
  twowiki::record gold;
  gold.answer = "x";
  gold.answer_id = "Q1";
  twowiki::evaluator score{aliases};
  // "x y q" against "x": precision 1/3, recall 1, F1 1/2; against "x y z w": 2/3, 1/2, 4/7.
  const mhqa::scores s = score(gold, {.answer = "x y q"}).answer.value();
  CHECK(s.em == 0);
  CHECK(s.precision == 2.0 / 3);
  CHECK(s.recall == 1);
  CHECK(s.f1 == 2 * (2.0 / 3) * 0.5 / (2.0 / 3 + 0.5));
  CHECK(score(gold, {.answer = "Yes."}).answer == mhqa::scores{1, 1, 1, 1});
  // Version 1.0 knows the answer alone.
  CHECK(twowiki::evaluator{}(gold, {.answer = "x y q"}).answer == mhqa::scores{0, 0.5, 1.0 / 3, 1});
  gold.answer_id.reset();
  CHECK(score(gold, {.answer = "x y q"}).answer == mhqa::scores{0, 0.5, 1.0 / 3, 1});
  gold.answer_id = "Q2";
  CHECK(score(gold, {.answer = "x y q"}).answer == mhqa::scores{0, 0.5, 1.0 / 3, 1});
}

TEST_CASE("2wikimultihopqa: an alias of no word makes an empty prediction exact, but its F1 stays 0") {
  twowiki::alias_table aliases;
  const names more = {"The"};
  REQUIRE(aliases.add("Q1", more));
  twowiki::record gold;
  gold.answer = "x";
  gold.answer_id = "Q1";
  CHECK(twowiki::evaluator{aliases}(gold, {.answer = "a"}).answer == mhqa::scores{1, 0, 0, 0});
}

TEST_CASE("2wikimultihopqa: facts are a set, and case does not count") {
  CHECK(facts_score({{"Ed Wood", 0}, {"Ed Wood", 0}}, {{"ed wood", 0}}) == mhqa::scores{1, 1, 1, 1});
  CHECK(facts_score({{"Ed Wood", 1}}, {{"Ed Wood", 0}}) == mhqa::scores{});
  CHECK(facts_score({{"The  Ed", 0}}, {{"The Ed", 0}}) == mhqa::scores{});  // white space and articles do
  CHECK(facts_score({{"ΟΔΟΣ İ", 0}}, {{"οδος i\u0307", 0}}) == mhqa::scores{1, 1, 1, 1});
  CHECK(facts_score({}, {}) == mhqa::scores{1, 0, 0, 0});
  CHECK(facts_score({{"a", 0}}, {}) == mhqa::scores{});
  CHECK(facts_score({}, {{"a", 0}}) == mhqa::scores{});
}

TEST_CASE("2wikimultihopqa: case twins among the predicted facts count twice") {
  // Predicted: a, a, b; gold: a, c. True positives 2, false positives 1, false negatives 1 (c).
  const mhqa::scores s = facts_score({{"A", 0}, {"a", 0}, {"b", 0}}, {{"a", 0}, {"c", 0}});
  CHECK(s.em == 0);
  CHECK(s.precision == 2.0 / 3);
  CHECK(s.recall == 2.0 / 3);  // 2 / (2 + 1), though only one of two gold facts was found
  CHECK(facts_score({{"A", 0}, {"a", 0}}, {{"a", 0}}) == mhqa::scores{1, 1, 1, 1});
}

TEST_CASE("2wikimultihopqa: case twins among the gold facts are each found or each missed") {
  CHECK(facts_score({{"a", 0}}, {{"A", 0}, {"a", 0}}) == mhqa::scores{1, 1, 1, 1});
  // Predicted: a; gold: a, b, b: true positives 1, false negatives 2.
  const mhqa::scores s = facts_score({{"a", 0}}, {{"a", 0}, {"B", 0}, {"b", 0}});
  CHECK(s.precision == 1);
  CHECK(s.recall == 1.0 / 3);
}

TEST_CASE("2wikimultihopqa: evidences by the ids of their subjects and objects in version 1.1, as a set in 1.0") {
  twowiki::alias_table aliases;
  const names states = {"USA"}, americans = {"Americans"};
  REQUIRE(aliases.add("Q30", states));
  REQUIRE(aliases.add("Q846570", americans));
  twowiki::record gold;
  gold.evidences = {{"United States", "people", "American people"}, {"x", "r", "y"}};
  gold.evidences_id = {{"Q30", "people", "Q846570"}, {"Q1", "r", "date_information"}};
  const triples predicted = {{"usa", "people", "americans"}, {"x", "r", "y"}};
  CHECK(twowiki::evaluator{aliases}(gold, {.evidences = predicted}).evidence == mhqa::scores{1, 1, 1, 1});
  CHECK(twowiki::evaluator{}(gold, {.evidences = predicted}).evidence == mhqa::scores{0, 0.5, 0.5, 0.5});
  gold.evidences_id.clear();  // comparison questions have none
  CHECK(twowiki::evaluator{aliases}(gold, {.evidences = predicted}).evidence == mhqa::scores{0, 0.5, 0.5, 0.5});
}

TEST_CASE("2wikimultihopqa: ids that do not fit the evidences are an error in version 1.1") {
  CHECK(problem_of({}, {}).empty());
  CHECK(problem_of({{"a", "r", "b"}}, {}).empty());
  CHECK(problem_of({{"a", "r", "b"}}, {{"Q1", "r", "Q2"}}).empty());
  CHECK(problem_of({{"a", "r", "b"}}, {{"Q1", "R", "Q2"}}) ==
        "expected evidences_id[0] to have the relation \"r\", found \"R\"");
  CHECK(problem_of({{"a", "r", "b"}, {"b", "r", "c"}}, {{"Q1", "r", "Q2"}}) ==
        "expected evidences_id to be empty or one for each of the 2 evidences, found 1");
  CHECK(problem_of({}, {{"Q1", "r", "Q2"}}) ==
        "expected evidences_id to be empty or one for each of the 0 evidences, found 1");

  twowiki::record gold;
  gold.id = "q7";
  gold.evidences_id = {{"Q1", "r", "Q2"}};
  const twowiki::alias_table no_aliases;
  CHECK_THROWS_WITH_AS(static_cast<void>(twowiki::evaluator{no_aliases}(gold, {.evidences = triples{}})),
                       "id \"q7\": expected evidences_id to be empty or one for each of the 0 evidences, found 1",
                       mhqa::data_error);
  CHECK(twowiki::evaluator{}(gold, {.evidences = triples{}}).evidence == mhqa::scores{1, 0, 0, 0});
}

TEST_CASE("2wikimultihopqa: joint scores need all three tasks, and multiply precisions and recalls") {
  twowiki::record gold;
  gold.answer = "x y";
  gold.supporting_facts = {{"t", 0}, {"u", 0}};
  gold.evidences = {{"a", "r", "b"}, {"c", "r", "d"}};
  const facts one_fact = {{"t", 0}};
  const triples one_triple = {{"a", "r", "b"}};
  twowiki::evaluator score;
  const auto s = score(gold, {.answer = "x", .supporting_facts = one_fact, .evidences = one_triple});
  REQUIRE(s.joint);
  CHECK(s.joint->em == 0);
  CHECK(s.joint->precision == 1);
  CHECK(s.joint->recall == 0.125);
  CHECK(s.joint->f1 == 2 * 1 * 0.125 / 1.125);
  CHECK(!score(gold, {.answer = "x", .supporting_facts = one_fact}).joint);
  CHECK(!score(gold, {.answer = "x", .evidences = one_triple}).joint);
  CHECK(!score(gold, {.supporting_facts = one_fact, .evidences = one_triple}).joint);
}

TEST_CASE("2wikimultihopqa: an alias table takes each id once and has a fingerprint") {
  twowiki::alias_table aliases, other_order, other_names;
  const names usa = {"USA", "American"}, uk = {"UK"}, nothing, gb = {"GB"};
  CHECK(aliases.add("Q30", usa));
  CHECK(aliases.add("Q145", uk));
  CHECK(aliases.add("Q0", nothing));
  CHECK(!aliases.add("Q30", uk));
  CHECK(aliases.size() == 3);
  const auto found = aliases.find("Q30");
  CHECK(names(found.begin(), found.end()) == usa);
  CHECK(aliases.find("Q145").size() == 1);
  CHECK(aliases.find("Q0").empty());
  CHECK(aliases.find("Q1").empty());
  CHECK((other_order.add("Q145", uk) && other_order.add("Q30", usa)));
  CHECK(other_order.fingerprint() == aliases.fingerprint());
  CHECK((other_names.add("Q145", gb) && other_names.add("Q30", usa)));
  CHECK(other_names.fingerprint() != aliases.fingerprint());
}

TEST_CASE("2wikimultihopqa: totals are percent of all questions under the published names, in their order") {
  const mhqa::scores right{1, 1, 1, 1}, half{0, 0.5, 0.25, 0.75};
  twowiki::totals t;
  t.add({right, half, right, half});
  t.add({.answer = half, .evidence = half});
  t.add({});
  t.add({.support = right});
  CHECK(t[twowiki::slots::questions] == 4);
  CHECK(t[twowiki::slots::missing_answers] == 2);
  CHECK(t[twowiki::slots::missing_support] == 2);
  CHECK(t[twowiki::slots::missing_evidence] == 2);
  const std::vector<mhqa::named_score> named = t.named();
  const std::array expected_names = {"em",       "f1",        "prec",       "recall",      "sp_em",    "sp_f1",
                                     "sp_prec",  "sp_recall", "evi_em",     "evi_f1",      "evi_prec", "evi_recall",
                                     "joint_em", "joint_f1",  "joint_prec", "joint_recall"};
  const std::array expected = {25.0, 37.5, 31.25, 43.75, 25.0, 37.5, 31.25, 43.75,
                               25.0, 37.5, 31.25, 43.75, 0.0,  12.5, 6.25,  18.75};
  REQUIRE(named.size() == expected.size());
  for (std::size_t i = 0; i < named.size(); ++i) {
    CHECK(named[i].name == expected_names[i]);
    CHECK(named[i].value == expected[i]);
  }
  for (const mhqa::named_score& score : twowiki::totals{}.named()) CHECK(!score.value);
}

TEST_CASE("2wikimultihopqa: merged totals are the whole's, bit for bit, in every order and split") {
  std::vector<twowiki::question_scores> questions;
  for (int i = 1; i <= 30; ++i) {
    const mhqa::scores s{i % 2 == 0 ? 1.0 : 0.0, 1.0 / i, 2.0 / (i + 6), 1.0 / (i + 2)};
    twowiki::question_scores q{.answer = s, .support = s, .evidence = s, .joint = s};
    if (i % 3 == 0) q.answer.reset();
    if (i % 4 == 0) q.evidence.reset();
    if (i % 5 == 0) q.support.reset();
    if (i % 3 == 0 || i % 4 == 0 || i % 5 == 0) q.joint.reset();
    questions.push_back(q);
  }
  twowiki::totals whole;
  for (const auto& q : questions) whole.add(q);
  for (std::size_t parts = 2; parts <= 4; ++parts) {
    std::vector<twowiki::totals> split(parts);
    for (std::size_t i = 0; i < questions.size(); ++i) split[i % parts].add(questions[questions.size() - 1 - i]);
    twowiki::totals merged;
    for (const auto& part : split) merged += part;
    CHECK(merged == whole);
  }
}

TEST_CASE("2wikimultihopqa: a report counts what was missing and signs the numbers") {
  twowiki::totals t{mhqa::dialects::twowiki_1_1};
  t.add({.answer = mhqa::scores{1, 1, 1, 1}});
  const mhqa::report report = make_report(t, {});
  CHECK(report.dataset == "2wikimultihopqa");
  CHECK(report.scores.size() == 16);
  REQUIRE(report.counts.size() == 4);
  CHECK(report.counts[3].name == "missing_evidence");
  CHECK(report.counts[3].value == 1);
  CHECK(report.signature.starts_with("2wiki-1.1|"));
  CHECK(report.signature.find("|n:1|") != std::string::npos);
}
