// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A plan must give the number of its program on every answer, otherwise a choice that is exchanged measures nothing.
#include <mhqa/metrics/plan_scorer.hpp>

#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/hostile_pairs.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

using namespace mhqa;
using mhqa_test::json;

namespace {

/// Compares the plans of a program with the program on one answer; returns how many numbers were compared.
std::size_t check_program(const published_dialect& program, std::string_view said,
                          const std::vector<std::string_view>& golds, std::string_view answer_type = {}) {
  static plan_scorer scorer;
  published_result out;
  score_published(program, {.prediction = {&said, 1}, .golds = golds, .answer_type = answer_type}, out);
  if (!out.error().empty()) return 0;
  std::size_t compared = 0;
  for (const published_number& number : out.numbers()) {
    const auto plan = find_plan(program.name, number.name);
    CAPTURE(program.name);
    CAPTURE(number.name);
    CAPTURE(said);
    CAPTURE(golds.front());
    REQUIRE(plan);
    if (!number.value) continue;
    CHECK(std::fabs(scorer(*plan, said, golds, answer_type) * (plan->percent ? 100 : 1) - *number.value) <= 1e-12);
    ++compared;
  }
  return compared;
}

}  // namespace

TEST_CASE("plan_scorer: one choice exchanged changes one thing") {
  // "yes it is" against "yes": HotpotQA gives no F1, SQuAD 2 * (1/3 * 1) / (1/3 + 1) = 0.5.
  plan_scorer scorer;
  answer_plan plan = *find_plan("hotpotqa", "f1");
  const std::string_view gold = "yes";
  CHECK(scorer(plan, "yes it is", {&gold, 1}) == 0);
  plan.closed = false;
  CHECK(scorer(plan, "yes it is", {&gold, 1}) == 0.5);
  plan.sets = true;
  CHECK(scorer(plan, "yes yes yes", {&gold, 1}) == 1);
  CHECK(scorer(plan, "yes", {}) == 0);
  CHECK(scorer(*find_plan("squad-2.0", "f1"), "", {}) == 1);
}

TEST_CASE("plan_scorer: misses, golds as written, sets of spans, empty sides and lines, by hand") {
  plan_scorer scorer;
  const auto value = [&](std::string_view evaluator, std::string_view number, std::string_view said,
                         std::initializer_list<std::string_view> golds) {
    return scorer(*find_plan(evaluator, number), said, std::vector<std::string_view>{golds});
  };
  // A miss is tn, fp and fn at once: (0 + 1) / 3; without a gold text it is not counted.
  CHECK(value("multihop-rag", "accuracy", "Rome", {"Paris"}) == 1.0 / 3);
  // Only a type that is a number makes "1,000" the float of "1000.0".
  const std::string_view thousand = "1000.0";
  const answer_plan typed = *find_plan("morehopqa", "em");
  CHECK(scorer(typed, "1,000", {&thousand, 1}, "number") == 1);
  CHECK(scorer(typed, "1,000", {&thousand, 1}, "string") == 0);
  CHECK(scorer(typed, "<answer>1,000</answer>", {&thousand, 1}, "year") == 1);
  CHECK(value("multihop-rag", "accuracy", "in Paris", {"Paris"}) == 1);
  CHECK(value("multihop-rag", "accuracy", "Rome", {""}) == 0);
  // TriviaQA's oracle searches "Paris" in "paris".
  CHECK(value("triviaqa", "oracle_exact_match", "Paris", {"Paris"}) == 0);
  CHECK(value("triviaqa", "oracle_exact_match", "In Paris.", {"Paris", "paris"}) == 1);
  // IRCoT's support: {"a1", "b2"} against {"b2", "c3", "d4"}: 1/2 and 1/3, so F1 0.4.
  CHECK(value("ircot", "sp_precision", "[\"x 1\", \"b 2\"]", {"B-2", "c 3", "d 4"}) == 0.5);
  CHECK(value("ircot", "sp_recall", "[\"x 1\", \"b 2\"]", {"B-2", "c 3", "d 4"}) == 0.333);
  CHECK(value("ircot", "sp_f1", "[\"x 1\", \"b 2\"]", {"B-2", "c 3", "d 4"}) == 0.4);
  CHECK(value("ircot", "sp_em", "[\"b 2\", \"b2\"]", {"B-2"}) == 1);
  // DROP: no predicted word is a precision of 1, no gold word a recall of 1.
  CHECK(value("ircot", "precision", "the", {"Paris"}) == 1);
  CHECK(value("ircot", "recall", "the", {"Paris"}) == 0);
  CHECK(value("ircot", "recall", "Paris", {"the"}) == 1);
  CHECK(value("longbench", "triviaqa", "\n\nParis\nRome Oslo", {"Paris"}) == 1);
  CHECK(value("longbench", "hotpotqa", "a b c", {"c x"}) == 0.5);  // words b, c against c, x
  CHECK(value("longbench", "hotpotqa", "b c d", {"c x x"}) == 0.3333);
  CHECK(value("search-o1", "is_valid_answer", "\\boxed{the}", {}) == 1);
  CHECK(value("search-o1", "is_valid_answer", "the", {"the"}) == 0);
  CHECK(value("search-o1", "math_equal", "\\boxed{1}", {"1"}) == 0);
}

TEST_CASE("plan_scorer: equals every program on the hostile pairs") {
  for (const published_dialect& program : published_dialects) {
    std::size_t compared = 0;
    for (std::uint64_t i = 0; i < 400; ++i) {
      const hostile_pair pair = make_hostile_pair(7, i);
      std::vector<std::string_view> golds{pair.golds.begin(), pair.golds.end()};
      if (golds.empty()) continue;
      if (program.single_gold) golds.resize(1);
      compared += check_program(program, pair.prediction, golds);
    }
    CAPTURE(program.name);
    CHECK(compared >= 300);
  }
}

TEST_CASE("plan_scorer: equals every data set's evaluator on the hostile pairs") {
  plan_scorer plans;
  for (const dialect& rules : dialects::all) {
    answer_scorer<> scorer{rules};
    CAPTURE(rules.name.view());
    for (std::uint64_t i = 0; i < 400; ++i) {
      const hostile_pair pair = make_hostile_pair(8, i);
      const std::vector<std::string_view> golds{pair.golds.begin(), pair.golds.end()};
      if (golds.empty()) continue;
      const scores s = scorer(pair.prediction, golds);
      CAPTURE(pair.prediction);
      CAPTURE(golds.front());
      CHECK(plans(*find_plan(rules.name.view(), "em"), pair.prediction, golds) == s.em);
      CHECK(plans(*find_plan(rules.name.view(), "f1"), pair.prediction, golds) == s.f1);
      CHECK(plans(*find_plan(rules.name.view(), "prec"), pair.prediction, golds) == s.precision);
      CHECK(plans(*find_plan(rules.name.view(), "recall"), pair.prediction, golds) == s.recall);
    }
  }
}

TEST_CASE("plan_scorer: equals the published answers of the programs") {
  const std::string_view files[][2] = {{"dpr_has_answer", "dpr-has-answer"},
                                       {"drop", "drop"},
                                       {"flashrag", "flashrag"},
                                       {"hipporag", "hipporag"},
                                       {"ircot", "ircot"},
                                       {"lm_eval_nq_open", "lm-eval-nq-open"},
                                       {"lm_eval_triviaqa", "lm-eval-triviaqa"},
                                       {"longbench", "longbench"},
                                       {"morehopqa", "morehopqa"},
                                       {"multihop_rag", "multihop-rag"},
                                       {"popqa", "popqa"},
                                       {"r1_searcher", "r1-searcher"},
                                       {"search_o1", "search-o1"},
                                       {"triviaqa", "triviaqa"}};
  for (const auto& pair : files) {
    const std::string_view file_name = pair[0], name = pair[1];
    const auto file = mhqa_test::shared_data("golden/dialects/" + std::string{file_name} + ".jsonl");
    if (!file) return;
    std::size_t compared = 0;
    for (const json& row : mhqa_test::load_jsonl(*file)) {
      const json* repaired = row.find("ftfy_changes");
      const json* type = row.find("answer_type");
      if (row["prediction"].is<json::array>() || (repaired != nullptr && repaired->boolean())) continue;
      const std::string said = row["prediction"].string();
      const std::vector<std::string> golds = row["gold"].strings();
      if (golds.empty()) continue;
      compared += check_program(*find_published(name), said, {golds.begin(), golds.end()},
                                type == nullptr ? std::string_view{} : type->string());
    }
    CAPTURE(name);
    CHECK(compared >= 50);
  }
}
