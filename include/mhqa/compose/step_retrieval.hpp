// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Retrieves paragraphs by a decomposition instead of the question: one query per step; merges the steps' hits by score,
// each paragraph once (Geva et al. 2021, Sec. 5.1).
//   auto hits = mhqa::search_steps(searcher, mhqa::step_queries(steps), 10, analyzer);
#pragma once

#include <mhqa/retrieval/bm25_search.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

namespace mhqa::inline v0_1 {

/// The replacement of `#n` in a query.
enum class query_references : std::uint8_t {
  kept,      ///< `#n` itself, as published; an analyzer turns it into a number or nothing
  answered,  ///< the answer to step n, if there is one
  left_out   ///< nothing
};

/// Returns one query per step, without stop words.
///
/// Shape:   steps[n], and for `answered` answers[n - 1] to step n -> n queries, possibly empty
/// Source:  _ir_ora_d and clean_query of StrategyQA's code, which keep `#n`
/// Example: step_queries(std::vector<std::string>{"Who wrote Emma?", "Was #1 a man?"})  // "wrote Emma?", "#1 man?"
[[nodiscard]] std::vector<std::string> step_queries(std::span<const std::string> steps,
                                                    query_references references = query_references::kept,
                                                    std::span<const std::string> answers = {});

/// Merges the hits of all steps: the k best documents, each once with its best score.
///
/// Shape:   lists of hits, one per step -> at most k hits, best first; ties go to the earlier step, then to the earlier
///          hit, as in Python's stable sort
/// Cost:    O(hits log hits)
/// Source:  _ir_ora_d of StrategyQA's code
/// Example: lists {{7, 2.0}, {1, 1.0}} and {{1, 3.0}} with k = 2 give {1, 3.0}, {7, 2.0}
template <std::ranges::input_range Lists>
requires std::convertible_to<std::ranges::range_reference_t<Lists>, std::span<const search_hit>>
[[nodiscard]] std::vector<search_hit> merge_step_hits(const Lists& lists, std::size_t k) {
  std::vector<search_hit> all;
  for (auto&& hits : lists) {  // may be a temporary vector
    const std::span<const search_hit> list{hits};
    all.insert(all.end(), list.begin(), list.end());
  }
  std::stable_sort(all.begin(), all.end(), [](const search_hit& a, const search_hit& b) { return a.score > b.score; });
  std::unordered_set<std::uint32_t> seen;
  std::vector<search_hit> out;
  for (const search_hit& hit : all) {
    if (out.size() == k) break;
    if (seen.insert(hit.document).second) out.push_back(hit);
  }
  return out;
}

/// Searches all queries and returns the k best documents.
///
/// Shape:   the k best hits of each query include the k best of all, so no more are needed
/// Errors:  those of bm25_searcher::search
/// Cost:    one search per query
/// Source:  Geva et al. 2021, Sec. 5.1, "decomposition-based retrieval"
template <class A>
requires analyzer<A, std::string>
[[nodiscard]] std::vector<search_hit> search_steps(bm25_searcher& searcher, std::span<const std::string> queries,
                                                   std::size_t k, A& analyze) {
  std::vector<std::vector<search_hit>> lists;
  for (const std::string& query : queries) {
    const auto hits = searcher.search(query, k, analyze);
    lists.emplace_back(hits.begin(), hits.end());
  }
  return merge_step_hits(lists, k);
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/step_retrieval.ipp>
#endif
