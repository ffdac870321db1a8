// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Ranking measures against graded judgements, as trec_eval computes them: average precision, reciprocal rank, nDCG,
// precision, recall and success at k. metrics/evidence_groups.hpp has measures for questions with several supports.
//   std::vector<int> levels{1, 0, 2}; ndcg(levels, std::array{2, 1}, 10)
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mhqa::inline v0_1 {

/// A document of a run.
struct ranked_document {
  std::string_view id;
  double score = 0;
};

namespace detail {

[[noreturn]] inline void fail_repeated(std::string_view document) {
  throw_data_error({.id = std::string{document}}, "expected each document once in a run, found it twice");
}

/// sort_run() without the check for repeated documents.
void sort_by_score(std::span<ranked_document> run);

}  // namespace detail

/// Sorts a run as trec_eval does: by score, highest first; among equal scores by id, highest first.
///
/// Errors: data_error for a NaN score and for a repeated document
/// Cost:   O(n log n)
/// Source: trec_eval, form_res_rels.c: scores are compared in single precision
void sort_run(std::span<ranked_document> run);

/// Levels by document.
using judged_levels = std::unordered_map<std::string_view, int, string_hasher>;

/// Returns the relevance of each document of a ranking; unjudged documents have 0.
[[nodiscard]] std::vector<int> levels_of(std::span<const ranked_document> run, const judged_levels& judgements);

namespace detail {

[[nodiscard]] inline std::size_t relevant_in(std::span<const int> levels) {
  return static_cast<std::size_t>(std::count_if(levels.begin(), levels.end(), [](int level) { return level > 0; }));
}

[[nodiscard]] inline double ratio(std::size_t part, std::size_t whole) noexcept {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace detail

/// Returns the mean over the relevant documents of the precision at their ranks; documents not retrieved count 0.
///
/// Shape:     levels[rank] of the ranking; relevant = number of relevant judgements
/// Undefined: nothing relevant -> 0
/// Source:    trec_eval, map
/// Example:   average_precision(std::array{1, 0, 1}, 2)  // (1/1 + 2/3) / 2
[[nodiscard]] double average_precision(std::span<const int> levels, std::size_t relevant);

/// Returns 1 / rank of the first relevant document, or 0.
///
/// Source: trec_eval, recip_rank
[[nodiscard]] double reciprocal_rank(std::span<const int> levels);

/// Returns the share of relevant documents among the first k. A ranking shorter than k counts as k ranks.
[[nodiscard]] inline double precision_at(std::span<const int> levels, std::size_t k) {
  return detail::ratio(detail::relevant_in(levels.first(std::min(k, levels.size()))), k);
}

/// Returns the share of the relevant documents that are among the first k; 0 without any.
[[nodiscard]] inline double ranking_recall_at(std::span<const int> levels, std::size_t relevant, std::size_t k) {
  return detail::ratio(detail::relevant_in(levels.first(std::min(k, levels.size()))), relevant);
}

/// Returns 1 if any of the first k documents is relevant, else 0.
[[nodiscard]] inline double success_at(std::span<const int> levels, std::size_t k) {
  return detail::relevant_in(levels.first(std::min(k, levels.size()))) != 0 ? 1 : 0;
}

/// Returns the normalised discounted cumulative gain of the first k: gain = level, discount = log2(rank + 1).
///
/// Shape:     `judged` contains the level of every judgement, in any order
/// Undefined: nothing relevant -> 0
/// Source:    trec_eval, ndcg and ndcg_cut; Järvelin and Kekäläinen 2002
[[nodiscard]] double ndcg(std::span<const int> levels, std::span<const int> judged,
                          std::size_t k = static_cast<std::size_t>(-1));

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/ranking.ipp>
#endif
