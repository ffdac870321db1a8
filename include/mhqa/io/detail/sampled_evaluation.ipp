// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of sampled_evaluation.hpp.
#pragma once

#include <mhqa/io/sampled_evaluation.hpp>

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/io/evaluation_run.hpp>
#include <mhqa/io/sample_files.hpp>
#include <mhqa/metrics/report.hpp>

namespace mhqa::inline v0_1::io {
namespace detail {

inline result_answer answer_of(const question_row& row) {
  result_answer out;
  out.id = row.id;
  if (row.prediction) out.prediction = *row.prediction;
  out.golds.assign(row.golds.begin(), row.golds.end());
  for (const question_row::number& one : row.numbers) out.numbers.emplace_back(one.name, one.value);
  return out;
}

}  // namespace detail

MHQA_INLINE sampled_evaluation evaluate_samples(evaluation_files files, const std::string& by, thread_pool& pool) {
  const sample_files runs{files.predictions.path(), files.dataset};
  sampled_evaluation out;
  out.samples = runs.size();
  files.questions = true;
  runs.each([&](const std::string& one) {
    const bool first = out.result.answers.empty();
    files.predictions = one;
    files_evaluation_options wanted{.rows = {.by = by, .texts = true}};
    wanted.rows.per_question = [&](const question_row& row) {
      out.result.answers.push_back(detail::answer_of(row));
      if (first) out.questions.push_back(question_of(row));
      for (const auto& [field, value] : row.groups) {
        if (first && field == by) out.groups.push_back(value);
      }
    };
    const evaluation_reports found = evaluate_files(files, wanted, pool).reports;
    if (!first) return;
    out.result.evaluator = found.all.rules.name.view();
    out.result.signature = found.all.signature + "|samples:" + std::to_string(runs.size());
    out.ignored = found.ignored;
    for (const auto& [kind, ids] : found.missing) out.missing[kind] = ids.size();
  });
  return out;
}

}  // namespace mhqa::inline v0_1::io
