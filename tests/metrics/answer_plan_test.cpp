// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/answer_plan.hpp>

#include <mhqa/metrics/published_dialects.hpp>

#include <doctest/doctest.h>

#include <string_view>

using namespace mhqa;

static_assert(find_plan("musique", "answer_f1")->empty == empty_rule::one_if_both);
static_assert(find_plan("flashrag", "acc")->number == plan_number::contained);
static_assert(find_plan("hotpotqa", "em")->closed);
static_assert(!find_plan("hotpotqa", "sp_em"));
static_assert(!find_plan("bleu", "em"));

TEST_CASE("answer_plan: every program and every data set's evaluator has a plan for one number at least") {
  const std::string_view numbers[] = {"em",     "f1",         "exact_match", "answer_f1",  "ExactMatch",
                                      "max_em", "is_correct", "string",      "qa_f1_score"};
  const auto has_plan = [&](std::string_view name) {
    for (const std::string_view number : numbers) {
      if (find_plan(name, number)) return true;
    }
    return false;
  };
  for (const published_dialect& one : published_dialects) {
    CAPTURE(one.name);
    CHECK(has_plan(one.name));
  }
  for (const dialect& one : dialects::all) {
    CAPTURE(one.name.view());
    CHECK(has_plan(one.name.view()));
  }
}

TEST_CASE("answer_plan: rounded percentages and numbers of support have no plan") {
  CHECK(!find_plan("longbench", "hotpotqa"));
  CHECK(!find_plan("triviaqa", "oracle_exact_match"));
  CHECK(!find_plan("musique", "support_f1"));
  CHECK(!find_plan("multihop-rag", "accuracy"));
}
