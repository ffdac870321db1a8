// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Evaluations of files, as the JSON that the command prints.
#pragma once

#include "evaluated.hpp"
#include "progress.hpp"

#include <mhqa/io/evaluation_files.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mhqa_python {

/// Errors: mhqa::data_error, as all functions here
[[nodiscard]] evaluated evaluate(const mhqa::io::evaluation_files& files, const evaluated_choices& chosen,
                                 std::size_t threads);

/// Evaluates one part of the questions. Returns the bytes of its sums.
[[nodiscard]] std::string evaluate_part(const mhqa::io::evaluation_files& files, const std::string& by,
                                        const mhqa::part_number& part);

/// Adds parts. Returns bytes again, so that sums can be added to.
[[nodiscard]] std::string add_parts(const std::vector<std::string>& parts);

/// Adds all parts of an evaluation. Returns the JSON of `mhqa merge --json`.
[[nodiscard]] std::string finish_parts(const std::vector<std::string>& parts);

/// A call of compare().
struct comparison {
  std::string data_set;
  std::string gold;
  std::vector<std::string> predictions;
  std::string by;
  std::string kind;
  std::string aliases;  ///< empty: without
  std::vector<std::string> metrics;
  std::uint64_t samples;
  std::uint64_t seed;
  std::size_t threads;
};

/// Returns the data set whose fields a gold file shows.
[[nodiscard]] std::string guess_data_set(const std::string& gold);

/// Returns the JSON of `mhqa compare --json`.
[[nodiscard]] std::string compare(const comparison& call, progress& told);

/// A call of dire().
struct dire_call {
  std::string kind;
  std::string input;
  std::string predictions;
  std::string originals;  ///< empty: scores are not bounded
  std::string joint;      ///< "published" or "letter"
  std::string dialect;    ///< empty: the data set's
  std::string aliases;    ///< 2WikiMultihopQA's; empty: none
  bool rows;
};

/// Evaluates DiRe's instances; the rows are those of `mhqa eval dire --per-question`.
[[nodiscard]] evaluated dire(const dire_call& call);

/// Explains why two results differ, or a result and the same answers scored by other evaluators; the JSON of
/// `mhqa diff --json`. A metric is a name, or NAME=OTHER.
[[nodiscard]] std::string diff(const std::vector<std::string>& results, const std::vector<std::string>& dialects,
                               const std::vector<std::string>& metrics, std::size_t examples);

}  // namespace mhqa_python
