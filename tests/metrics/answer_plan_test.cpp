// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/answer_plan.hpp>

#include <mhqa/metrics/published_dialects.hpp>
#include <mhqa/metrics/rescore.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using namespace mhqa;

static_assert(find_plan("musique", "answer_f1")->empty == empty_rule::one_if_both);
static_assert(find_plan("flashrag", "acc")->number == plan_number::contained);
static_assert(find_plan("hotpotqa", "em")->closed);
static_assert(!find_plan("hotpotqa", "sp_em"));
static_assert(!find_plan("bleu", "em"));

namespace {

/// The names of an evaluator's numbers, as a result has them.
std::vector<std::string> numbers_of(std::string_view evaluator) {
  const scored_result one = rescored({"", "", {{"q", "x", {"x"}, {}}}}, evaluator);
  std::vector<std::string> out;
  for (const auto& [name, value] : one.answers[0].numbers) out.push_back(name);
  return out;
}

}  // namespace

TEST_CASE("answer_plan: every number of every program and dialect has a plan") {
  std::vector<std::string_view> evaluators;
  for (const dialect& one : dialects::all) evaluators.push_back(one.name.view());
  for (const published_dialect& one : published_dialects) evaluators.push_back(one.name);
  std::size_t numbers = 0;
  for (const std::string_view evaluator : evaluators) {
    for (const std::string& number : numbers_of(evaluator)) {
      CAPTURE(evaluator);
      CAPTURE(number);
      CHECK(find_plan(evaluator, number));
      ++numbers;
    }
  }
  CHECK(evaluators.size() == 25);
  CHECK(numbers == 94);  // without MultiHop-RAG's accuracy, which is that of a file
}

TEST_CASE("answer_plan: percentages are marked, and nothing else is") {
  std::vector<std::string> found;
  for (const published_dialect& one : published_dialects) {
    for (const std::string& number : numbers_of(one.name)) {
      if (find_plan(one.name, number)->percent) found.push_back(std::string{one.name} + " " + number);
    }
  }
  CHECK(found == std::vector<std::string>{"longbench hotpotqa", "longbench triviaqa", "triviaqa oracle_exact_match"});
}

TEST_CASE("answer_plan: numbers of support, and names that the evaluator lacks, have no plan") {
  CHECK(!find_plan("musique", "support_f1"));
  CHECK(!find_plan("triviaqa", "acc"));
  CHECK(!find_plan("longbench", ""));
}
