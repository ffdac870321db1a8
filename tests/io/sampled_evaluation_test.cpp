// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/sampled_evaluation.hpp>

#include "support/command.hpp"

#include <mhqa/metrics/samples.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

TEST_CASE("sampled_evaluation: each sample is scored by the data set's evaluator; a question without any is wrong") {
  // a: right, wrong, right (articles do not count); b: never; c: no prediction. z is no question.
  const mhqa_test::scratch here;
  const std::string gold =
      here.write("g.json",
                 R"([{"_id": "a", "answer": "Oslo", "type": "bridge", "supporting_facts": [["T", 0]]},
                     {"_id": "b", "answer": "Rome", "type": "comparison", "supporting_facts": [["T", 0]]},
                     {"_id": "c", "answer": "Bern", "type": "bridge", "supporting_facts": [["T", 0]]}])")
          .string();
  const std::string said =
      here.write("p.json", R"({"a": ["Oslo", "Lima", "the Oslo"], "b": ["x", "x", "y"], "z": ["", "", ""]})").string();
  mhqa::thread_pool pool{1};
  const mhqa::io::sampled_evaluation found =
      mhqa::io::evaluate_samples({.dataset = "hotpotqa", .predictions = said, .gold = gold}, "type", pool);
  CHECK(found.samples == 3);
  CHECK(found.ignored == 1);
  CHECK(found.missing.at("answer") == 1);
  CHECK(found.groups == std::vector<std::string>{"bridge", "comparison", "bridge"});
  REQUIRE(found.questions.size() == 3);
  CHECK(found.questions[1].groups[0] == std::pair<std::string, std::string>{"type", "comparison"});
  CHECK(found.result.answers.size() == 9);
  CHECK(found.result.evaluator == "hotpotqa");
  CHECK(found.result.signature.ends_with("|samples:3"));
  const std::array<std::size_t, 2> ks{1, 2};
  const auto scores = mhqa::sample_scores(found.result, ks);
  const auto value = [&](const char* name) {
    for (const mhqa::named_score& one : scores) {
      if (one.name == name) return *one.value;
    }
    return -1.0;
  };
  CHECK(value("avg_em") == doctest::Approx(2.0 / 9).epsilon(1e-15));
  CHECK(value("pass@1") == doctest::Approx(2.0 / 9).epsilon(1e-15));
  CHECK(value("pass@2") == doctest::Approx(1.0 / 3).epsilon(1e-15));  // each pair of a's samples has a right one
  CHECK(value("maj@2") == doctest::Approx(1.0 / 3).epsilon(1e-15));   // of a tie, the first
}
