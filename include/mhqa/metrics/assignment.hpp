// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the one-to-one assignment of rows to columns with the highest total; among equal ones, the one that SciPy
// returns. DROP aligns gold and predicted spans with it, and IRCoT's precision depends on the choice among equals.
#pragma once

#include <mhqa/config.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace mhqa::inline v0_1 {

/// Returns the column of each row, or npos for a row without one.
///
/// Shape:    values[row * columns + column] -> [rows]; min(rows, columns) rows have a column
/// Requires: finite values, values.size() == rows * columns
/// Cost:     O(n^2 m) for n = min(rows, columns) and m = max(rows, columns)
/// Source:   scipy.optimize.linear_sum_assignment(-values): Crouse 2016, shortest augmenting paths, with SciPy's order
///           of columns; prefers free columns among equals
/// Example:  best_assignment(std::array{0.0, 1.0, 1.0, 0.5}, 2, 2)  // {1, 0}
[[nodiscard]] std::vector<std::size_t> best_assignment(std::span<const double> values, std::size_t rows,
                                                       std::size_t columns);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/assignment.ipp>
#endif
