// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What steps take by their wording, and how often the annotators of StrategyQA agree with the rule.
#include <mhqa/graph/step_kind.hpp>

#include <mhqa/english/pattern.hpp>
#include <mhqa/english/sentence_words.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using mhqa::needs_by_rule;
using mhqa::step_needs;

TEST_CASE("step kind: a step looks up, decides or calculates, or does both") {
  constexpr step_needs look_up{true, false}, operation{false, true}, both{true, true};
  const struct {
    std::string_view step;
    step_needs want;
  } rows[] = {
      {"When was Emma published?", look_up},
      {"Is Rome in Italy?", look_up},
      {"Who wrote #1?", look_up},
      {"Israel in the year of #1", look_up},
      {"#1", look_up},
      {"", look_up},
      {"Is #1 smaller than #2?", operation},
      {"What is #1 minus #2?", operation},
      {"Multiply #1 by 4", operation},
      {"10 percent of #1", operation},
      {"What is 10% of #1?", operation},
      {"What is the difference between 100,000 and #1?", operation},
      {"What is 2000 minus 1996?", operation},
      {"How many years has it been since #1?", operation},
      {"How many times was #1 married?", look_up},
      {"When was #1 divided by treaty?", look_up},
      {"What percent of #1 is water?", look_up},
      {"When did #1 serve as #2?", look_up},
      {"What is the distance between #1 and #2?", look_up},
      {"Which is larger, #1 or #2?", operation},
      {"What is #2 divided by 2?", operation},
      {"How big would #1 times three kittens be?", operation},
      {"Is #1 greater than 20?", operation},
      {"Is #1 a citrus fruit?", both},
      {"  COULD #2 float?", both},
      {"Has #1 said more positive things than negative things about Trump?", look_up},
      {"Have any of #1 been banned?", look_up},
      {"Considering #1, could they hurt people?", both},
      {"In #1, did Link meet an astronomer?", both},
      {"If #2 is yes, is that element nickel?", both},
      {"Who, besides #1, wrote Emma?", look_up},
      {"What is the year, month and day of #1?", look_up},
  };
  for (const auto& each : rows) {
    CAPTURE(each.step);
    CHECK(needs_by_rule(each.step) == each.want);
    CHECK((mhqa::kind_by_rule(each.step) == mhqa::step_kind::operation) == each.want.operation);
  }
}

TEST_CASE("step kind: each row of wordings fires on its example, and not on the other") {
  const mhqa::row_matcher rows{mhqa::step_wording_rows};
  for (std::size_t n = 0; n < mhqa::step_wording_rows.size(); ++n) {
    CAPTURE(mhqa::step_wording_rows[n].name);
    CHECK(rows.fires(n, mhqa::question_words(mhqa::step_wording_rows[n].fires)));
    CHECK_FALSE(rows.fires(n, mhqa::question_words(mhqa::step_wording_rows[n].passes)));
  }
}

TEST_CASE("step kind: the majority of StrategyQA's annotators agrees with the rule") {
  std::size_t steps = 0, operations = 0, found = 0, same_kind = 0, same_needs = 0, both = 0;
  for (const char* name : {"data/strategyqa/train.json", "data/strategyqa/dev.json"}) {
    const auto file = mhqa_test::shared_data(name);
    if (!file) return;
    const auto records = mhqa_test::load_json(*file);
    for (const auto& record : records.items()) {
      const std::vector<std::string> texts = record["decomposition"].strings();
      const auto& annotators = record["evidence"].items();
      for (std::size_t i = 0; i < texts.size(); ++i) {
        std::size_t operate = 0, look_up = 0;
        for (const auto& annotator : annotators) {
          bool operates = false, looks_up = false;
          for (const auto& mark : annotator[i].items()) {
            const bool named = mark.is<std::string>();
            (named && mark.string() == "operation" ? operates : looks_up) = true;
          }
          operate += operates ? 1 : 0;
          look_up += looks_up ? 1 : 0;
        }
        const step_needs most{2 * look_up > annotators.size(), 2 * operate > annotators.size()};
        const step_needs rule = needs_by_rule(texts[i]);
        ++steps;
        operations += most.operation ? 1 : 0;
        found += most.operation && rule.operation ? 1 : 0;
        same_kind += most.operation == rule.operation ? 1 : 0;
        same_needs += most == rule ? 1 : 0;
        both += most.operation && most.look_up ? 1 : 0;
      }
    }
  }
  CHECK(steps == 6720);
  CHECK(operations == 2061);
  CHECK(both == 681);
  CHECK(found == 2036);
  CHECK(same_kind == 6355);
  CHECK(same_needs == 5907);
}
