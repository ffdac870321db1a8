// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Draws a number of questions from a file, each type with its share, as `mhqa split --sample` does.
//   draw_questions({.questions = "all.json", .train = "train.json", .by = "type", .sample = 20'000});
#pragma once

#include <mhqa/config.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mhqa::inline v0_1::io {

/// What a draw reads and writes.
struct sample_run {
  std::string questions;
  std::string train;
  std::string test{};      ///< the file of the others; empty: none
  std::string by{};        ///< the field whose values keep their shares; empty: none
  std::size_t sample = 0;  ///< how many questions `train` gets
  std::uint64_t seed = 0;
};

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
/// Errors: data_error for an output that is an input or "-", for a record without an id, for an id that occurs twice
///         but in a question and its unanswerable twin, for a sample of 0 or of more questions than the file has, for a
///         record without the field, and for two rows of one question that differ in it
/// Cost:   reads the file twice; memory for the ids
/// Source: Trivedi et al. 2022 (MuSiQue), Sec. 7.1: HQ-20k and 2W-20k, 20,000 training questions of each
[[nodiscard]] std::vector<drawn_questions> draw_questions(const sample_run& chosen);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/question_sample.ipp>
#endif
