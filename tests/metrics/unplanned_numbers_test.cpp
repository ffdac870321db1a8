// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/unplanned_numbers.hpp>

#include <mhqa/metrics/answer_plan.hpp>

#include <doctest/doctest.h>

using namespace mhqa;

static_assert(why_unplanned("hotpotqa", "sp_f1") ==
              "compares supporting facts or paragraphs, which a result does not hold");
static_assert(why_unplanned("hotpotqa", "f1").empty());
static_assert(why_unplanned("squad-1.1", "sp_f1").empty());

TEST_CASE("unplanned_numbers: each belongs to a known evaluator and, but for StrategyQA's recall, has no plan") {
  for (const detail::unplanned_numbers& one : detail::all_unplanned) {
    CAPTURE(one.evaluator);
    CAPTURE(one.beginning);
    CHECK(find<dialect>(one.evaluator) != nullptr);
    CHECK(why_unplanned(one.evaluator, one.beginning) == one.reason);
    CHECK(find_plan(one.evaluator, one.beginning).has_value() ==
          (one.evaluator == "strategyqa" && one.beginning == "recall"));
  }
}
