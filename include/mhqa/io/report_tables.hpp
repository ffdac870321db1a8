// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The table of a report for papers: a row for each result, a column for each number, percentages with intervals, as
// LaTeX (booktabs), Markdown or CSV.
#pragma once

#include <mhqa/metrics/result_summary.hpp>

#include <span>
#include <string>

namespace mhqa::inline v0_1::io {

/// A row's name and what it stands for.
struct report_row {
  std::string name;
  std::string signature;
};

/// Returns a LaTeX table: each cell is the percentage with half the interval's width; signatures are comments.
[[nodiscard]] std::string latex_table(std::span<const report_row> rows, std::span<const summary_column> columns);

/// Returns a Markdown table, and the signatures below it.
[[nodiscard]] std::string markdown_table(std::span<const report_row> rows, std::span<const summary_column> columns);

/// Returns CSV, one line for each result and number, unrounded fractions. No cell is a formula.
[[nodiscard]] std::string csv_table(std::span<const report_row> rows, std::span<const summary_column> columns);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/report_tables.ipp>
#endif
