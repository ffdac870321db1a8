// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Evaluates predictions with several answers to each question: each sample by the data set's evaluator, all as one
// result, whose mean, pass@k and maj@k sample_scores() computes.
//   auto all = io::evaluate_samples({.dataset = "hotpotqa", .predictions = p, .gold = g}, "", pool);
#pragma once

#include <mhqa/io/evaluation_files.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/metrics/scored_result.hpp>
#include <mhqa/parallel.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mhqa::inline v0_1::io {

/// All samples of an evaluation.
struct sampled_evaluation {
  scored_result result{};                        ///< the first sample's questions, then the second's, …
  std::vector<result_question> questions{};      ///< the other fields of each question
  std::vector<std::string> groups{};             ///< each question's value of the field, if one is asked for
  std::map<std::string, std::size_t> missing{};  ///< kind of prediction -> questions that lack it
  std::uint64_t ignored = 0;                     ///< ids that are not in the gold data
  std::size_t samples = 0;                       ///< of each question
};

/// Evaluates each sample of the predictions (see sample_files). A question without predictions is wrong in each.
///
/// Shape:  the signature is that of one sample's evaluation, with the number of samples
/// Errors: as the evaluation and sample_files; data_error for two questions of one id
[[nodiscard]] sampled_evaluation evaluate_samples(evaluation_files files, const std::string& by, thread_pool& pool);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/sampled_evaluation.ipp>
#endif
