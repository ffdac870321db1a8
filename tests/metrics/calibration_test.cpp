// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/calibration.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

using mhqa::calibration;

TEST_CASE("calibration: bins, expected error and Brier score, worked by hand") {
  // [0, 0.5): 0.2 no, 0.4 yes: mean 0.3, frequency 0.5. [0.5, 1]: 0.5 no, 1 yes, 0.9 yes: mean 0.8, frequency 2/3.
  calibration c{2};
  for (const auto& [p, label] : {std::pair{0.2, false}, {0.4, true}, {0.5, false}, {1.0, true}, {0.9, true}}) {
    c.add(p, label);
  }
  const auto bins = c.bins();
  REQUIRE(bins.size() == 2);
  CHECK(bins[0].count == 2);
  CHECK(bins[0].positives == 1);
  CHECK(*bins[0].mean == doctest::Approx(0.3).epsilon(1e-15));
  CHECK(*bins[0].frequency == 0.5);
  CHECK(bins[1].low == 0.5);
  CHECK(bins[1].high == 1);
  CHECK(bins[1].count == 3);
  CHECK(*bins[1].mean == doctest::Approx(0.8).epsilon(1e-15));
  // (2 * |0.5 - 0.3| + 3 * |2/3 - 0.8|) / 5 = (0.4 + 0.4) / 5
  CHECK(*c.expected_error() == doctest::Approx(0.16).epsilon(1e-14));
  // 0.04 + 0.36 + 0.25 + 0 + 0.01 = 0.66
  CHECK(*c.brier() == doctest::Approx(0.66 / 5).epsilon(1e-14));
}

TEST_CASE("calibration: an edge belongs to the upper bin, 1 to the last; empty bins have no mean") {
  for (const std::size_t n : {1U, 3U, 7U, 10U, 49U, 100U}) {
    calibration c{n};
    for (std::size_t i = 0; i < n; ++i) c.add(static_cast<double>(i) / static_cast<double>(n), true);
    for (const auto& bin : c.bins()) CHECK(bin.count == 1);
    c.add(1, true);
    CHECK(c.bins().back().count == 2);
  }
  calibration c;
  c.add(0.95, true);
  CHECK(!c.bins()[0].mean);
  CHECK(!c.bins()[0].frequency);
  CHECK(c.bins()[9].count == 1);
}

TEST_CASE("calibration: sums of parts equal the whole, in any order") {
  calibration whole, left, right;
  for (int i = 0; i <= 1000; ++i) {
    const double p = (i * 7919 % 1001) / 1000.0;
    const bool label = i % 3 == 0;
    whole.add(p, label);
    (i % 2 == 0 ? left : right).add(p, label);
  }
  right += left;
  CHECK(right.bins() == whole.bins());
  CHECK(*right.expected_error() == *whole.expected_error());
  CHECK(*right.brier() == *whole.brier());
}

TEST_CASE("calibration: nothing is undefined, and what is no probability is refused") {
  const calibration none;
  CHECK(!none.expected_error());
  CHECK(!none.brier());
  calibration c;
  for (const double bad :
       {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_AS(c.add(bad, true), mhqa::data_error);
  }
  CHECK(c.size() == 0);
  CHECK_THROWS_AS(calibration{0}, mhqa::data_error);
  CHECK_THROWS_AS(c += calibration{3}, mhqa::data_error);
}

TEST_CASE("calibration: probabilities of logits, also of large ones") {
  CHECK(mhqa::probability_of_logit(0) == 0.5);
  CHECK(mhqa::probability_of_logit(2) == doctest::Approx(0.8807970779778823).epsilon(1e-15));
  CHECK(mhqa::probability_of_logit(-2) == doctest::Approx(0.11920292202211755).epsilon(1e-15));
  CHECK(mhqa::probability_of_logit(1000) == 1);
  CHECK(mhqa::probability_of_logit(-1000) == 0);
}
