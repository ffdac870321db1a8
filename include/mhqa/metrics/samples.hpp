// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores of several samples for each question: their mean, pass@k and maj@k.
//   pass_at_k(10, 3, 5)  // the chance that 5 of 10 samples, of which 3 are right, have a right one
#pragma once

#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/scored_result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// Returns the unbiased estimate of the chance that at least one of k samples is right, from n samples of which
/// `right` are: 1 - C(n - right, k) / C(n, k).
///
/// Requires: 1 <= k <= n, right <= n
/// Source:   Chen et al. 2021 (Evaluating Large Language Models Trained on Code), Eq. (1) and Figure 3
/// Example:  pass_at_k(2, 1, 1)  // 0.5
[[nodiscard]] double pass_at_k(std::uint64_t n, std::uint64_t right, std::uint64_t k) noexcept;

/// Returns the place of the first sample with the text that most samples have, or nothing if no sample has a text.
///
/// Shape: texts are compared in SQuAD's normal form; of equally frequent texts the one that occurs first wins
/// Cost:  O(bytes)
[[nodiscard]] std::optional<std::size_t> majority_of(std::span<const result_answer* const> samples);

/// The numbers of one question over its samples.
struct sampled_question {
  std::string_view id;  ///< of the result
  std::vector<named_score> numbers{};
};

/// Returns the numbers of each question of a result in which ids repeat: each answer is a sample of its question.
///
/// Shape:     in the order of the ids' first answers. avg of exact match and F1 (the mean over the samples), then for
///            each k pass@k over all samples and maj@k over the first k. A sample is right if its exact match is 1; one
///            without a prediction or a number is wrong
/// Undefined: without exact match there is no pass@k and no maj@k
/// Errors:    data_error for a question with fewer samples than the largest k, and for k = 0
/// Cost:      O(bytes of the answers), times the number of k
[[nodiscard]] std::vector<sampled_question> sample_rows(const scored_result& result, std::span<const std::size_t> ks);

/// Returns the mean of each number of sample_rows() over the questions.
///
/// Errors: as sample_rows()
[[nodiscard]] std::vector<named_score> sample_scores(const scored_result& result, std::span<const std::size_t> ks);

/// Returns a result with one answer for each question: the numbers are those of sample_rows(), and the prediction is
/// the most frequent one of all samples.
///
/// Shape:  the signature has also of-samples:mean; answers that were refused stay refused
/// Errors: as sample_rows()
[[nodiscard]] scored_result sampled_result(const scored_result& result, std::span<const std::size_t> ks);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/samples.ipp>
#endif
