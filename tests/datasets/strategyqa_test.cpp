// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// eval.py by hand: accuracy, SARI of the decomposition against the question, recall of the best annotator; and the
// agreement of annotators step by step (Geva et al. 2021, Sec. 4.2).
#include <mhqa/datasets/strategyqa.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strategyqa = mhqa::strategyqa;
using strategyqa::verdict;

namespace {

using ids = std::vector<std::string_view>;

strategyqa::evidence_item item(ids paragraphs) {
  return {std::move(paragraphs), std::nullopt};
}
strategyqa::evidence_item mark(std::string_view text) {
  return {{}, text};
}

strategyqa::record example() {
  strategyqa::record r;
  r.qid = "q1";
  r.question = "Is a whale bigger than a car?";
  r.answer = true;
  r.decomposition = {"How big is a whale?", "How big is a car?", "Is #1 bigger than #2?"};
  r.evidence = {
      {{item({"Whale-1", "Whale-2"})}, {item({"Car-7"})}, {mark("operation")}},
      {{item({"Whale-1"}), mark("no_evidence")}, {item({"Car-3"}), item({"Road-1"})}, {mark("operation")}},
      {{mark("no_evidence")}, {item({})}, {mark("operation")}},
  };
  return r;
}

std::optional<double> recall(const strategyqa::record& gold, const ids& paragraphs, std::size_t limit = 10) {
  strategyqa::evaluator evaluate{limit};
  return evaluate(gold, {.paragraphs = std::span{paragraphs}}).recall;
}

double sari(const strategyqa::record& gold, const ids& steps) {
  strategyqa::evaluator evaluate;
  return *evaluate(gold, {.decomposition = std::span{steps}}).sari;
}

}  // namespace

TEST_CASE("strategyqa: an answer is right, wrong, or no truth value and then wrong") {
  strategyqa::evaluator evaluate;
  strategyqa::record gold = example();
  CHECK(evaluate(gold, {.answer = verdict::yes}).accuracy == std::optional{1.0});
  CHECK(evaluate(gold, {.answer = verdict::no}).accuracy == std::optional{0.0});
  CHECK(evaluate(gold, {.answer = verdict::neither}).accuracy == std::optional{0.0});
  gold.answer = false;
  CHECK(evaluate(gold, {.answer = verdict::no}).accuracy == std::optional{1.0});
  CHECK(evaluate(gold, {.answer = verdict::neither}).accuracy == std::optional{0.0});
  CHECK(evaluate(gold, {.answer = verdict::neither}).neither);
  CHECK_FALSE(evaluate(gold, {}).accuracy.has_value());
}

TEST_CASE("strategyqa: recall is the best annotator's, over the first k paragraphs") {
  // Evidence: {Whale-1, Whale-2, Car-7}, {Whale-1, Car-3, Road-1}, {}.
  const strategyqa::record gold = example();
  CHECK(recall(gold, {"Whale-1", "Car-7"}) == std::optional{2.0 / 3});
  CHECK(recall(gold, {"Whale-1", "Car-7"}, 1) == std::optional{1.0 / 3});
  CHECK(recall(gold, {"Car-3", "Road-1", "Whale-1"}) == std::optional{1.0});
  CHECK(recall(gold, {"Whale-1", "Whale-1", "Whale-2"}, 2) == std::optional{1.0 / 3});
  CHECK(recall(gold, {}) == std::optional{0.0});
  CHECK(recall(gold, {"Whale"}) == std::optional{0.0});
  CHECK(recall(gold, {"Whale-1"}, 0) == std::optional{0.0});
}

TEST_CASE("strategyqa: evidence that nobody found gives 0, and no annotator at all is an error") {
  strategyqa::record gold = example();
  gold.evidence = {gold.evidence[2]};
  CHECK(recall(gold, {"Whale-1"}) == std::optional{0.0});
  gold.evidence.clear();
  CHECK_THROWS_WITH_AS(static_cast<void>(recall(gold, {"Whale-1"})),
                       "id \"q1\", field \"evidence\": expected at least one annotator", mhqa::data_error);
}

TEST_CASE("strategyqa: a question mark is split off its word, and steps are joined by spaces") {
  strategyqa::record gold;
  gold.question = "x?";
  gold.decomposition = {"a?", "b?"};
  // Source "x ?", target "a ? b ?". The same words in other steps, or spaced otherwise, are the same text.
  CHECK(sari(gold, {"a?", "b?"}) == 1);
  CHECK(sari(gold, {"a ? b", "?"}) == 1);
  CHECK(sari(gold, {" a\t?", "\u00a0b?"}) == 1);
  CHECK(sari(gold, {"a?b?"}) < 1);  // "a", "?b", "?"
  // "?b" alone: the mark moves to the front of a new word, so that word is "?b".
  mhqa::sari_scorer scorer;
  const ids source{"x", "?"}, prediction{"a", "?b", "?"}, target{"a", "?", "b", "?"};
  CHECK(sari(gold, {"a?b?"}) == scorer(source, prediction, target).sari);
}

TEST_CASE("strategyqa: an empty decomposition is scored, not left out") {
  strategyqa::record gold;
  gold.question = "x";
  gold.decomposition = {"x"};
  // n = 1: kept nothing of {x}: p 1 (0 / 0), r 0: 0. Added nothing, wanted nothing: 1. Deleted {x}, wrongly: 0.
  CHECK(sari(gold, {}) == (3.0 / 4 + 1 + 3.0 / 4) / 3);
}

TEST_CASE("strategyqa: each number's denominator is the questions of its kind; an absent kind has no number") {
  strategyqa::evaluator evaluate{5};
  const ids found{"Whale-1"};
  strategyqa::totals totals;
  totals.add(evaluate(example(), {.answer = verdict::yes, .paragraphs = std::span{found}}));
  totals.add(evaluate(example(), {.answer = verdict::neither, .paragraphs = std::span{found}}));
  const auto named = totals.named(std::size_t{5});
  CHECK(named[0].name == "Accuracy");
  CHECK(named[0].value == std::optional{0.5});
  CHECK(named[1].name == "SARI");
  CHECK_FALSE(named[1].value.has_value());
  CHECK(named[2].name == "Recall@5");
  CHECK(*named[2].value == doctest::Approx(1.0 / 3).epsilon(1e-15));

  const mhqa::report report = mhqa::make_report(totals, {}, std::size_t{5});
  CHECK(report.dataset == "strategyqa");
  CHECK(report.counts[2].name == "answers_neither_true_nor_false");
  CHECK(report.counts[2].value == 1);
  CHECK(report.signature.find("|recall:max-of-annotators@5|") != std::string::npos);
}

TEST_CASE("strategyqa: totals are the same bits for every split") {
  std::vector<strategyqa::question_scores> scores;
  for (int i = 0; i < 7; ++i) scores.push_back({i % 2 * 1.0, 1.0 / (i + 3), i / 7.0, i == 3});
  strategyqa::totals whole;
  for (const auto& s : scores) whole.add(s);
  for (unsigned mask = 0; mask < 128; ++mask) {
    strategyqa::totals left, right;
    for (std::size_t i = scores.size(); i-- > 0;) (((mask >> i) & 1U) != 0 ? left : right).add(scores[i]);
    left += right;
    CHECK(left == whole);
    CHECK(left[strategyqa::slots::questions] == 7);
    CHECK(left[strategyqa::slots::neither] == 1);
  }
}

TEST_CASE("strategyqa: a paragraph's page is the text before its last hyphen") {
  CHECK(strategyqa::page_of("Albany, New York-2") == "Albany, New York");
  CHECK(strategyqa::page_of("Spider-Man-12") == "Spider-Man");
  CHECK(strategyqa::page_of("no number") == "no number");
}

TEST_CASE("strategyqa: agreement compares annotators step by step where both have evidence") {
  // Step 1: {Whale-1, Whale-2} with {Whale-1}: 1/2, pages 1. Step 2: {Car-7} with {Car-3, Road-1}: 0, pages 1/2.
  // The third annotator has nothing; step 3 is an operation.
  strategyqa::evidence_agreement agreement;
  CHECK_FALSE(agreement.paragraph_jaccard().has_value());
  agreement.add(example());
  CHECK(agreement.pairs == 2);
  CHECK(agreement.paragraph_jaccard() == std::optional{0.25});
  CHECK(agreement.page_jaccard() == std::optional{0.75});
  strategyqa::evidence_agreement other;
  strategyqa::record uneven = example();
  uneven.evidence[1].resize(1);  // an annotator who stopped after the first step
  other.add(uneven);
  CHECK(other.pairs == 1);
  agreement += other;
  CHECK(agreement.pairs == 3);
  CHECK(*agreement.paragraph_jaccard() == doctest::Approx(1.0 / 3).epsilon(1e-15));
}
