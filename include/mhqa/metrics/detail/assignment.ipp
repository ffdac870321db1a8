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

namespace mhqa::inline v0_1 {

namespace detail {

inline constexpr auto unmatched = static_cast<std::size_t>(-1);

/// Matches n rows with m >= n columns at the least cost, a row after the other, along the shortest augmenting path.
template <class Cost>
class cheapest_matching {
 public:
  cheapest_matching(std::size_t n, std::size_t m, const Cost& cost)
      : cost_{cost},
        row_price_(n, 0),
        column_price_(m, 0),
        distance_(m),
        match_of_row_(n, unmatched),
        match_of_column_(m, unmatched),
        from_(m, unmatched),
        open_(m),
        row_seen_(n),
        column_seen_(m) {}

  [[nodiscard]] const std::vector<std::size_t>& match() {
    for (std::size_t row = 0; row < row_price_.size(); ++row) add(row);
    return match_of_row_;
  }

 private:
  void add(std::size_t start) {
    distance_.assign(distance_.size(), std::numeric_limits<double>::infinity());
    row_seen_.assign(row_seen_.size(), 0);
    column_seen_.assign(column_seen_.size(), 0);
    for (std::size_t j = 0; j < open_.size(); ++j) open_[j] = open_.size() - 1 - j;
    least_ = 0;
    std::size_t j = unmatched;
    for (std::size_t row = start, left = open_.size(); row != unmatched; row = match_of_column_[j]) {
      j = nearest_column(row, left);
    }
    change_prices(start);
    while (true) {
      const std::size_t row = from_[j];
      match_of_column_[j] = row;
      std::swap(match_of_row_[row], j);
      if (row == start) return;
    }
  }

  /// Updates the distances from a row, and takes the nearest column out of the open ones.
  [[nodiscard]] std::size_t nearest_column(std::size_t row, std::size_t& left) {
    std::size_t index = unmatched;
    double lowest = std::numeric_limits<double>::infinity();
    row_seen_[row] = 1;
    for (std::size_t k = 0; k < left; ++k) {
      const std::size_t j = open_[k];
      const double reached = least_ + cost_(row, j) - row_price_[row] - column_price_[j];
      if (reached < distance_[j]) {
        from_[j] = row;
        distance_[j] = reached;
      }
      if (distance_[j] < lowest || (distance_[j] == lowest && match_of_column_[j] == unmatched)) {
        lowest = distance_[j];
        index = k;
      }
    }
    least_ = lowest;
    const std::size_t j = open_[index];
    column_seen_[j] = 1;
    open_[index] = open_[--left];
    return j;
  }

  void change_prices(std::size_t start) {
    row_price_[start] += least_;
    for (std::size_t row = 0; row < row_seen_.size(); ++row) {
      if (row_seen_[row] != 0 && row != start) row_price_[row] += least_ - distance_[match_of_row_[row]];
    }
    for (std::size_t j = 0; j < column_seen_.size(); ++j) {
      if (column_seen_[j] != 0) column_price_[j] -= least_ - distance_[j];
    }
  }

  const Cost& cost_;
  std::vector<double> row_price_, column_price_, distance_;
  std::vector<std::size_t> match_of_row_, match_of_column_, from_, open_;
  std::vector<char> row_seen_, column_seen_;
  double least_ = 0;
};

}  // namespace detail

MHQA_INLINE std::vector<std::size_t> best_assignment(std::span<const double> values, std::size_t rows,
                                                     std::size_t columns) {
  MHQA_EXPECTS(values.size() == rows * columns, "mhqa::best_assignment: expected a value for each row and column");
  MHQA_EXPECTS(std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); }),
               "mhqa::best_assignment: expected finite values");
  std::vector<std::size_t> column_of(rows, detail::unmatched);
  if (rows == 0 || columns == 0) return column_of;
  const bool turned = columns < rows;
  const auto cost = [&](std::size_t i, std::size_t j) { return -values[turned ? j * columns + i : i * columns + j]; };
  detail::cheapest_matching matcher{std::min(rows, columns), std::max(rows, columns), cost};
  const std::vector<std::size_t>& match = matcher.match();
  if (!turned) return match;
  for (std::size_t i = 0; i < match.size(); ++i) column_of[match[i]] = i;
  return column_of;
}

}  // namespace mhqa::inline v0_1
