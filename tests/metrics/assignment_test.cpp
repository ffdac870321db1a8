// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/assignment.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

namespace {

constexpr auto none = static_cast<std::size_t>(-1);

double total(const std::vector<double>& values, std::size_t columns, const std::vector<std::size_t>& column_of) {
  double sum = 0;
  for (std::size_t row = 0; row < column_of.size(); ++row) {
    if (column_of[row] != none) sum += values[row * columns + column_of[row]];
  }
  return sum;
}

}  // namespace

TEST_CASE("assignment: no other assignment of a small matrix is better") {
  // Every 3 x 3 matrix over {0, 1, 2}, against all six permutations.
  for (int code = 0; code < 19683; code += 7) {
    std::vector<double> values;
    for (int i = 0, rest = code; i < 9; ++i, rest /= 3) values.push_back(rest % 3);
    const auto found = mhqa::best_assignment(values, 3, 3);
    std::vector<std::size_t> order{0, 1, 2};
    double best = 0;
    do {
      best = std::max(best, total(values, 3, order));
    } while (std::next_permutation(order.begin(), order.end()));
    REQUIRE(total(values, 3, found) == best);
  }
}

TEST_CASE("assignment: more rows than columns leaves rows without one, and the other way round") {
  CHECK(mhqa::best_assignment(std::array{0.1, 0.9, 0.5}, 3, 1) == std::vector<std::size_t>{none, 0, none});
  CHECK(mhqa::best_assignment(std::array{0.1, 0.9, 0.5}, 1, 3) == std::vector<std::size_t>{1});
  CHECK(mhqa::best_assignment({}, 0, 3).empty());
  CHECK(mhqa::best_assignment({}, 2, 0) == std::vector<std::size_t>{none, none});
}

TEST_CASE("assignment: of equal assignments SciPy 1.17's is taken") {
  // scipy.optimize.linear_sum_assignment(-numpy.array(…))
  CHECK(mhqa::best_assignment(std::array{0.0, 0.0, 0.0, 0.0}, 2, 2) == std::vector<std::size_t>{0, 1});
  CHECK(mhqa::best_assignment(std::array{0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, 3, 2) == std::vector<std::size_t>{0, 1, none});
}
