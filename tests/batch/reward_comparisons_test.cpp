// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/batch/reward_comparisons.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string_view>
#include <vector>

namespace batch = mhqa::batch;

TEST_CASE("reward_comparisons: exact match, substring and the best F1 over the golds") {
  const std::vector<std::string_view> texts{"The Rome", "New York City"};
  const batch::reward_golds golds = batch::prepare_golds({}, texts);
  batch::reward_memory memory;
  memory.said.assign("rome");
  CHECK(batch::detail::equals_any(golds, memory.said));
  CHECK(batch::detail::best_scores(golds, memory, batch::detail::open_rules).f1 == 1);
  memory.said.assign("york city");
  CHECK_FALSE(batch::detail::equals_any(golds, memory.said));
  CHECK(batch::detail::best_scores(golds, memory, batch::detail::open_rules).f1 == doctest::Approx(0.8));
  CHECK(batch::detail::contains_any(golds, "in new york city today"));
  CHECK_FALSE(batch::detail::contains_any(golds, "york"));
}

TEST_CASE("reward_comparisons: the last of at least so many answers") {
  CHECK(batch::detail::last_answer("<answer> a </answer><answer>b </answer>", 1) == "b");
  CHECK(batch::detail::last_answer("<answer>a</answer>", 2) == std::nullopt);
}
