// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of ranking.hpp.
#pragma once

#include <mhqa/metrics/ranking.hpp>

#include <cmath>
#include <functional>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE void sort_by_score(std::span<ranked_document> run) {
  for (const ranked_document& one : run) {
    if (std::isnan(one.score)) throw_data_error({.id = std::string{one.id}}, "expected a score, found NaN");
  }
  std::sort(run.begin(), run.end(), [](const ranked_document& a, const ranked_document& b) {
    const auto left = static_cast<float>(a.score), right = static_cast<float>(b.score);
    return left != right ? left > right : a.id > b.id;
  });
}

}  // namespace detail

MHQA_INLINE void sort_run(std::span<ranked_document> run) {
  detail::sort_by_score(run);
  std::vector<std::string_view> ids;
  for (const ranked_document& one : run) ids.push_back(one.id);
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice != ids.end()) detail::fail_repeated(*twice);
}

MHQA_INLINE std::vector<int> levels_of(std::span<const ranked_document> run, const judged_levels& judgements) {
  std::vector<int> out;
  out.reserve(run.size());
  for (const ranked_document& one : run) {
    const auto found = judgements.find(one.id);
    out.push_back(found == judgements.end() ? 0 : found->second);
  }
  return out;
}

MHQA_INLINE double average_precision(std::span<const int> levels, std::size_t relevant) {
  double sum = 0;
  std::size_t found = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] > 0) sum += detail::ratio(++found, i + 1);
  }
  return relevant == 0 ? 0 : sum / static_cast<double>(relevant);
}

MHQA_INLINE double reciprocal_rank(std::span<const int> levels) {
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] > 0) return 1.0 / static_cast<double>(i + 1);
  }
  return 0;
}

MHQA_INLINE double ndcg(std::span<const int> levels, std::span<const int> judged, std::size_t k) {
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

}  // namespace mhqa::inline v0_1
