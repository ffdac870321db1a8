// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// trec_eval's measures; numbers of pytrec_eval 0.5 where they are not worked by hand.
#include <mhqa/metrics/ranking.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

using namespace std::string_view_literals;

TEST_CASE("ranking: a worked example") {
  // Ranks 1 to 4 have levels 0, 2, 0, 1; a third relevant document of level 1 is not retrieved.
  const std::array levels{0, 2, 0, 1};
  const std::array judged{1, 2, 1};
  CHECK(mhqa::average_precision(levels, 3) == doctest::Approx((1.0 / 2 + 2.0 / 4) / 3).epsilon(1e-12));
  CHECK(mhqa::reciprocal_rank(levels) == 0.5);
  CHECK(mhqa::precision_at(levels, 5) == 2.0 / 5);
  CHECK(mhqa::ranking_recall_at(levels, 3, 2) == 1.0 / 3);
  CHECK(mhqa::success_at(levels, 1) == 0);
  CHECK(mhqa::success_at(levels, 2) == 1);
  const double gain = 2 / std::log2(3) + 1 / std::log2(5), ideal = 2 + 1 / std::log2(3) + 1 / std::log2(4);
  CHECK(mhqa::ndcg(levels, judged) == doctest::Approx(gain / ideal).epsilon(1e-12));
  CHECK(mhqa::ndcg(levels, judged, 1) == 0);
}

TEST_CASE("ranking: nothing relevant, nothing retrieved") {
  CHECK(mhqa::average_precision(std::array{0}, 0) == 0);
  CHECK(mhqa::average_precision({}, 2) == 0);
  CHECK(mhqa::reciprocal_rank({}) == 0);
  CHECK(mhqa::ndcg({}, std::array{0}) == 0);
  CHECK(mhqa::precision_at({}, 0) == 0);
  CHECK(mhqa::ranking_recall_at({}, 0, 5) == 0);
}

TEST_CASE("ranking: a run is sorted as trec_eval sorts it") {
  std::vector<mhqa::ranked_document> run{{"a", 1}, {"b", 2}, {"c", 1}, {"d", 1 + 1e-12}};
  mhqa::sort_run(run);
  CHECK(run[0].id == "b");
  CHECK(run[1].id == "d");  // equal in single precision: the later id first
  CHECK(run[2].id == "c");
  CHECK(run[3].id == "a");
  const mhqa::judged_levels judged{{"c", 2}, {"x", 1}};
  CHECK(mhqa::levels_of(run, judged) == std::vector<int>{0, 0, 2, 0});
}

TEST_CASE("ranking: a repeated document and a NaN score are refused with the id") {
  std::vector<mhqa::ranked_document> twice{{"a", 1}, {"a", 2}};
  CHECK_THROWS_WITH_AS(mhqa::sort_run(twice), "id \"a\": expected each document once in a run, found it twice",
                       mhqa::data_error);
  std::vector<mhqa::ranked_document> none{{"a", std::numeric_limits<double>::quiet_NaN()}};
  CHECK_THROWS_AS(mhqa::sort_run(none), mhqa::data_error);
}
