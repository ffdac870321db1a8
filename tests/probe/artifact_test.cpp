// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/artifact.hpp>

#include <doctest/doctest.h>

#include <cstdint>

// The Q-Only model sees no context, the C-Only model no question, the 1-Para model one paragraph at a time.

TEST_CASE("artifact: the question alone, the context alone") {
  const auto question = mhqa::views::artifact_inputs(mhqa::artifact::question_only, 20);
  CHECK(question.size() == 1);
  CHECK(question[0] == mhqa::artifact_input{.question = true});
  const auto context = mhqa::views::artifact_inputs(mhqa::artifact::context_only, 20);
  CHECK(context.size() == 1);
  CHECK(context[0] == mhqa::artifact_input{.first = 0, .count = 20});
}

TEST_CASE("artifact: one fact at a time shows every fact once, with the question") {
  const auto inputs = mhqa::views::artifact_inputs(mhqa::artifact::one_fact, 20);
  CHECK(inputs.size() == 20);
  std::uint32_t next = 0;
  for (const auto input : inputs) CHECK(input == mhqa::artifact_input{.question = true, .first = next++, .count = 1});
  CHECK(mhqa::views::artifact_inputs(mhqa::artifact::one_fact, 0).empty());
  CHECK(mhqa::to_string(mhqa::artifact::one_fact) == "one_fact");
}
