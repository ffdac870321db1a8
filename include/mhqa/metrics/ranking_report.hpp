// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// All measures of one ranking and their means over queries: trec_eval's, and those of questions that need several
// supports. metrics/ranking.hpp and metrics/evidence_groups.hpp define them.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/evidence_groups.hpp>
#include <mhqa/metrics/ranking.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/sum.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// A query's judgements.
///
/// Shape: `levels` grades documents; `sets` are sufficient sets of AND-ed groups of alternatives
struct judged_query {
  std::string id{};
  std::string group{};  ///< hops or type; empty: none
  std::vector<std::pair<std::string, int>> levels{};
  std::vector<evidence_set<std::string_view>> sets{};
};

/// Returns the sufficient set that needs every relevant document; the views are into `levels`.
[[nodiscard]] inline evidence_set<std::string_view> all_relevant(const judged_query& query) {
  evidence_set<std::string_view> set;
  for (const auto& [document, level] : query.levels) {
    if (level > 0) set.push_back({document});
  }
  return set;
}

/// Makes it the only sufficient set.
inline void need_all_relevant(judged_query& query) {
  query.sets = {all_relevant(query)};
}

namespace detail {

/// The gain 2^level - 1 of a document in group nDCG. If a level is above 1,000, all gains are scaled by one factor,
/// so that none is infinite.
class group_gain {
 public:
  group_gain(const judged_levels& levels, std::span<const int> judged) : levels_{levels} {
    const auto top = std::max_element(judged.begin(), judged.end());
    if (top != judged.end()) scale_ = std::min(0, 1000 - *top);
  }
  double operator()(std::string_view document) const {
    const auto found = levels_.find(document);
    if (found == levels_.end() || found->second <= 0) return 0;
    return std::ldexp(1.0, found->second + scale_) - std::ldexp(1.0, scale_);
  }

 private:
  const judged_levels& levels_;
  int scale_ = 0;
};

}  // namespace detail

/// A number of a ranking, such as {"recall@10", 0.5}.
struct ranking_number {
  std::string name{};
  double value = 0;
};

/// Computes every measure of a ranking, which is sorted in place as trec_eval sorts.
///
/// Shape:  map, recip_rank, ndcg; then for each k of `at`: P@k, recall@k, success@k, ndcg@k, any@k, all@k,
///         group_recall@k, group_ndcg@k, group_mrr@k, group_map@k
/// Errors: as sort_run
/// Cost:   O(n log n + n k)
[[nodiscard]] inline std::vector<ranking_number> measure_ranking(std::span<ranked_document> run,
                                                                 const judged_query& query,
                                                                 std::span<const std::size_t> at) {
  sort_run(run);
  judged_levels judgements;
  std::vector<int> judged;
  for (const auto& [document, level] : query.levels) {
    judgements.emplace(document, level);
    judged.push_back(level);
  }
  const std::vector<int> levels = levels_of(run, judgements);
  const std::size_t relevant = detail::relevant_in(judged);
  const detail::group_gain gain{judgements, judged};
  std::vector<std::string_view> ids;
  for (const ranked_document& one : run) ids.push_back(one.id);
  std::vector<ranking_number> out{{"map", average_precision(levels, relevant)},
                                  {"recip_rank", reciprocal_rank(levels)},
                                  {"ndcg", ndcg(levels, judged)}};
  const std::size_t deepest = at.empty() ? 0 : std::min(ids.size(), *std::max_element(at.begin(), at.end()));
  const auto sets = sets_that_count<std::string_view>(std::span{ids}.first(deepest), query.sets, gain);
  for (const std::size_t k : at) {
    const std::string cut = "@" + std::to_string(k);
    out.push_back({"P" + cut, precision_at(levels, k)});
    out.push_back({"recall" + cut, ranking_recall_at(levels, relevant, k)});
    out.push_back({"success" + cut, success_at(levels, k)});
    out.push_back({"ndcg" + cut, ndcg(levels, judged, k)});
    const evidence_scores groups = score_evidence<std::string_view>(ids, sets, k, gain);
    out.push_back({"any" + cut, groups.any});
    out.push_back({"all" + cut, groups.all});
    out.push_back({"group_recall" + cut, groups.recall});
    out.push_back({"group_ndcg" + cut, groups.ndcg});
    out.push_back({"group_mrr" + cut, groups.mrr});
    out.push_back({"group_map" + cut, groups.map});
  }
  return out;
}

/// Means over queries.
class ranking_totals {
 public:
  void add(std::span<const ranking_number> numbers) {
    if (sums_.empty()) sums_.resize(numbers.size());
    if (sums_.size() != numbers.size()) throw_usage_error("mhqa::ranking_totals: queries with other measures");
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      sums_[i].first = numbers[i].name;
      sums_[i].second += numbers[i].value;
    }
    ++queries_;
  }
  [[nodiscard]] std::uint64_t queries() const noexcept { return queries_; }

  /// Undefined: no query -> no numbers
  [[nodiscard]] std::vector<named_score> means() const {
    std::vector<named_score> out;
    for (const auto& [name, sum] : sums_) out.push_back({name, sum.value() / static_cast<double>(queries_)});
    return out;
  }

 private:
  std::vector<std::pair<std::string, exact_sum>> sums_;
  std::uint64_t queries_ = 0;
};

}  // namespace v0_1
}  // namespace mhqa
