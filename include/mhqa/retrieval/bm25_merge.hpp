// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Joins BM25 indexes: shards that were built apart, or an index and new documents.
//   merge_bm25(std::array{old_index.view(), new_index.view()});
#pragma once

#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/bm25_build.hpp>
#include <mhqa/retrieval/bm25_collection.hpp>
#include <mhqa/retrieval/bm25_index.hpp>

#include <span>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

/// Fails unless there is an index, and all are whole indexes of one model and one analyzer.
void expect_alike(std::span<const bm25_view> indexes);

/// Returns the documents of an index as they were read: each one's terms with their counts.
[[nodiscard]] bm25_run run_of(const bm25_view& index);

}  // namespace detail

/// Joins indexes: the documents of the second are numbered after those of the first, and so on.
///
/// Shape:  the bytes are those of one index that was built over all documents in this order
/// Errors: data_error for no index, for indexes of other models or analyzers, for shards (bm25_shard.hpp), and for more
///         than 2^32 - 2 documents
/// Cost:   O(postings); memory: about 20 bytes per posting while it runs
template <class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] bm25_index merge_bm25(std::span<const bm25_view> indexes, E&& exec = {}) {
  detail::expect_alike(indexes);
  detail::bm25_collection all;
  all.analyzer = indexes[0].analyzer();
  std::vector<detail::bm25_run> runs;
  for (const bm25_view& one : indexes) runs.push_back(detail::run_of(one));
  const detail::bm25_block block = all.add_runs(runs, exec);
  all.finish();
  return bm25_builder::build(all, block, indexes[0].model(), exec);
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/retrieval/detail/bm25_merge.ipp>
#endif
