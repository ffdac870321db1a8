// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// 2WikiMultihopQA's files: gold records (a JSON array, or JSON Lines), predictions, the alias file id_aliases.json (one
// {"Q_id", "aliases", "demonyms"} per line), and the official output.
#pragma once

#include <mhqa/datasets/2wikimultihopqa.hpp>
#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/io/data_source.hpp>
#include <mhqa/io/gold_records.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/task_predictions.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io::twowiki {

using mhqa::twowiki::record;

/// The fields to read. An evaluation needs no context, and the question only for rows with texts.
enum class fields : std::uint8_t { all, gold, gold_and_question };

/// The required fields besides id and answer.
struct needs {
  bool supporting_facts = true;
  bool evidences = true;
  bool ids = false;  ///< evidences_id and answer_id, which version 1.1 uses; they are also validated
};

/// Reads one record. Absent fields stay empty unless they are needed.
///
/// Errors:  data_error with record, id and field; with needs::ids also for evidences_id_problem()
/// Differs: version 1.1 asserts this only for questions whose evidences are predicted
void read(json_value value, record& out, fields wanted = fields::all, needs needed = {});

/// Writes a record in the official layout.
void write(json_writer& out, const record& r);

/// A predictions file in the official layout.
///
/// Errors: see task_predictions
class predictions {
 public:
  explicit predictions(const data_source& source) : tasks_{source} {}

  /// Returns the prediction for a question and marks it as used.
  [[nodiscard]] mhqa::twowiki::prediction find(std::string_view id);

  [[nodiscard]] std::size_t size() const noexcept { return tasks_.size(); }
  [[nodiscard]] const std::string& path() const noexcept { return tasks_.path(); }
  /// Returns the number of ids for which find() was not called.
  [[nodiscard]] std::size_t unused() const noexcept { return tasks_.unused(); }
  [[nodiscard]] const task_predictions& tasks() const noexcept { return tasks_; }

 private:
  task_predictions tasks_;
};

/// The alias file. Its strings are valid as long as this object.
///
/// Errors: data_error for a repeated Q_id (in the program the last one wins), a missing field, a wrong type
class aliases {
 public:
  explicit aliases(const data_source& source);

  [[nodiscard]] const mhqa::twowiki::alias_table& table() const noexcept { return table_; }

 private:
  json_records source_;
  mhqa::twowiki::alias_table table_;
};

/// Appends the programs' lines for a question without an answer, facts or evidences.
void append_official_missing(std::string& out, std::string_view id, const mhqa::twowiki::question_scores& s);

/// Appends the numbers as the programs print them: percentages with two decimals, indented by four.
///
/// Errors: data_error for no question at all
void append_official(std::string& out, const mhqa::twowiki::published_totals& t);

/// Opens a gold file for `evaluate`.
[[nodiscard]] inline auto golds(const data_source& source, fields wanted = fields::gold, needs needed = {}) {
  const auto one = [wanted, needed](json_value value, record& out) { read(value, out, wanted, needed); };
  return gold_records<record, decltype(one)>{source, one};
}

/// Appends the complete output of the programs.
///
/// Errors: data_error for no question at all
void append_official(std::string& out, const evaluation<mhqa::twowiki::data_set>& e);

}  // namespace mhqa::inline v0_1::io::twowiki

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/2wikimultihopqa.ipp>
#endif
