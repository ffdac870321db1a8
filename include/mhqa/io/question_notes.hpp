// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads notes of external programs on human-written questions: a tagger's tags, solvers' answers, and answers to the
// steps of a decomposition, each from a file of JSON objects with a "qid".
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The notes on one question. Kinds without a file are empty.
struct question_notes {
  std::optional<std::size_t> verbs;               ///< number of verb groups, from the tagger's tags
  std::optional<std::vector<bool>> fixed, tuned;  ///< answers of the fixed solvers and of the tuned ones
  std::vector<std::string> step_answers;
};

/// The notes of all questions, by id.
using notes_by_id = std::map<std::string, question_notes, std::less<>>;

/// Reads the notes of up to three files; an empty path means no file.
///
/// Shape:  tags {"qid", "tags": [Penn Treebank tag]}; solvers {"qid", "fixed": [bool], "tuned": [bool]}; step_answers
///         {"qid", "step_answers": [text]}; other members are ignored
/// Errors: data_error with file, record and field; also for a repeated id in a file, and a record without a note
[[nodiscard]] notes_by_id read_question_notes(const std::string& tags, const std::string& solvers,
                                              const std::string& step_answers);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/question_notes.ipp>
#endif
