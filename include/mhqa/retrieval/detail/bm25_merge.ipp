// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of bm25_merge.hpp.
#pragma once

#include <mhqa/retrieval/bm25_merge.hpp>

#include <mhqa/error.hpp>

#include <cstddef>
#include <cstdint>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE void expect_alike(std::span<const bm25_view> indexes) {
  if (indexes.empty()) throw_data_error({}, "expected an index to merge, found none");
  for (const bm25_view& one : indexes) {
    if (one.analyzer() != indexes[0].analyzer() || !(one.model() == indexes[0].model())) {
      throw_data_error({}, "expected indexes of one model and one analyzer", errc::mismatch);
    }
    if (one.is_shard()) throw_data_error({}, "expected whole indexes, found a shard of one", errc::mismatch);
  }
}

MHQA_INLINE bm25_run run_of(const bm25_view& index) {
  bm25_run out;
  const std::size_t documents = index.documents();
  std::vector<std::size_t> next(documents + 1, 0);  // the place of each document's next entry
  const auto terms = static_cast<term_id>(index.terms());
  for (term_id term = 0; term < terms; ++term) {
    out.terms.insert(index.name(term));
    index.postings(term).for_each_with_count([&](std::uint32_t document, std::uint32_t) { ++next[document + 1]; });
  }
  for (std::size_t d = 0; d < documents; ++d) next[d + 1] += next[d];
  out.ends.assign(next.begin() + 1, next.end());
  out.entries.resize(next.back());
  for (term_id term = 0; term < terms; ++term) {
    index.postings(term).for_each_with_count([&](std::uint32_t document, std::uint32_t count) {
      out.entries[next[document]++] = {term, count};
    });
  }
  for (std::size_t d = 0; d < documents; ++d) out.lengths.push_back(index.length(d));
  out.count_documents();
  return out;
}

}  // namespace mhqa::inline v0_1::detail
