// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The published functions' own rows are in published_rewards_test.cpp.
#include <mhqa/batch/step_rewards.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace batch = mhqa::batch;

namespace {

batch::reward_verdict stepsearch(std::string_view text, const std::vector<std::string_view>& supports,
                                 const std::vector<std::vector<std::string_view>>& keys = {}) {
  static constexpr std::string_view gold[]{"Rome"};
  const batch::reward_golds golds = batch::prepare_golds({}, gold);
  const batch::reward_options options;
  batch::reward_memory memory;
  batch::reward_verdict out;
  batch::detail::judge_stepsearch(
      {.text = text, .options = options, .golds = golds, .supports = supports, .search_keys = keys}, memory, out);
  return out;
}

}  // namespace

TEST_CASE("step_rewards: the gain of a passage, worked by hand") {
  // Fit to {"rome city", "rome"}: idf(rome) = ln(3 / 3) + 1 = 1, idf(city) = ln(3 / 2) + 1 = w.
  // The cosine of (1, w) and (1, 0) is 1 / sqrt(1 + w^2). The same passage again gains nothing and is penalised by 1.
  const double w = std::log(1.5) + 1, cosine = 1 / std::sqrt(1 + w * w);
  const std::string block = "<search>q</search> \n<information>Doc 1<## Title: T ##> Rome city</information>";
  const batch::reward_verdict v = stepsearch(block + block + "<answer>Rome</answer>", {"The Rome"});
  CHECK(v.reward == 1);
  REQUIRE(v.step_scores.size() == 2);
  CHECK(v.step_scores[0] == doctest::Approx(cosine).epsilon(1e-14));
  CHECK(v.step_scores[1] == -1);
}

TEST_CASE("step_rewards: a later search replaces the value of its group of keys") {
  const batch::reward_verdict v = stepsearch("<search>one two</search><search>one</search><answer>Rome</answer>", {},
                                             {{"one two", "zwei"}, {"three"}});
  // F1("one", "one two") = 2/3 = 0.6667; two groups.
  CHECK(v.more[1].value == 0.6667 / 2);
  CHECK(v.reward == 1 + 0.6667 / 2 * 0.618);
}

TEST_CASE("step_rewards: text after the answer, or no answer, is -1 without steps") {
  CHECK(stepsearch("<answer>Rome</answer> .", {"a b"}).reward == -1);
  CHECK(stepsearch("Rome", {}).reward == -1);
  CHECK(stepsearch("<answer>Rome</answer> \u00a0\n", {}).reward == 1);
}

TEST_CASE("step_rewards: without any word of two characters the program raises") {
  const std::string block = "<search>q</search><information>##> x</information><answer>Rome</answer>";
  CHECK_FALSE(stepsearch(block, {"y"}).error.empty());
  CHECK(stepsearch(block, {"yes"}).error.empty());
}

TEST_CASE("step_rewards: AutoRefine looks for <refine> across the border of prompt and text") {
  CHECK(batch::detail::holds_tag("x <ref", "ine> y", "<refine>"));
  CHECK_FALSE(batch::detail::holds_tag("x <ref", "in> y", "<refine>"));
  CHECK_FALSE(batch::detail::holds_tag("", "", "<refine>"));
}
