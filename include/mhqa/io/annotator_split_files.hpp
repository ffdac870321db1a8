// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Splits a file of questions into train and test so that no writer has questions in both, as `mhqa split` does.
//   split_files({.questions = "all.json", .train = "train.jsonl", .test = "test.jsonl"}).test_questions
#pragma once

#include <mhqa/io/json_writer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace mhqa::inline v0_1::io {

/// What a split reads and writes.
struct split_run {
  std::string questions;
  std::string writers{};  ///< records {id, writer} for questions that do not name theirs; empty: none
  std::string train;
  std::string test;
  std::string field = "writer";  ///< the field that names a question's writer
  double share = 0.18;           ///< largest share of the questions for the test set
  std::uint64_t seed = 0;
};

/// The sizes of the parts.
struct split_counts {
  std::size_t train_questions = 0, test_questions = 0;
  std::size_t train_writers = 0, test_writers = 0;
  std::size_t unknown_questions = 0;  ///< entries of `writers` for questions that the file lacks
};

/// Splits the records of a file so that no writer has questions in both parts, and writes JSON Lines in JSON's normal
/// form.
///
/// Errors: data_error for an output that is an input or "-", a record without an id or a writer, a record and
///         --writers that name different writers, an id that occurs twice, and a file without records
/// Source: StrategyQA (Geva et al. 2021), Sec. 4
split_counts split_files(const split_run& chosen);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/annotator_split_files.ipp>
#endif
