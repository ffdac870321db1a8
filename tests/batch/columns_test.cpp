// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0

#include <mhqa/batch/columns.hpp>

#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace batch = mhqa::batch;

TEST_CASE("columns: a column is left out or has one element a prediction") {
  std::vector<float> f1(3);
  std::vector<std::int32_t> common(2);
  CHECK_NOTHROW(batch::check_columns(batch::columns<float>{}, 3));
  CHECK_NOTHROW(batch::check_columns(batch::columns<float>{.f1 = f1}, 3));
  try {
    batch::check_columns(batch::columns<float>{.f1 = f1, .common = common}, 3);
    FAIL("no data_error");
  } catch (const mhqa::data_error& error) {
    CHECK(std::string{error.what()} == "field \"common\": expected a column of 3 elements, found 2");
  }
}

TEST_CASE("columns: each column is looked at") {
  std::vector<double> two(2);
  std::vector<std::int32_t> three(3);
  using columns = batch::columns<double>;
  CHECK_THROWS_AS(batch::check_columns(columns{.f1 = two}, 1), mhqa::data_error);
  CHECK_THROWS_AS(batch::check_columns(columns{.em = two}, 1), mhqa::data_error);
  CHECK_THROWS_AS(batch::check_columns(columns{.precision = two}, 1), mhqa::data_error);
  CHECK_THROWS_AS(batch::check_columns(columns{.recall = two}, 1), mhqa::data_error);
  CHECK_THROWS_AS(batch::check_columns(columns{.common = three}, 1), mhqa::data_error);
  CHECK_THROWS_AS(batch::check_columns(columns{.predicted = three}, 1), mhqa::data_error);
  CHECK_THROWS_AS(batch::check_columns(columns{.gold = three}, 1), mhqa::data_error);
  CHECK_THROWS_AS(batch::check_columns(columns{.which = three}, 1), mhqa::data_error);
}
