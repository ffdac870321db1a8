// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of ranking_report.hpp.
#pragma once

#include <mhqa/metrics/ranking_report.hpp>

#include <mhqa/error.hpp>
#include <mhqa/metrics/score_bytes.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE evidence_set<std::string_view> all_relevant(const judged_query& query) {
  evidence_set<std::string_view> set;
  for (const auto& [document, level] : query.levels) {
    if (level > 0) set.push_back({document});
  }
  return set;
}

MHQA_INLINE bool needs_all_relevant(const judged_query& query) {
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

MHQA_INLINE ranking_measures::ranking_measures(std::span<const std::size_t> at) : at_{at.begin(), at.end()} {
  for (const char* const name : {"map", "recip_rank", "ndcg"}) numbers_.push_back({name});
  for (const std::size_t k : at_) {
    for (const char* const name :
         {"P", "recall", "success", "ndcg", "any", "all", "group_recall", "group_ndcg", "group_mrr", "group_map"}) {
      numbers_.push_back({name + ("@" + std::to_string(k))});
    }
  }
}

MHQA_INLINE std::span<const ranking_number> ranking_measures::operator()(std::span<ranked_document> run,
                                                                         const judged_query& query) {
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

MHQA_INLINE void ranking_measures::number_documents(std::span<const ranked_document> run, const judged_query& query) {
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

MHQA_INLINE const std::vector<evidence_set<std::uint32_t>>& ranking_measures::numbered(
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

MHQA_INLINE std::vector<ranking_number> measure_ranking(std::span<ranked_document> run, const judged_query& query,
                                                        std::span<const std::size_t> at) {
  ranking_measures measures{at};
  const auto numbers = measures(run, query);
  return {numbers.begin(), numbers.end()};
}

MHQA_INLINE void ranking_totals::add(std::span<const ranking_number> numbers) {
  if (sums_.empty()) sums_.resize(numbers.size());
  if (sums_.size() != numbers.size()) throw_usage_error("mhqa::ranking_totals: queries with other measures");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (queries_ == 0) sums_[i].first = numbers[i].name;
    sums_[i].second += numbers[i].value;
  }
  ++queries_;
}

MHQA_INLINE ranking_totals& ranking_totals::operator+=(const ranking_totals& other) {
  if (other.queries_ == 0) return *this;
  if (queries_ == 0) return *this = other;
  if (sums_.size() != other.sums_.size()) throw_usage_error("mhqa::ranking_totals: queries with other measures");
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i].second += other.sums_[i].second;
  queries_ += other.queries_;
  return *this;
}

MHQA_INLINE void ranking_totals::save(byte_writer& out) const {
  out.number(queries_);
  out.number(sums_.size());
  for (const auto& [name, sum] : sums_) {
    out.text(name);
    mhqa::save(out, sum);
  }
}

MHQA_INLINE void ranking_totals::load(byte_reader& in) {
  queries_ = in.number();
  sums_.clear();
  for (std::size_t left = in.count(24); left != 0; --left) {
    auto& [name, sum] = sums_.emplace_back();
    name = in.text();
    mhqa::load(in, sum);
  }
}

}  // namespace mhqa::inline v0_1
