// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Evaluates predictions with several answers to each question: each sample by the data set's evaluator, all as one
// result, whose mean, pass@k and maj@k sample_scores() computes.
//   auto all = io::evaluate_samples({.dataset = "hotpotqa", .predictions = p, .gold = g}, "", pool);
#pragma once

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/io/evaluation_files.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/io/sample_files.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/scored_result.hpp>
#include <mhqa/parallel.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// All samples of an evaluation.
struct sampled_evaluation {
  scored_result result{};                        ///< the first sample's questions, then the second's, …
  std::vector<result_question> questions{};      ///< the other fields of each question
  std::vector<std::string> groups{};             ///< each question's value of the field, if one is asked for
  std::map<std::string, std::size_t> missing{};  ///< kind of prediction -> questions that lack it
  std::uint64_t ignored = 0;                     ///< ids that are not in the gold data
  std::size_t samples = 0;                       ///< of each question
};

namespace detail {

[[nodiscard]] inline result_answer answer_of(const question_row& row) {
  result_answer out;
  out.id = row.id;
  if (row.prediction) out.prediction = *row.prediction;
  out.golds.assign(row.golds.begin(), row.golds.end());
  for (const question_row::number& one : row.numbers) out.numbers.emplace_back(one.name, one.value);
  return out;
}

}  // namespace detail

/// Evaluates each sample of the predictions (see sample_files). A question without predictions is wrong in each.
///
/// Shape:  the signature is that of one sample's evaluation, with the number of samples
/// Errors: as the evaluation and sample_files; data_error for two questions of one id
template <executor E>
[[nodiscard]] sampled_evaluation evaluate_samples(evaluation_files files, const std::string& by, E& executor) {
  const sample_files runs{files.predictions.path(), files.dataset};
  sampled_evaluation out;
  out.samples = runs.size();
  files.questions = true;
  runs.each([&](const std::string& one) {
    const bool first = out.result.answers.empty();
    files.predictions = one;
    evaluation_options wanted{.by = by, .texts = true};
    wanted.per_question = [&](const question_row& row) {
      out.result.answers.push_back(detail::answer_of(row));
      if (first) out.questions.push_back(question_of(row));
      for (const auto& [field, value] : row.groups) {
        if (first && field == by) out.groups.push_back(value);
      }
    };
    with_evaluation(files, [&](const auto& set, auto&& golds, auto&& predictions, const auto&) {
      const auto found = evaluate(set, golds, predictions, wanted, executor);
      if (!first) return;
      const report all = found.report();
      out.result.evaluator = all.rules.name.view();
      out.result.signature = all.signature + "|samples:" + std::to_string(runs.size());
      out.ignored = found.ignored;
      for (const missing_question& question : found.missing) {
        for (const std::string& kind : question.kinds) ++out.missing[kind];
      }
    });
  });
  return out;
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
