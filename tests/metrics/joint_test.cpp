// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HotpotQA, Sec. 5.2: joint precision and recall are the products of the two tasks', joint F1 is made of those, joint
// exact match is 1 only if both are.
#include <mhqa/metrics/joint.hpp>

#include <mhqa/metrics/overlap.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using mhqa::joint;
using mhqa::overlap;
using mhqa::scores;

static_assert(joint({1, 1, 1, 1}, {0, 0.5, 0.5, 0.5}) == scores{0, 0.5, 0.5, 0.5});
static_assert(noexcept(joint(scores{}, scores{})));

TEST_CASE("joint: worked by hand") {
  // precision 1/2 * 1 = 1/2, recall 1 * 1/4 = 1/4; F1 = 2 * 1/8 / (3/4) = 1/3
  const scores both = joint({1, 2.0 / 3, 0.5, 1}, {1, 0.4, 1, 0.25});
  CHECK(both == scores{1, (2 * 0.5 * 0.25) / 0.75, 0.5, 0.25});
  CHECK(both.f1 == doctest::Approx(1.0 / 3).epsilon(1e-15));
}

TEST_CASE("joint: a task that scores nothing leaves nothing, even where its exact match is 1") {
  CHECK(joint({1, 1, 1, 1}, {}) == scores{});
  CHECK(joint({}, {1, 1, 1, 1}) == scores{});
  // Two empty answers of HotpotQA: equal, but without a word.
  CHECK(joint({1, 0, 0, 0}, {1, 1, 1, 1}) == scores{1, 0, 0, 0});
  // One product is 0, the other is not.
  CHECK(joint({0, 0.5, 1, 0}, {0, 0.5, 0.5, 1}) == scores{0, 0, 0.5, 0});
}

TEST_CASE("joint: three tasks are multiplied from left to right") {
  const scores a{1, 0.5, 0.3, 0.7}, b{1, 0.5, 0.9, 0.11}, c{1, 0.5, 0.7, 0.13};
  const scores all = joint(a, b, c);
  CHECK(all.precision == (0.3 * 0.9) * 0.7);
  CHECK(all.recall == (0.7 * 0.11) * 0.13);
  CHECK(all.f1 == 2 * all.precision * all.recall / (all.precision + all.recall));
  CHECK(all == joint(joint(a, b), c));
}

TEST_CASE("joint: over all small overlaps it is symmetric, bounded by each task, and 1 with 1") {
  std::vector<scores> tasks;
  for (std::uint64_t predicted = 0; predicted <= 4; ++predicted) {
    for (std::uint64_t gold = 0; gold <= 4; ++gold) {
      for (std::uint64_t common = 0; common <= std::min(predicted, gold); ++common) {
        tasks.push_back(mhqa::score(overlap{common, predicted, gold}, common == predicted && common == gold,
                                    mhqa::empty_rule::zero));
      }
    }
  }
  for (const scores& a : tasks) {
    CHECK(joint(a, scores{1, 1, 1, 1}).precision == a.precision);
    for (const scores& b : tasks) {
      const scores both = joint(a, b);
      CHECK(both == joint(b, a));
      CHECK(both.precision <= std::min(a.precision, b.precision));
      CHECK(both.recall <= std::min(a.recall, b.recall));
      CHECK(both.em == std::min(a.em, b.em));
      CHECK(both.f1 <= std::max(both.precision, both.recall));
      CHECK((both.f1 > 0) == (both.precision * both.recall > 0));
    }
  }
}
