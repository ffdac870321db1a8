// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/connection_limits.hpp>

#include <doctest/doctest.h>

#include <array>
#include <limits>

TEST_CASE("connection_limits: the thresholds are the paper's") {
  struct row {
    double answer, support;
    bool head, tail;
  };
  constexpr std::array rows{row{0, 0, true, true},       row{0.25, 1, true, true},   row{0.26, 1, true, false},
                            row{0.26, 0.99, true, true}, row{0.49, 0.5, true, true}, row{0.5, 0.5, false, true},
                            row{0.75, 0.5, false, true}, row{0.76, 0, false, false}, row{1, 1, false, false}};
  for (const auto& r : rows) {
    CAPTURE(r.answer);
    CHECK(mhqa::head_stays({r.answer, 0}) == r.head);
    CHECK(mhqa::tail_stays({r.answer, r.support}) == r.tail);
  }
}

TEST_CASE("connection_limits: with NaN scores nothing stays") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(mhqa::head_stays({nan, 0}));
  CHECK_FALSE(mhqa::tail_stays({nan, 0}));
  CHECK_FALSE(mhqa::tail_stays({0.5, nan}));
}
