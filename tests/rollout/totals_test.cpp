// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/rollout/totals.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

namespace {

mhqa::rollout_finding finding(mhqa::rollout_cause cause, std::size_t hops, std::uint32_t step) {
  mhqa::rollout_finding out;
  out.cause = cause;
  out.searches = step;
  out.answer = {.em = 0.1, .f1 = 0.3, .precision = 0, .recall = 0};
  for (std::size_t i = 0; i < hops; ++i) out.hops.push_back({.has_support = true, .support_step = step});
  return out;
}

}  // namespace

TEST_CASE("totals: recall by step is cumulative, and late steps count as ever") {
  mhqa::rollout_totals t;
  t += finding(mhqa::rollout_cause::right, 1, 3);
  t += finding(mhqa::rollout_cause::right, 1, 0);
  t += finding(mhqa::rollout_cause::luck, 1, 100);
  CHECK(t.hops[0].with_support == 3);
  CHECK(t.hops[0].support_by[1] == 0);
  CHECK(t.hops[0].support_by[2] == 1);
  CHECK(t.hops[0].support_by[7] == 1);
  CHECK(t.hops[0].support_by[8] == 2);
  CHECK(t.causes[0] == 2);
}

TEST_CASE("totals: any split and order merges to the same bits") {
  std::vector<mhqa::rollout_finding> all;
  for (std::uint32_t i = 0; i < 50; ++i) {
    all.push_back(finding(static_cast<mhqa::rollout_cause>(i % 7), i % 5, i % 11));
  }
  const mhqa::rollout_gold two{"1", "", {}, std::vector<mhqa::rollout_hop>(2), "2hop"}, three{"2", "", {}, {}, "3hop1"};
  mhqa::rollout_summary whole, front, back;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const mhqa::rollout_gold& gold = i % 2 == 0 ? two : three;
    whole.add(all[i], gold);
    (i % 3 == 0 ? back : front).add(all[i], gold);
  }
  back += front;
  CHECK(back == whole);
  CHECK(whole.by_hops.at("2").count() == 25);
  CHECK(whole.by_shape.at("3hop1").count() == 25);
}
