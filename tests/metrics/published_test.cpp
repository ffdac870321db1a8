// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/published.hpp>

#include <doctest/doctest.h>

#include <limits>

TEST_CASE("published: a missing number is undefined, and clear() removes everything") {
  mhqa::published_result out;
  out.add("x", 1);
  out.add("y", std::numeric_limits<double>::quiet_NaN());
  out.add_undefined("z");
  out.set_prediction("p");
  out.add_gold("g");
  out.raise("why");
  REQUIRE(out.numbers().size() == 3);
  CHECK(*out.numbers()[0].value == 1);
  CHECK_FALSE(out.numbers()[1].value);
  CHECK_FALSE(out.numbers()[2].value);
  CHECK(out.error() == "why");
  out.clear();
  CHECK(out.numbers().empty());
  CHECK(out.error().empty());
  CHECK(out.prediction().empty());
  CHECK(out.golds().empty());
}
