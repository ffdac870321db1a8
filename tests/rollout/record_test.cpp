// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/rollout/record.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string_view>

TEST_CASE("record: every fault has a name") {
  CHECK(mhqa::rollout_fault_names[static_cast<std::size_t>(mhqa::rollout_fault::unclosed)] == "unclosed");
  CHECK(mhqa::rollout_fault_names[static_cast<std::size_t>(mhqa::rollout_fault::bad_call)] == "bad_call");
}

TEST_CASE("record: clear() leaves nothing of the rollout before") {
  mhqa::rollout r;
  r.id = r.answer = r.last_words = "x";
  r.answered = true;
  r.steps.emplace_back();
  r.flaws.push_back({});
  r.clear();
  CHECK(r == mhqa::rollout{});
}
