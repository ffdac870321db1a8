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
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
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

/// Returns true if it is the only sufficient set.
[[nodiscard]] inline bool needs_all_relevant(const judged_query& query) {
  if (query.sets.size() != 1) return false;
  std::size_t at = 0;
  const evidence_set<std::string_view>& set = query.sets[0];
  for (const auto& [document, level] : query.levels) {
    if (level <= 0) continue;
    if (at == set.size() || set[at].size() != 1 || set[at][0] != document) return false;
    ++at;
  }
  return at == set.size();
}

/// Makes it the only sufficient set.
inline void need_all_relevant(judged_query& query) {
  query.sets = {all_relevant(query)};
}

/// A number of a ranking, such as {"recall@10", 0.5}.
struct ranking_number {
  std::string name{};
  double value = 0;
};

/// Computes every measure of one ranking after the other.
///
/// Shape:  map, recip_rank, ndcg; then for each k of `at`: P@k, recall@k, success@k, ndcg@k, any@k, all@k,
///         group_recall@k, group_ndcg@k, group_mrr@k, group_map@k. A ranking is sorted in place as trec_eval sorts
/// Errors: as sort_run
/// Cost:   O(n log n + n k) for a ranking; it keeps its memory
class ranking_measures {
 public:
  explicit ranking_measures(std::span<const std::size_t> at) : at_{at.begin(), at.end()} {
    for (const char* const name : {"map", "recip_rank", "ndcg"}) numbers_.push_back({name});
    for (const std::size_t k : at_) {
      for (const char* const name :
           {"P", "recall", "success", "ndcg", "any", "all", "group_recall", "group_ndcg", "group_mrr", "group_map"}) {
        numbers_.push_back({name + ("@" + std::to_string(k))});
      }
    }
  }

  /// Returns the numbers of a ranking, which are valid until the next call.
  [[nodiscard]] std::span<const ranking_number> operator()(std::span<ranked_document> run, const judged_query& query) {
    detail::sort_by_score(run);
    number_documents(run, query);
    const std::size_t relevant = detail::relevant_in(judged_);
    const std::span<const int> levels = std::span{levels_}.first(run.size());
    std::size_t next = 0;
    const auto add = [&](double value) { numbers_[next++].value = value; };
    add(average_precision(levels, relevant));
    add(reciprocal_rank(levels));
    add(ndcg(levels, judged_));
    const std::span<const std::uint32_t> ranks = std::span{ranks_}.first(run.size());
    const std::size_t deepest = at_.empty() ? 0 : std::min(run.size(), *std::max_element(at_.begin(), at_.end()));
    const auto gain = [this](std::uint32_t number) { return gain_of(number); };
    const auto sets = sets_that_count<std::uint32_t>(ranks.first(deepest), numbered(query.sets), gain);
    for (const std::size_t k : at_) {
      add(precision_at(levels, k));
      add(ranking_recall_at(levels, relevant, k));
      add(success_at(levels, k));
      add(ndcg(levels, judged_, k));
      const evidence_scores groups = score_evidence<std::uint32_t>(ranks, sets, k, gain);
      for (const double one : {groups.any, groups.all, groups.recall, groups.ndcg, groups.mrr, groups.map}) add(one);
    }
    return numbers_;
  }

  /// Returns how many documents of the last ranking have a judgement.
  [[nodiscard]] std::size_t judged_documents() const noexcept { return judged_documents_; }

 private:
  /// Numbers the documents: those of the ranking by their ranks, then those that are only judged.
  void number_documents(std::span<const ranked_document> run, const judged_query& query) {
    index_.clear();
    index_.reserve(run.size() + query.levels.size());
    judged_.clear();
    levels_.assign(run.size(), 0);
    judged_documents_ = 0;
    for (const ranked_document& one : run) {
      if (!index_.insert(one.id).second) detail::fail_repeated(one.id);
    }
    while (ranks_.size() < run.size()) ranks_.push_back(static_cast<std::uint32_t>(ranks_.size()));
    known_.assign(run.size(), false);
    for (const auto& [document, level] : query.levels) {
      judged_.push_back(level);
      const auto [number, fresh] = index_.insert(document);
      if (fresh) {
        levels_.push_back(level);
        known_.push_back(true);
      } else if (!known_[number]) {
        known_[number] = true;
        levels_[number] = level;
        ++judged_documents_;
      }
    }
    const auto top = std::max_element(judged_.begin(), judged_.end());
    scale_ = top != judged_.end() ? std::min(0, 1000 - *top) : 0;
  }

  [[nodiscard]] const std::vector<evidence_set<std::uint32_t>>& numbered(
      const std::vector<evidence_set<std::string_view>>& sets) {
    sets_.resize(sets.size());
    for (std::size_t s = 0; s < sets.size(); ++s) {
      sets_[s].resize(sets[s].size());
      for (std::size_t g = 0; g < sets[s].size(); ++g) {
        sets_[s][g].clear();
        for (const std::string_view document : sets[s][g]) sets_[s][g].push_back(index_.insert(document).first);
      }
    }
    return sets_;
  }

  /// The gain 2^level - 1 of a document in group nDCG. If a level is above 1,000, all gains are scaled by one factor,
  /// so that none is infinite.
  [[nodiscard]] double gain_of(std::uint32_t number) const {
    const int level = number < levels_.size() ? levels_[number] : 0;
    return level <= 0 ? 0 : std::ldexp(1.0, level + scale_) - std::ldexp(1.0, scale_);
  }

  std::vector<std::size_t> at_;
  std::vector<ranking_number> numbers_;
  string_index index_;
  std::vector<std::uint32_t> ranks_;  // 0, 1, 2, …
  std::vector<int> levels_;           // by number
  std::vector<bool> known_;           // by number: has a level
  std::vector<int> judged_;           // the levels of all judgements
  std::vector<evidence_set<std::uint32_t>> sets_;
  int scale_ = 0;
  std::size_t judged_documents_ = 0;
};

/// Computes every measure of one ranking, as ranking_measures.
[[nodiscard]] inline std::vector<ranking_number> measure_ranking(std::span<ranked_document> run,
                                                                 const judged_query& query,
                                                                 std::span<const std::size_t> at) {
  ranking_measures measures{at};
  const auto numbers = measures(run, query);
  return {numbers.begin(), numbers.end()};
}

/// Means over queries.
class ranking_totals {
 public:
  void add(std::span<const ranking_number> numbers) {
    if (sums_.empty()) sums_.resize(numbers.size());
    if (sums_.size() != numbers.size()) throw_usage_error("mhqa::ranking_totals: queries with other measures");
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (queries_ == 0) sums_[i].first = numbers[i].name;
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
