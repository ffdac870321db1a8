// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/official.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

TEST_CASE("official: numbers are rounded as Python rounds and spelled as json.dumps(indent=4) spells them") {
  // round(2.675, 2) is 2.67: the double lies below; round(0.125, 2) goes to the even digit.
  const std::vector<mhqa::named_score> scores = {
      {"em", 50.0}, {"f1", 2.675}, {"prec", 0.125}, {"recall", 200.0 / 3}, {"zero", 0.0}};
  std::string out = "before\n";
  mhqa::io::append_rounded_json(out, scores, 2);
  CHECK(out ==
        "before\n{\n    \"em\": 50.0,\n    \"f1\": 2.67,\n    \"prec\": 0.12,\n    \"recall\": 66.67,\n"
        "    \"zero\": 0.0\n}\n");
}

TEST_CASE("official: a score without a value is refused by name, and nothing is written") {
  const std::vector<mhqa::named_score> scores = {{"em", 50.0}, {"em_math", std::nullopt}};
  std::string out;
  CHECK_THROWS_WITH_AS(mhqa::io::append_rounded_json(out, scores, 2),
                       "the published program cannot print these scores: em_math is a mean over no questions, "
                       "where it divides by zero",
                       mhqa::data_error);
  CHECK(out.empty());
}
