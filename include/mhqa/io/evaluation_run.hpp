// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Evaluates files of a data set that is chosen by its name, without templates, so that mhqa::compiled contains every
// evaluator once. with_evaluation() (evaluation_files.hpp) gives the types to callers that need them.
//   auto found = io::evaluate_files({.dataset = "hotpotqa", .predictions = p, .gold = g}, {}, pool);
#pragma once

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/evaluation_pieces.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/evaluation_files.hpp>
#include <mhqa/io/evaluation_reports.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/part_number.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace mhqa::inline v0_1::io {

/// What evaluate_files() computes besides the reports.
struct files_evaluation_options {
  evaluation_options rows{};
  bool official = false;                           ///< also what the published program prints
  std::function<void(const std::string&)> hint{};  ///< receives what is odd about predictions, before the evaluation
};

/// What the published program prints.
struct official_output {
  std::string text{};
  std::string warnings{};               ///< on standard error
  std::optional<data_error> problem{};  ///< why the program would stop; then there is no text
};

/// An evaluation of files.
struct files_evaluation {
  evaluation_reports reports;
  official_output official{};
};

/// Evaluates files.
///
/// Errors: data_error as with_evaluation() and evaluate(), with the names of the files
/// Cost:   that of evaluate() on the pool; the result does not depend on the number of threads
[[nodiscard]] files_evaluation evaluate_files(const evaluation_files& files, const files_evaluation_options& wanted,
                                              thread_pool& pool);

/// The sums of a part or piece (see evaluation_part) of any data set.
class files_part {
 public:
  virtual ~files_part() = default;

  /// Adds a batch of the same piece.
  ///
  /// Requires: both are of one data set
  virtual void append(const files_part& batch) = 0;
  /// Says which files the part has read (hash_of_files), so that parts of other files are not added; 0: unknown.
  virtual void set_files(std::uint64_t hash) = 0;
  /// Returns what with_merged_parts() reads.
  [[nodiscard]] virtual std::string to_bytes() const = 0;
  /// Returns how many questions the part has.
  [[nodiscard]] virtual std::uint64_t questions() const = 0;
};

/// Evaluates a part of the questions, as evaluate_part().
///
/// Errors: those of evaluate_files() and evaluate_part()
[[nodiscard]] std::unique_ptr<files_part> evaluate_files_part(const evaluation_files& files,
                                                              const files_evaluation_options& wanted,
                                                              const part_number& part, const std::string& run,
                                                              thread_pool& pool);

/// Evaluates a piece of the data, as evaluate_piece().
///
/// Errors: those of evaluate_files() and evaluate_piece()
[[nodiscard]] std::unique_ptr<files_part> evaluate_files_piece(const evaluation_files& files,
                                                               const files_evaluation_options& wanted,
                                                               const piece_key& piece, thread_pool& pool);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/evaluation_run.ipp>
#endif
