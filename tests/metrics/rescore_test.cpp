// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/rescore.hpp>

#include <mhqa/metrics/result_difference.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace mhqa;
using mhqa_test::json;

namespace {

constexpr std::string_view evaluators[] = {"2wiki-1.1",        "musique",   "squad-1.1",    "squad-2.0", "strategyqa",
                                           "beerqa",           "drop",      "flashrag",     "hipporag",  "ircot",
                                           "lm-eval-triviaqa", "longbench", "multihop-rag", "popqa",     "r1-searcher",
                                           "search-o1",        "set-f1",    "triviaqa"};

/// XLNet's answers to the first questions of HotpotQA's dev set.
std::optional<scored_result> xlnet_answers(std::size_t most) {
  const auto predictions = mhqa_test::shared_data("data/hotpotqa/predictions/xlnet.json");
  const auto golds = mhqa_test::shared_data("data/hotpotqa/dev_answers_7405.json");
  if (!predictions || !golds) return std::nullopt;
  std::map<std::string, std::string> said;
  const json predicted = mhqa_test::load_json(*predictions), records = mhqa_test::load_json(*golds);
  for (const auto& [id, text] : predicted["answer"].members()) said[id] = text.string();
  scored_result out;
  for (const json& record : records.items()) {
    if (out.answers.size() == most) break;
    const auto found = said.find(record["_id"].string());
    result_answer& one = out.answers.emplace_back();
    one.id = record["_id"].string();
    if (found != said.end()) one.prediction = found->second;
    one.golds = {record["answer"].string()};
  }
  return out;
}

void check_explained(const scored_result& first, const std::string& number, const scored_result& second,
                     const std::string& other) {
  CAPTURE(second.evaluator);
  CAPTURE(other);
  const result_difference found = explain_difference(first, number, second, other);
  CHECK(found.because.empty());
  CHECK(found.unexplained == 0);
  for (const explained_question& question : found.differing) REQUIRE(!question.choices.empty());
}

}  // namespace

TEST_CASE("rescore: the numbers of a program under its names") {
  const scored_result answers{"hotpotqa", "", {{"q", "in Paris", {"Paris"}, {}}, {"m", std::nullopt, {"x"}, {}}}};
  const scored_result out = rescored(answers, "flashrag");
  CHECK(out.answers[0].number("acc") == 1.0);
  CHECK(out.answers[0].number("em") == 0.0);
  CHECK(out.answers[1].number("acc") == 0.0);
  CHECK(out.signature.find("flashrag|program:") == 0);
  CHECK(!rescored(answers, "squad-2.0").answers[1].number("em"));
  CHECK(!rescored({"", "", {{"q", "pid x", {"x"}, {}}}}, "ircot").answers[0].number("em"));
  CHECK_THROWS_AS(static_cast<void>(rescored(answers, "bleu")), data_error);
}

TEST_CASE("rescore: MoreHopQA's numbers are compared as floats, and the type goes on with the answer") {
  const result_answer number{"n", "<answer>1,000</answer>", {"1000.0"}, {}, "number"};
  const result_answer word{"w", "many", {"3"}, {}, "number"}, day{"d", "1 May", {"1 May"}, {}, "date"};
  const scored_result out = rescored({"", "", {number, word, day}}, "morehopqa");
  CHECK(out.answers[0].number("em") == 1.0);
  CHECK(out.answers[0].answer_type == "number");
  CHECK(!out.answers[1].number("em"));
  REQUIRE(out.refused.size() == 2);
  CHECK(out.refused[0].first == "w");
  CHECK(out.refused[1].second.find("a parser of dates") != std::string::npos);
  CHECK(rescored({"", "", {word}}, "hotpotqa").refused.empty());
  // The difference from HotpotQA's number is that choice.
  const result_answer plain{"p", "1,000", {"1000.0"}, {}, "number"};
  const scored_result a = rescored({"", "", {plain}}, "hotpotqa"), b = rescored(a, "morehopqa");
  const result_difference found = explain_difference(a, "em", b, "em");
  CHECK(found.unexplained == 0);
  REQUIRE(found.differing.size() == 1);
  REQUIRE(found.differing[0].choices.size() == 1);
  CHECK(found.choices[found.differing[0].choices[0]].name == "answer types");
}

TEST_CASE("rescore: the usual numbers are those of answers, not that one was found") {
  const scored_result a = rescored({"", "", {{"q", "x", {"x"}, {}}}}, "search-o1");
  CHECK(usual_numbers(a) == std::array<std::string, 2>{"acc", "f1"});
}

TEST_CASE("rescore: the numbers of two results that can be compared") {
  const scored_result a = rescored({"", "", {{"q", "x", {"x"}, {}}}}, "hotpotqa");
  CHECK(matching_numbers(a, rescored(a, "popqa")) ==
        std::vector<std::pair<std::string, std::string>>{{"em", "is_correct"}, {"f1", "is_correct"}});
  CHECK(matching_numbers(a, rescored(a, "drop")) ==
        std::vector<std::pair<std::string, std::string>>{{"em", "max_em"}, {"f1", "max_f1"}});
}

TEST_CASE("rescore: every difference of XLNet's answers between evaluators is explained" *
          doctest::test_suite("unsanitized")) {
  const std::optional<scored_result> answers = xlnet_answers(7405);
  if (!answers) return;
  const scored_result first = rescored(*answers, "hotpotqa");
  for (const std::string_view name : evaluators) {
    const scored_result second = rescored(*answers, name);
    for (const auto& [number, other] : matching_numbers(first, second)) check_explained(first, number, second, other);
  }
}

TEST_CASE("rescore: so is that of every other number") {
  const std::optional<scored_result> answers = xlnet_answers(500);
  if (!answers) return;
  const scored_result first = rescored(*answers, "hotpotqa");
  for (const std::string_view name : evaluators) {
    const scored_result second = rescored(*answers, name);
    for (const auto& [number, value] : second.answers[0].numbers) check_explained(first, "f1", second, number);
  }
}
