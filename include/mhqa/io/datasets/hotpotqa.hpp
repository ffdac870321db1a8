// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HotpotQA's files: gold records (a JSON array, or JSON Lines), predictions {"answer": {id: string},
// "sp": {id: [[title, sentence]]}}, and the official output.
#pragma once

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/io/data_source.hpp>
#include <mhqa/io/gold_records.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/task_predictions.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

namespace hotpotqa {

using mhqa::hotpotqa::record;

/// The fields to read. An evaluation needs no context, and the question only for rows with texts.
enum class fields : std::uint8_t { all, gold, gold_and_question };

/// Reads one record. Absent fields stay empty; id and answer are required.
///
/// Errors: data_error with record, id and field
void read(json_value value, record& out, fields wanted = fields::all);

/// Writes a record in the official layout.
void write(json_writer& out, const record& r);

/// Opens a gold file for `evaluate`.
[[nodiscard]] inline auto golds(const data_source& source, fields wanted = fields::gold) {
  const auto one = [wanted](json_value value, record& out) { read(value, out, wanted); };
  return gold_records<record, decltype(one)>{source, one};
}

/// A predictions file in the official layout.
///
/// Errors: see task_predictions
class predictions {
 public:
  explicit predictions(const data_source& source) : tasks_{source} {}

  /// Returns the prediction for a question and marks it as used.
  [[nodiscard]] mhqa::hotpotqa::prediction find(std::string_view id);

  [[nodiscard]] const std::string& path() const noexcept { return tasks_.path(); }
  [[nodiscard]] std::size_t size() const noexcept { return tasks_.size(); }
  /// Returns the number of ids for which find() was not called.
  [[nodiscard]] std::size_t unused() const noexcept { return tasks_.unused(); }
  [[nodiscard]] const task_predictions& tasks() const noexcept { return tasks_; }

 private:
  task_predictions tasks_;
};

/// Appends the lines of hotpot_evaluate_v1.py for a question without an answer or without facts.
void append_official_missing(std::string& out, std::string_view id, const mhqa::hotpotqa::question_scores& s);

/// Appends the numbers as the program prints them, as a Python dict.
void append_official(std::string& out, const mhqa::hotpotqa::published_totals& t);

/// Appends the complete output of the program, which reads a record's facts only if some are predicted for its id.
///
/// Shape:  if gold records lack facts, the data are read again
/// Errors: data_error for a gold record without facts for which some are predicted, because the program fails on it
void append_official(std::string& out, const evaluation<mhqa::hotpotqa::data_set>& e, const data_source& gold = {},
                     const data_source& prediction = {});

}  // namespace hotpotqa
}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/hotpotqa.ipp>
#endif
