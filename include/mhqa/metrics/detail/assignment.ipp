// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of assignment.hpp.
#pragma once

#include <mhqa/metrics/assignment.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mhqa {
inline namespace v0_1 {

MHQA_INLINE std::vector<std::size_t> best_assignment(std::span<const double> values, std::size_t rows,
                                                     std::size_t columns) {
  MHQA_EXPECTS(values.size() == rows * columns, "mhqa::best_assignment: expected a value for each row and column");
  MHQA_EXPECTS(std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); }),
               "mhqa::best_assignment: expected finite values");
  constexpr auto none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> column_of(rows, none);
  if (rows == 0 || columns == 0) return column_of;
  const bool turned = columns < rows;
  const std::size_t n = turned ? columns : rows;
  const std::size_t m = turned ? rows : columns;
  const auto cost = [&](std::size_t i, std::size_t j) { return -values[turned ? j * columns + i : i * columns + j]; };

  constexpr double infinite = std::numeric_limits<double>::infinity();
  std::vector<double> row_price(n, 0), column_price(m, 0), distance(m);
  std::vector<std::size_t> match_of_row(n, none), match_of_column(m, none), from(m, none), open(m);
  std::vector<char> row_seen(n), column_seen(m);
  for (std::size_t start = 0; start < n; ++start) {
    distance.assign(m, infinite);
    row_seen.assign(n, 0);
    column_seen.assign(m, 0);
    for (std::size_t j = 0; j < m; ++j) open[j] = m - 1 - j;
    std::size_t left = m, i = start, sink = none;
    double least = 0;
    while (sink == none) {
      std::size_t index = none;
      double lowest = infinite;
      row_seen[i] = 1;
      for (std::size_t k = 0; k < left; ++k) {
        const std::size_t j = open[k];
        const double reached = least + cost(i, j) - row_price[i] - column_price[j];
        if (reached < distance[j]) {
          from[j] = i;
          distance[j] = reached;
        }
        if (distance[j] < lowest || (distance[j] == lowest && match_of_column[j] == none)) {
          lowest = distance[j];
          index = k;
        }
      }
      least = lowest;
      const std::size_t j = open[index];
      if (match_of_column[j] == none) {
        sink = j;
      } else {
        i = match_of_column[j];
      }
      column_seen[j] = 1;
      open[index] = open[--left];
    }
    row_price[start] += least;
    for (std::size_t row = 0; row < n; ++row) {
      if (row_seen[row] != 0 && row != start) row_price[row] += least - distance[match_of_row[row]];
    }
    for (std::size_t j = 0; j < m; ++j) {
      if (column_seen[j] != 0) column_price[j] -= least - distance[j];
    }
    for (std::size_t j = sink;;) {
      const std::size_t row = from[j];
      match_of_column[j] = row;
      std::swap(match_of_row[row], j);
      if (row == start) break;
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (turned) {
      column_of[match_of_row[i]] = i;
    } else {
      column_of[i] = match_of_row[i];
    }
  }
  return column_of;
}

}  // namespace v0_1
}  // namespace mhqa
