// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of StrategyQA's collection on a file of questions (Geva et al. 2021, Sec. 3 and 4), as
// `mhqa check-questions` does them.
//   const question_check_counts found = check_collected_questions({.questions = "dev.json"});
#pragma once

#include <mhqa/compose/collect.hpp>
#include <mhqa/io/json_writer.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// The files of a run and its only option; an empty path means no file.
struct question_check_run {
  std::string questions;       ///< records {qid, question, term, answer, decomposition}
  std::string tags{};          ///< as read_question_notes(), like the next two
  std::string solvers{};       ///< answers of solvers
  std::string step_answers{};  ///< answers to the steps from their evidence
  std::size_t per_term = term_quota::published_limit;
};

/// How many questions each check found.
struct question_check_counts {
  std::uint64_t questions = 0;
  std::array<std::uint64_t, 3> faults{};    ///< by question_fault
  std::uint64_t decomposed = 0;             ///< with steps
  std::uint64_t implicit = 0;               ///< the steps add a content word
  std::uint64_t over_quota = 0;             ///< beyond the most questions of a term
  answer_balance balance{};                 ///< of those with an answer
  std::uint64_t noted = 0;                  ///< with notes
  std::uint64_t unknown_notes = 0;          ///< notes of other questions
  std::array<std::uint64_t, 3> solvers{};   ///< by solver_verdict
  std::array<std::uint64_t, 3> evidence{};  ///< by evidence_verdict
  bool with_solvers = false, with_evidence = false;

  [[nodiscard]] bool with_notes() const noexcept { return noted + unknown_notes != 0; }
  [[nodiscard]] std::uint64_t explicit_questions() const noexcept { return decomposed - implicit; }
};

/// Checks the questions, and passes a row of JSON for each of them to `each` if there is one.
///
/// Shape:  one pass; rows {"qid", "faults", "verbs", "new_words", "over_quota"} and, where there are notes, "solvers"
///         and "evidence". A question without answer has neither of these
/// Errors: data_error for a file without questions, a record without qid or question, a repeated qid, and as
///         read_question_notes()
/// Source: Geva et al. 2021, Sec. 3.1 to 3.3 and Sec. 4
[[nodiscard]] question_check_counts check_collected_questions(const question_check_run& run,
                                                              const std::function<void(std::string_view)>& each = {});

/// Appends the counts as one JSON object and a line feed. "next_yes_probability" is null without answers; "solvers" and
/// "evidence" are there if their files were.
void append_question_check_json(std::string& out, const question_check_counts& all);

/// Appends the table that `mhqa check-questions` prints.
void append_question_check_table(std::string& out, const question_check_run& run, const question_check_counts& all);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/question_check_run.ipp>
#endif
