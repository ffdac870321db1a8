// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/result_summary.hpp>

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace mhqa;

TEST_CASE("result_summary: means leave out the questions without the number") {
  const scored_result a{"x", "", {{"q", "", {}, {{"em", 1.0}}}, {"r", "", {}, {{"em", 0.0}, {"f1", 0.5}}}}};
  const scored_result b{"x", "", {{"q", "", {}, {{"em", 1.0}}}}};
  const std::array<const scored_result*, 2> results{&a, &b};
  const auto columns = summarize(results, {.samples = 200});
  REQUIRE(columns.size() == 2);
  CHECK(columns[0].name == "em");
  CHECK(columns[0].cells[0]->mean == 0.5);
  CHECK(columns[0].cells[0]->questions == 2);
  CHECK(columns[0].cells[0]->interval.low == 0);
  CHECK(columns[0].cells[0]->interval.high == 1);
  CHECK(columns[0].cells[1]->interval.low == 1);
  CHECK(columns[1].cells[0]->questions == 1);
  CHECK(!columns[1].cells[1]);
  CHECK(!mean_with_interval({}));
}

TEST_CASE("result_summary: columns by name, in the order of the names; without names all") {
  const std::vector<summary_column> all{{.name = "em", .cells = {}}, {.name = "f1", .cells = {}}};
  CHECK(choose_columns(all, {}).size() == 2);
  const auto chosen = choose_columns(all, {"f1", "em"});
  REQUIRE(chosen.size() == 2);
  CHECK(chosen[0].name == "f1");
  CHECK_THROWS_WITH_AS(static_cast<void>(choose_columns(all, {"acc"})), doctest::Contains("no result has the number"),
                       data_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(choose_columns(all, {"em", "f1", "em"})),
                       doctest::Contains("expected each number once, found \"em\" twice"), data_error);
}
