// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Shards of a BM25 index that are searched apart and score as the whole index: each holds the lists of its own
// documents, and the terms, weights and largest weights of all.
//   auto mine = shard_bm25(std::array{first.view(), second.view()}, 1);   // everywhere
//   merge_hits(hits_of_all_shards, 10);                                   // in one place
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/bm25_build.hpp>
#include <mhqa/retrieval/bm25_collection.hpp>
#include <mhqa/retrieval/bm25_index.hpp>
#include <mhqa/retrieval/bm25_merge.hpp>
#include <mhqa/retrieval/bm25_search.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

/// The terms of all indexes, in the order of the index that merge_bm25() makes of them.
struct bm25_shard_terms {
  std::vector<std::uint32_t> frequency;         // documents of all indexes that contain it
  std::vector<std::vector<std::uint32_t>> ids;  // by index and its term: the number among all
  bm25_statistics all;

  /// Adds the terms to an empty vocabulary.
  bm25_shard_terms(std::span<const bm25_view> indexes, std::size_t which, vocabulary& terms);
};

}  // namespace detail

/// Returns the shard of indexes[which]: its documents, with the statistics of all indexes.
///
/// Shape:  a search numbers documents from 0; add first_document() for the number in merge_bm25(indexes), whose scores,
///         to the bit, it returns
/// Errors: as merge_bm25(); usage_error unless which < indexes.size()
/// Cost:   O(postings of all), as the largest weights depend on the mean length; memory: about 20 bytes per posting of
///         indexes[which], and the terms of all
template <class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] bm25_index shard_bm25(std::span<const bm25_view> indexes, std::size_t which, E&& exec = {}) {
  detail::expect_alike(indexes);
  if (which >= indexes.size()) throw_usage_error("mhqa::shard_bm25: expected the number of one of the indexes");
  detail::bm25_collection own;
  own.analyzer = indexes[which].analyzer();
  const detail::bm25_shard_terms terms{indexes, which, own.terms};
  std::vector<detail::bm25_run> runs;
  runs.push_back(detail::run_of(indexes[which]));
  const detail::bm25_block block = own.add_runs(runs, exec);
  own.finish();
  detail::bm25_tables tables{own, indexes[which].model(), terms.all};
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    if (i == which) continue;
    constexpr std::size_t grain = 16;
    for_each_chunk(exec, indexes[i].terms(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t local = begin; local < end; ++local) {
        const std::uint32_t id = terms.ids[i][local];
        float& bound = tables.bounds[id];
        const detail::term_weight weight{tables.idf[id], tables.absent[id]};
        indexes[i].postings(static_cast<term_id>(local)).for_each_with_count([&](std::uint32_t d, std::uint32_t count) {
          bound = std::max(bound, tables.weights(weight, count, indexes[i].length(d)));
        });
      }
    });
  }
  return bm25_builder::build(own, block, tables, exec);
}

/// Puts the hits of one query, those of each shard's best k after those of the shard before it, into the order of a
/// search of the whole index, and keeps the best k.
///
/// Shape:  a Hit has a member `score`. Equal scores are in the order of the documents, as in the whole index (with
///         bm25l and bm25_plus, whose sums get a last addend, sums that only this makes equal may swap)
template <class Hit>
void merge_hits(std::vector<Hit>& hits, std::size_t k) {
  std::stable_sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.score > b.score; });
  if (hits.size() > k) hits.erase(hits.begin() + static_cast<std::ptrdiff_t>(k), hits.end());
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/retrieval/detail/bm25_shard.ipp>
#endif
