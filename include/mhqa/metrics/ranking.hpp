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
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

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
inline void sort_by_score(std::span<ranked_document> run) {
  for (const ranked_document& one : run) {
    if (std::isnan(one.score)) throw_data_error({.id = std::string{one.id}}, "expected a score, found NaN");
  }
  std::sort(run.begin(), run.end(), [](const ranked_document& a, const ranked_document& b) {
    const auto left = static_cast<float>(a.score), right = static_cast<float>(b.score);
    return left != right ? left > right : a.id > b.id;
  });
}

}  // namespace detail

/// Sorts a run as trec_eval does: by score, highest first; among equal scores by id, highest first.
///
/// Errors: data_error for a NaN score and for a repeated document
/// Cost:   O(n log n)
/// Source: trec_eval, form_res_rels.c: scores are compared in single precision
inline void sort_run(std::span<ranked_document> run) {
  detail::sort_by_score(run);
  std::vector<std::string_view> ids;
  for (const ranked_document& one : run) ids.push_back(one.id);
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice != ids.end()) detail::fail_repeated(*twice);
}

/// Levels by document.
using judged_levels = std::unordered_map<std::string_view, int, string_hasher>;

/// Returns the relevance of each document of a ranking; unjudged documents have 0.
[[nodiscard]] inline std::vector<int> levels_of(std::span<const ranked_document> run, const judged_levels& judgements) {
  std::vector<int> out;
  out.reserve(run.size());
  for (const ranked_document& one : run) {
    const auto found = judgements.find(one.id);
    out.push_back(found == judgements.end() ? 0 : found->second);
  }
  return out;
}

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
[[nodiscard]] inline double average_precision(std::span<const int> levels, std::size_t relevant) {
  double sum = 0;
  std::size_t found = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] > 0) sum += detail::ratio(++found, i + 1);
  }
  return relevant == 0 ? 0 : sum / static_cast<double>(relevant);
}

/// Returns 1 / rank of the first relevant document, or 0.
///
/// Source: trec_eval, recip_rank
[[nodiscard]] inline double reciprocal_rank(std::span<const int> levels) {
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] > 0) return 1.0 / static_cast<double>(i + 1);
  }
  return 0;
}

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
[[nodiscard]] inline double ndcg(std::span<const int> levels, std::span<const int> judged,
                                 std::size_t k = static_cast<std::size_t>(-1)) {
  std::vector<int> ideal{judged.begin(), judged.end()};
  std::sort(ideal.begin(), ideal.end(), std::greater<>{});
  const auto gain = [k](std::span<const int> all) {
    double sum = 0;
    for (std::size_t i = 0; i < std::min(k, all.size()); ++i) {
      if (all[i] > 0) sum += static_cast<double>(all[i]) / std::log2(static_cast<double>(i + 2));
    }
    return sum;
  };
  const double best = gain(ideal);
  return best > 0 ? gain(levels) / best : 0;
}

}  // namespace v0_1
}  // namespace mhqa
