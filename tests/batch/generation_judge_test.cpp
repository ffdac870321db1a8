// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/batch/generation_judge.hpp>

#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace batch = mhqa::batch;

TEST_CASE("generation_judge: the numbers of judge_generation, for any number of threads and any executor") {
  const batch::published_reward& reward = *batch::find_published_reward("deepresearcher");
  std::vector<std::string> texts;
  for (int i = 0; i < 200; ++i) {
    texts.push_back("<think>t</think><answer>" + std::string(static_cast<std::size_t>(i % 3), 'x') + " y</answer>");
  }
  const std::vector<std::string_view> views{texts.begin(), texts.end()};
  const std::vector<std::vector<std::string_view>> questions(100, {"x y", "z"});
  const auto golds = batch::prepare_questions(reward, questions);
  std::vector<double> one(texts.size()), three(texts.size());
  batch::generation_judge{1}.score({.texts = {views}, .golds = golds, .per_question = 2}, reward, {}, one);
  batch::generation_judge{3}.score({.texts = {views}, .golds = golds, .per_question = 2}, reward, {}, three);
  CHECK(one == three);
  mhqa::thread_pool pool{2};
  std::vector<double> on_pool(texts.size());
  batch::generation_judge{pool}.score({.texts = {views}, .golds = golds, .per_question = 2}, reward, {}, on_pool);
  CHECK(one == on_pool);
  CHECK(one[1] == 1);
  CHECK(one[0] == 2 * (1.0 * 0.5) / 1.5);
}

TEST_CASE("generation_judge: a text on which the program raises is NaN, and inconsistent input is refused") {
  const batch::published_reward& reward = *batch::find_published_reward("zerosearch");
  const std::vector<std::string_view> texts{"no answer"};
  const std::vector<std::vector<std::string_view>> questions{{"x"}};
  const auto golds = batch::prepare_questions(reward, questions);
  std::vector<double> out(1);
  batch::generation_judge judge{1};
  judge.score({.texts = {texts}, .golds = golds}, reward, {}, out);
  CHECK(std::isnan(out[0]));
  const std::vector<std::int32_t> wrong{1};
  CHECK_THROWS_AS(judge.score({.texts = {texts}, .golds = golds, .gold_of = wrong}, reward, {}, out), mhqa::data_error);
  CHECK_THROWS_AS(judge.score({.texts = {texts}, .golds = {}}, reward, {}, out), mhqa::data_error);
  CHECK_THROWS_AS(judge.score({.texts = {texts}, .golds = golds}, reward, {}, {}), mhqa::data_error);
  CHECK_THROWS_AS(
      judge.score({.texts = {texts}, .golds = golds}, *batch::find_published_reward("skyrl_gym_search_env"), {}, out),
      mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(batch::prepare_questions(*batch::find_published_reward("slime_f1"),
                                                             std::vector<std::vector<std::string_view>>{{"x", "y"}})),
                  mhqa::data_error);
}
