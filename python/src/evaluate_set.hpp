// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One evaluation of files or of records in memory, as the JSON that the command prints.
#pragma once

#include "evaluated.hpp"

#include <mhqa/datasets/evaluation_part.hpp>
#include <mhqa/io/evaluation_files.hpp>
#include <mhqa/io/question_rows.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/parallel.hpp>

#include <optional>
#include <string>
#include <utility>

namespace mhqa_python {

/// Evaluates golds and predictions; the names are for errors. official(out, warnings, evaluation) appends what the
/// published program prints; where it throws data_error, because that program stops, there is no such text.
///
/// Errors: mhqa::data_error
template <class Set, class Golds, class Predictions, class Official, class Executor = mhqa::serial_executor>
[[nodiscard]] evaluated evaluate_set(const Set& set, Golds&& golds, Predictions&& predictions, const Official& official,
                                     const evaluated_choices& chosen, const std::string& gold_name = {},
                                     const std::string& prediction_name = {}, Executor&& executor = {}) {
  evaluated out;
  std::optional<mhqa::io::result_writer> file;
  if (!chosen.result.empty()) file.emplace(chosen.result);
  mhqa::evaluation_options wanted{.by = chosen.by, .texts = chosen.texts || file};
  if (chosen.rows || file) {
    wanted.per_question = [&](const mhqa::question_row& row) {
      if (chosen.rows) mhqa::io::append_row(out.rows, row, chosen.texts);
      if (file) file->add(row);
    };
  }
  const auto found =
      mhqa::evaluate_part(set, golds, predictions, {}, wanted, executor).finish(gold_name, prediction_name);
  const mhqa::io::evaluation_reports reports = mhqa::io::make_reports(found);
  mhqa::io::append_evaluation_json(out.json, reports);
  std::string warnings;
  try {
    official(out.official, warnings, found);
  } catch (const mhqa::data_error&) {
    out.official.clear();
  }
  if (file) {
    file->finish(reports.all.dataset, reports.all.rules.name.view(), reports.all.scores, reports.all.signature);
    file->commit();
  }
  return out;
}

}  // namespace mhqa_python
