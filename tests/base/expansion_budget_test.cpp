// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/expansion_budget.hpp>

#include <doctest/doctest.h>

TEST_CASE("expansion_budget: a record grows to 64 KiB plus 16 times its parts at most") {
  mhqa::expansion_budget budget;
  budget.grow(1000);
  budget.spend(mhqa::expansion_budget::floor);
  budget.spend(16000);
  CHECK_THROWS_WITH_AS(budget.spend(1),
                       "its text with all repetitions would grow beyond 64 KiB plus 16 times what it is made of",
                       mhqa::data_error);
}
