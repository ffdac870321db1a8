// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// DROP's own tests of get_metrics, with their numbers (allennlp-reading-comprehension, tests/eval/drop_eval_test.py).
#include <mhqa/metrics/drop.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

namespace {

using spans = std::vector<std::string_view>;

void check(const spans& predicted, const spans& gold, double em, double f1) {
  CAPTURE(predicted.empty() ? "" : predicted.front());
  const mhqa::drop_scores s = mhqa::drop_score(predicted, gold);
  CHECK(s.em == em);
  CHECK(s.f1 == f1);
}

}  // namespace

TEST_CASE("drop: the evaluator's own cases") {
  check({"the fullback"}, {"fullback"}, 1, 1);
  check({"59"}, {"59"}, 1, 1);
  check({"1.0"}, {"1"}, 1, 1);
  check({"2.0"}, {"2"}, 1, 1);
  check({"5"}, {"4"}, 0, 0);
  check({"green bay packers"}, {"green bay packers", "new york jets"}, 0, 0.5);
  check({"new york jets", "green bay packers"}, {"green bay packers", "new york jets"}, 1, 1);
  check({"John Elton"}, {"John Elton"}, 1, 1);
  check({"Elton John"}, {"John Elton"}, 0, 1);
  check({"10 yard"}, {"10"}, 0, 0.67);
  check({"ten"}, {"10"}, 0, 0);
}

TEST_CASE("drop: a missed number gates the F1 of the words around it") {
  check({"yard"}, {"36 yard td pass"}, 0, 0);
  check({"37 yard td pass"}, {"36 yard td pass"}, 0, 0);
  check({"36 yard kick"}, {"36 yard td pass"}, 0, 0.57);
}

TEST_CASE("drop: repeats count once in a span, and empty spans are equal") {
  check({"x x"}, {"x"}, 0, 1);
  check({"the"}, {"a"}, 1, 1);
  check({}, {"x"}, 0, 0);
  check({"x"}, {}, 0, 0);
  const mhqa::drop_scores nothing = mhqa::drop_score({}, {});
  CHECK(nothing.em == 1);
  CHECK(std::isnan(nothing.f1));
}

TEST_CASE("drop: the mean is NumPy's, pairwise from eight numbers on") {
  std::vector<double> tenths(10, 0.1);
  CHECK(mhqa::detail::numpy_sum(tenths) == 1.0);  // one after the other they give 0.9999999999999999
  tenths.resize(7);
  CHECK(mhqa::detail::numpy_sum(tenths) == std::accumulate(tenths.begin(), tenths.end(), 0.0));
  CHECK(mhqa::detail::numpy_round_2(0.125) == 0.12);
  CHECK(mhqa::detail::numpy_round_2(0.135) == 0.14);  // 13.5 after scaling, although the double lies above
}
