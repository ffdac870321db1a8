// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Retrieval measures for questions that need several supports. "Any" and "all" differ: if only the first of two
// paragraphs is found, any = 1 and all = 0. Supports are AND-ed groups of alternatives: {{a, b}, {c}} needs a or b, and
// c; an answer may have several such sufficient sets.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// Alternatives, one of which is needed.
template <class Id>
using alternatives = std::vector<Id>;

/// Groups that are all needed: one sufficient set of evidence.
template <class Id>
using evidence_set = std::vector<alternatives<Id>>;

/// The measures of one ranking; each is the maximum over the sufficient sets.
///
/// Units: fractions in [0, 1]
struct evidence_scores {
  double any = 0;     ///< 1 if any group is satisfied
  double all = 0;     ///< 1 if every group is satisfied: full recall
  double recall = 0;  ///< share of satisfied groups
  double ndcg = 0;    ///< gains of the first document of each group, over those of each group's best document
  double mrr = 0;     ///< mean over groups of 1 / rank of the first document of the group
  double map = 0;     ///< mean over groups of the mean precision at the group's documents

  friend constexpr bool operator==(const evidence_scores&, const evidence_scores&) = default;
};

/// The gain of documents without levels.
struct unit_gain {
  template <class Id>
  constexpr double operator()(const Id&) const noexcept {
    return 1;
  }
};

namespace detail {

template <class Id>
using id_hasher = std::conditional_t<std::is_convertible_v<Id, std::string_view>, string_hasher, std::hash<Id>>;

/// The places of each document in a ranking, which may hold it several times.
template <class Id>
class ranked_places {
 public:
  explicit ranked_places(std::span<const Id> ranking) : earlier_(ranking.size()) {
    for (std::size_t i = 0; i < ranking.size(); ++i) {
      const auto [at, fresh] = last_.try_emplace(ranking[i], i);
      earlier_[i] = fresh ? none : std::exchange(at->second, i);
    }
  }

  /// Calls f for each place of a document, the last one first.
  template <class F>
  void for_each(const Id& id, F&& f) const {
    const auto found = last_.find(id);
    if (found == last_.end()) return;
    for (std::size_t i = found->second; i != none; i = earlier_[i]) f(i);
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::unordered_map<Id, std::size_t, id_hasher<Id>> last_;
  std::vector<std::size_t> earlier_;
};

template <class Id, class Gain>
[[nodiscard]] evidence_scores score_evidence_set(std::span<const Id> ranking, const ranked_places<Id>& places,
                                                 std::span<const alternatives<Id>* const> wanted, const Gain& gain) {
  std::vector<double> best(wanted.size(), 0);
  std::vector<std::pair<std::size_t, std::size_t>> found;  // places in the ranking and groups of their documents
  for (std::size_t g = 0; g < wanted.size(); ++g) {
    for (const Id& id : *wanted[g]) {
      places.for_each(id, [&](std::size_t i) { found.push_back({i, g}); });
      best[g] = std::max<double>(best[g], gain(id));
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::sort(best.begin(), best.end(), std::greater<>{});
  const std::size_t n = wanted.size();
  std::vector<std::size_t> first(n, 0), hits(n, 0);
  std::vector<double> precisions(n, 0);
  double dcg = 0;
  std::size_t counted = 0;  // the rank whose gain was added last: several groups of a document add it once
  for (const auto& [i, g] : found) {
    precisions[g] += static_cast<double>(++hits[g]) / static_cast<double>(i + 1);
    if (first[g] != 0) continue;
    first[g] = i + 1;
    if (counted != i + 1) dcg += gain(ranking[i]) / std::log2(static_cast<double>(i + 2));
    counted = i + 1;
  }
  std::size_t satisfied = 0;
  double mrr = 0, map = 0, ideal = 0;
  for (std::size_t g = 0; g < n; ++g) {
    ideal += best[g] / std::log2(static_cast<double>(g + 2));
    if (first[g] == 0) continue;
    ++satisfied;
    mrr += 1.0 / static_cast<double>(first[g]);
    map += precisions[g] / static_cast<double>(hits[g]);
  }
  const auto size = static_cast<double>(n);
  return {satisfied != 0 ? 1.0 : 0.0,
          satisfied == n ? 1.0 : 0.0,
          static_cast<double>(satisfied) / size,
          ideal > 0 ? dcg / ideal : 0.0,
          mrr / size,
          map / size};
}

}  // namespace detail

/// Scores the first k documents of a ranking against sufficient sets of evidence.
///
/// Shape:     sets[s][group][alternative]; each measure is the maximum over sets. gain(id) >= 0 is a document's gain
///            in nDCG
/// Undefined: no set, or only empty ones -> zeros; empty groups are ignored; no document with a gain -> nDCG 0
/// Cost:      O(ranking + ids), times log for the ids that are ranked
/// Source:    AutoRAG-Research, evaluation/metrics/retrieval.py, for one set
/// Example:   const evidence_set<int> wanted{{1, 2}, {3}};
///            score_evidence<int>(std::array{7, 1}, {&wanted, 1}, 10)  // any 1, all 0, recall 0.5
template <class Id, class Gain = unit_gain>
[[nodiscard]] evidence_scores score_evidence(std::span<const Id> ranking, std::span<const evidence_set<Id>> sets,
                                             std::size_t k = static_cast<std::size_t>(-1), const Gain& gain = {}) {
  const std::span<const Id> first = ranking.first(std::min(k, ranking.size()));
  const detail::ranked_places<Id> places{first};
  evidence_scores best;
  std::vector<const alternatives<Id>*> wanted;
  for (const evidence_set<Id>& set : sets) {
    wanted.clear();
    for (const alternatives<Id>& group : set) {
      if (!group.empty()) wanted.push_back(&group);
    }
    if (wanted.empty()) continue;
    const evidence_scores one = detail::score_evidence_set<Id>(first, places, wanted, gain);
    best = {std::max(best.any, one.any),   std::max(best.all, one.all), std::max(best.recall, one.recall),
            std::max(best.ndcg, one.ndcg), std::max(best.mrr, one.mrr), std::max(best.map, one.map)};
  }
  return best;
}

/// Returns the sets without the alternatives that change no score of this ranking or of its beginnings.
///
/// Shape: of each group, the ranked alternatives and the first one of the highest gain
/// Cost:  O(ranking + ids)
template <class Id, class Gain = unit_gain>
[[nodiscard]] std::vector<evidence_set<Id>> sets_that_count(std::span<const Id> ranking,
                                                            std::span<const evidence_set<Id>> sets,
                                                            const Gain& gain = {}) {
  const std::unordered_set<Id, detail::id_hasher<Id>> ranked(ranking.begin(), ranking.end());
  std::vector<evidence_set<Id>> out;
  for (const evidence_set<Id>& set : sets) {
    evidence_set<Id>& kept = out.emplace_back(set.size());
    for (std::size_t g = 0; g < set.size(); ++g) {
      double best = -1;
      const Id* of_best = nullptr;
      for (const Id& id : set[g]) {
        if (ranked.count(id) != 0) kept[g].push_back(id);
        if (const double one = gain(id); one > best) std::tie(best, of_best) = std::pair{one, &id};
      }
      if (of_best != nullptr && ranked.count(*of_best) == 0) kept[g].push_back(*of_best);
    }
  }
  return out;
}

}  // namespace mhqa::inline v0_1
