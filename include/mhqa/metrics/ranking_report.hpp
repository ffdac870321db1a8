// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// All measures of one ranking and their means over queries: trec_eval's, and those of questions that need several
// supports. metrics/ranking.hpp and metrics/evidence_groups.hpp define them.
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/metrics/evidence_groups.hpp>
#include <mhqa/metrics/ranking.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/sum.hpp>
#include <mhqa/text/string_index.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

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
[[nodiscard]] evidence_set<std::string_view> all_relevant(const judged_query& query);

/// Returns true if it is the only sufficient set.
[[nodiscard]] bool needs_all_relevant(const judged_query& query);

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
  explicit ranking_measures(std::span<const std::size_t> at);

  /// Returns the numbers of a ranking, which are valid until the next call.
  [[nodiscard]] std::span<const ranking_number> operator()(std::span<ranked_document> run, const judged_query& query);

  /// Returns how many documents of the last ranking have a judgement.
  [[nodiscard]] std::size_t judged_documents() const noexcept { return judged_documents_; }

 private:
  /// Numbers the documents: those of the ranking by their ranks, then those that are only judged.
  void number_documents(std::span<const ranked_document> run, const judged_query& query);

  [[nodiscard]] const std::vector<evidence_set<std::uint32_t>>& numbered(
      const std::vector<evidence_set<std::string_view>>& sets);

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
[[nodiscard]] std::vector<ranking_number> measure_ranking(std::span<ranked_document> run, const judged_query& query,
                                                          std::span<const std::size_t> at);

/// Means over queries.
class ranking_totals {
 public:
  void add(std::span<const ranking_number> numbers);
  [[nodiscard]] std::uint64_t queries() const noexcept { return queries_; }

  /// Adds the sums over other queries.
  ///
  /// Errors: usage_error for other measures
  ranking_totals& operator+=(const ranking_totals& other);
  void save(byte_writer& out) const;
  void load(byte_reader& in);

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

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/ranking_report.ipp>
#endif
