// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/limits.hpp>

#include <doctest/doctest.h>

TEST_CASE("limits: the paper's are the default, and 4 hops have room for 20 words") {
  static_assert(mhqa::limits::paper == mhqa::composition_limits{});
  static_assert(mhqa::limits::paper.question_words == 10);
  static_assert(mhqa::limits::paper.total_of(mhqa::shape::hop2) == 15);
  static_assert(mhqa::limits::paper.total_of(mhqa::shape::hop3_2) == 15);
  static_assert(mhqa::limits::paper.total_of(mhqa::shape::hop4_3) == 20);
  static_assert(mhqa::limits::paper.bridge_uses == 25);
  static_assert(mhqa::limits::paper.question_uses == 100);
}

TEST_CASE("limits: those of the released data are wider in every number") {
  for (const mhqa::shape s : mhqa::all_shapes) {
    CHECK(mhqa::limits::released.total_of(s) > mhqa::limits::paper.total_of(s));
  }
  CHECK(mhqa::limits::released.question_words == 22);
  CHECK(mhqa::limits::released.bridge_uses == 56);
}

TEST_CASE("limits: the mix adds up to the paper's 24,814 questions") {
  double sum = 0;
  for (const double share : mhqa::shape_mix{}.shares) sum += share;
  CHECK(sum == 24814);
}
