// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Validates a predictions file before submission: one prediction per question, in the official layout, with existing
// support. The questions need no labels, as in MuSiQue's test file.
#pragma once

#include <mhqa/io/datasets/musique.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// A problem of a submission.
struct submission_problem {
  std::string id;       ///< the question's id
  std::string problem;  ///< what was expected and found
};

/// The result of a validation.
struct submission_check {
  static constexpr std::size_t most_kept = 1000;

  std::uint64_t questions = 0;
  std::uint64_t whole = 0;                     ///< questions with a complete prediction
  std::uint64_t found = 0;                     ///< problems
  std::vector<submission_problem> problems{};  ///< the first `most_kept` of them

  void add(std::string_view id, std::string problem);
};

/// The tasks that a submission of HotpotQA's family must have.
struct submission_tasks {
  bool evidence = false;  ///< 2WikiMultihopQA's third task
};

/// Validates a MuSiQue submission: one row per question, in order, with support indices that are distinct idx of the
/// question's paragraphs. An answer of {id: answer} is a problem of its question.
///
/// Errors: data_error for a file not in the layout: fields, types, ids and order
[[nodiscard]] submission_check check_musique(const std::string& predictions, const std::string& questions);

/// Validates a submission of HotpotQA or 2WikiMultihopQA: every task for every question, no other ids, and facts that
/// are sentences of the question's context.
///
/// Shape:  without a context (HotpotQA's full-wiki setting) facts are not checked
/// Errors: data_error for a file not in the layout
[[nodiscard]] submission_check check_tasks(const std::string& predictions, const std::string& questions,
                                           submission_tasks wanted = {});

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/submissions.ipp>
#endif
