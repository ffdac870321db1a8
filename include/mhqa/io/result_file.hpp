// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A result in one file: every question with its texts and numbers, the means and the signature. `mhqa eval --result`
// and `mhqa score --result` write it; `mhqa diff`, `mhqa compare --results` and `mhqa report html` read it.
//   result_file r = read_result("a.json"); r.result.answers[0].number("f1")
#pragma once

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/scored_result.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// A step of the question's decomposition.
struct result_step {
  std::string question{};
  std::string answer{};
};

/// The fields of a question in a result, other than its answers.
struct result_question {
  std::string text{};
  std::vector<result_step> steps{};
  std::vector<std::pair<std::string, std::string>> groups{};  ///< field and value: type, hops, …
  std::optional<question_row::stated_sufficiency> sufficiency{};
};

/// A result as it was read.
///
/// Shape: questions[i] belongs to result.answers[i]
struct result_file {
  std::string path{};
  std::string dataset{};
  scored_result result{};
  std::vector<result_question> questions{};
  std::vector<named_score> scores{};  ///< on the published scale
};

/// Writes a result while its questions are scored: call add() for each, then finish(), then commit(), which puts the
/// file in place. Without commit() no file appears.
///
/// Errors: those of atomic_file
class result_writer {
 public:
  explicit result_writer(const std::string& path) : file_{path} { file_.write("{\"questions\": ["); }

  /// Adds a question, whose row has texts.
  void add(const question_row& row);
  /// Adds a question as a JSON object.
  ///
  /// Requires: `object` ends in a line break
  void add_row(std::string_view object);
  /// Ends the list of questions, and writes the rest of the result.
  void finish(std::string_view dataset, std::string_view evaluator, const std::vector<named_score>& scores,
              std::string_view signature);
  /// Makes the file visible.
  void commit() { file_.commit(); }

 private:
  atomic_file file_;
  std::string line_;
  bool first_ = true;
};

namespace detail {

void read_texts(json_value value, std::vector<std::string>& out);

[[nodiscard]] question_row::stated_sufficiency read_sufficiency(json_value value);

}  // namespace detail

/// Reads a result.
///
/// Errors: data_error for a file without questions, evaluator or signature, for a question without id, golds or
///         prediction, for a score that is not a number, and for a probability that is not from 0 to 1
[[nodiscard]] result_file read_result(const std::string& path);

/// Returns the mean of each number over the answers that have it; the totals, if the program computes its numbers from
/// the whole file.
///
/// Cost: O(answers * n^2) for n names of numbers
[[nodiscard]] std::vector<named_score> means_of(const scored_result& result);

/// Returns a row's question, steps, groups and sufficiency.
[[nodiscard]] result_question question_of(const question_row& row);

/// Writes scored answers as a result; its scores are the means.
///
/// Shape:  `questions` has the other fields of each answer, or is empty
/// Errors: data_error, before the file is written, for an id that two answers have
void write_result(const std::string& path, const scored_result& result, std::span<const result_question> questions = {},
                  std::string_view dataset = {});

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/result_file.ipp>
#endif
