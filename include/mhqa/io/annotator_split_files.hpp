// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Splits a file of questions into train and test so that no writer has questions in both, or draws a number of
// questions for training, as `mhqa split` does.
//   split_files({.questions = "all.json", .train = "train.jsonl", .test = "test.jsonl"}).test_questions
#pragma once

#include <mhqa/io/json_writer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

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
  std::size_t sample = 0;  ///< of draw_questions(): how many questions `train` gets
  std::string by{};        ///< of draw_questions(): the field whose values keep their shares; empty: none
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

/// A value of the field `by`, and how many of its questions were drawn.
struct drawn_questions {
  std::string value;
  std::size_t questions = 0, drawn = 0;
};

/// Draws `sample` questions and writes their records to `train`, the others to `test` if it is named: in the file's
/// order and form, an array or lines, each record as it is there, byte for byte.
///
/// Shape:  every value of `by` gets its share by largest remainders; without `by`, the one value is "". A value is a
///         string, a number, true or false; `hops` and `shape` are also read from MuSiQue's ids. Both rows of a
///         question of MuSiQue-Full stay together. The questions drawn depend on ids, values and seed, not on their
///         order
/// Errors: data_error as split_files(), for a sample of 0 or of more questions than the file has, for a record without
///         the field, and for two rows of one question that differ in it
/// Cost:   reads the file twice; memory for the ids
/// Source: Trivedi et al. 2022 (MuSiQue), Sec. 7.1: HQ-20k and 2W-20k, 20,000 training questions of each
[[nodiscard]] std::vector<drawn_questions> draw_questions(const split_run& chosen);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/annotator_split_files.ipp>
#endif
