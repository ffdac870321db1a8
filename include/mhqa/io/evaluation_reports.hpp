// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The reports of an evaluation, of all questions and of groups, as the JSON and the table that `mhqa eval` prints.
#pragma once

#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/report.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The reports of an evaluation.
struct evaluation_reports {
  report all;
  std::string by{};                                                        ///< the field of the groups; empty: none
  std::vector<std::pair<std::string, report>> groups{};                    ///< by its values
  std::map<std::string, std::vector<std::string>, std::less<>> missing{};  ///< ids by kind
  std::uint64_t ignored = 0;
};

/// Writes the members "scores" and "counts" of a report.
void write_report(json_writer& json, const report& r);

/// Appends the object that `mhqa eval --json` prints.
///
/// Units: scores unrounded, on the published scale; null if undefined
void append_evaluation_json(std::string& out, const evaluation_reports& result);

/// Appends the table that `mhqa eval` prints: a row for each number, a column for all questions and for each group.
void append_evaluation_table(std::string& out, const evaluation_reports& result);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/evaluation_reports.ipp>
#endif
