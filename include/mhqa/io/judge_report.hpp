// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Lexical scores beside the verdicts of people or of a model on the same answers, as `mhqa agree` prints them.
//   append_judge_table(out, judge_programs("judged.jsonl", {"hotpotqa", "flashrag"}, 0.5));
#pragma once

#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/judge_agreement.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The agreement of one number with the verdicts, and the reasons of its partings.
struct judged_number {
  std::string dialect, number;
  judge_agreement counts{};
  std::map<std::string_view, std::uint64_t> partings{};
  std::uint64_t without_verdict = 0;  ///< answers of the file whose verdict is null: left out
};

namespace detail {

/// A verdict: true or false, a number, which is right above 0, or null for none.
std::optional<bool> read_verdict(json_value value);

}  // namespace detail

/// Scores the answers of a file by each evaluator, a dialect or a published program, and compares every number with the
/// verdicts.
///
/// Shape:  lines {"prediction", "gold", "verdict": true, false or a number, which is right above 0}; answers with a
///         null verdict are counted and left out. An answer is right by a number if that is at least `threshold`;
///         numbers in the order of their first occurrence
/// Errors: data_error for an unknown evaluator, a malformed line, an answer that an evaluator refuses, a file without
///         answers, and an evaluator that is there twice, as its answers would count twice
std::vector<judged_number> judge_programs(const std::string& path, const std::vector<std::string>& dialects,
                                          double threshold);

/// Appends the table that `mhqa agree` prints: Wilson's interval of the agreement, Cohen's of kappa.
void append_judge_table(std::string& out, const std::vector<judged_number>& rows);

/// Appends the object that `mhqa agree --json` prints, with unrounded fractions.
void append_judge_json(std::string& out, const std::vector<judged_number>& rows, double threshold);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/judge_report.ipp>
#endif
