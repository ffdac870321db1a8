// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Evaluations of files, as the JSON that the command prints.
#pragma once

#include "evaluated.hpp"
#include "progress.hpp"

#include <mhqa/datasets/evaluation_pieces.hpp>
#include <mhqa/io/data_source.hpp>
#include <mhqa/io/evaluation_files.hpp>
#include <mhqa/io/evaluation_parts.hpp>
#include <mhqa/io/evaluation_run.hpp>
#include <mhqa/io/model_comparison.hpp>
#include <mhqa/io/question_columns.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mhqa_python {

/// Errors: mhqa::data_error, as all functions here
[[nodiscard]] evaluated evaluate(const mhqa::io::evaluation_files& files, const evaluated_choices& chosen,
                                 std::size_t threads);

/// Evaluates one part of the questions. Returns the bytes of its sums. `run` names what parts with own files have in
/// common.
[[nodiscard]] std::string evaluate_part(const mhqa::io::evaluation_files& files, const std::string& by,
                                        const mhqa::part_number& part, const std::string& run);

/// A part that grows by batches.
class growing_part {
 public:
  growing_part(mhqa::piece_key piece, std::string by) : piece_{std::move(piece)}, by_{std::move(by)} {}

  /// Adds the questions of a batch; after an error the part is as before.
  void add(const mhqa::io::evaluation_files& files);
  /// Returns the bytes of the sums; empty if no batch was added.
  [[nodiscard]] std::string bytes() const { return sum_ ? sum_->to_bytes() : std::string{}; }
  [[nodiscard]] std::uint64_t questions() const { return sum_ ? sum_->questions() : 0; }

 private:
  mhqa::piece_key piece_;
  std::string by_;
  std::unique_ptr<mhqa::io::files_part> sum_;
};

/// Adds parts. Returns bytes again, so that sums can be added to.
[[nodiscard]] std::string add_parts(const std::vector<std::string>& parts);

/// Adds all parts of an evaluation, whose sum must be as expected. Returns the JSON of `mhqa merge --json`.
[[nodiscard]] std::string finish_parts(const std::vector<std::string>& parts,
                                       const mhqa::io::merge_expectations& expected);

/// A call of compare().
struct comparison {
  mhqa::io::column_source source;
  std::vector<mhqa::io::compared_model> models;
  std::vector<std::string> metrics;
  std::uint64_t samples;
  std::uint64_t seed;
  std::size_t threads;
};

/// Returns the JSON of `mhqa compare --json`.
[[nodiscard]] std::string compare(const comparison& call, progress& told);

/// A call of dire().
struct dire_call {
  std::string kind;
  mhqa::io::data_source input;
  mhqa::io::data_source predictions;
  mhqa::io::data_source originals;  ///< empty: scores are not bounded
  std::string joint;                ///< "published" or "letter"
  std::string dialect;              ///< empty: the data set's
  mhqa::io::data_source aliases;    ///< 2WikiMultihopQA's; empty: none
  bool rows;
};

/// Evaluates DiRe's instances; the rows are those of `mhqa eval dire --per-question`.
[[nodiscard]] evaluated dire(const dire_call& call);

/// Explains why two results differ, or a result and the same answers scored by other evaluators; the JSON of
/// `mhqa diff --json`. A metric is a name, or NAME=OTHER.
[[nodiscard]] std::string diff(const std::vector<std::string>& results, const std::vector<std::string>& dialects,
                               const std::vector<std::string>& metrics, std::size_t examples);

}  // namespace mhqa_python
