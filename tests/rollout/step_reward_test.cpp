// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/rollout/step_reward.hpp>

#include <mhqa/rollout/tagged.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace {

// Step 1 brings the evidence of hop 1; step 2 repeats query and document; step 3 has a flaw and brings hop 2's.
constexpr std::string_view text =
    "<search>one</search><information>A first support.</information>"
    "<search>One?</search><information>A first support.</information>"
    "<search>two<information>A second support.</information><answer>x</answer>";

mhqa::rollout_gold gold() {
  mhqa::rollout_gold out{"1", "q", {"x"}, {}, {}};
  out.hops.push_back({"h1", {}, {{"", "", "A first support."}}, {}});
  out.hops.push_back({"h2", {}, {{"", "", "A second support."}}, {}});
  return out;
}

}  // namespace

TEST_CASE("step_reward: evidence, repetition and faults, worked by hand") {
  mhqa::rollout r;
  mhqa::read_tagged(text, r);
  const mhqa::rollout_gold source = gold();
  const mhqa::prepared_rollout_gold prepared{source, mhqa::dialects::hotpotqa};
  const mhqa::rollout_finding f = mhqa::rollout_analyzer{}(r, prepared);
  std::vector<double> rewards;
  mhqa::step_rewards(r, f, {}, rewards);
  REQUIRE(rewards.size() == 3);
  CHECK(rewards[0] == 0.5);
  CHECK(rewards[1] == doctest::Approx(-0.2).epsilon(1e-15));
  CHECK(rewards[2] == doctest::Approx(0.4).epsilon(1e-15));
  mhqa::step_rewards(r, f, {.evidence = 2, .repeated_query = 0, .repeated_documents = 0, .flaw = 0}, rewards);
  CHECK(rewards == std::vector<double>{1, 0, 1});
}

TEST_CASE("step_reward: a reward stands on the token that holds the step's last byte") {
  mhqa::rollout r;
  r.steps.resize(3);
  r.steps[0].end = 4;
  r.steps[1].end = 9;
  r.steps[2].end = 100;  // after the last token: the text was cut
  const std::array<double, 3> rewards{1, 2, 4};
  const std::array<std::size_t, 4> ends{2, 4, 8, 12};
  std::vector<double> out(4, 7);
  mhqa::place_step_rewards(r, rewards, ends, out);
  CHECK(out == std::vector<double>{0, 1, 0, 6});
  out.clear();
  mhqa::place_step_rewards(r, rewards, {}, out);
  CHECK(out.empty());
}
