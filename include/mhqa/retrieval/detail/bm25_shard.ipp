// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of bm25_shard.hpp.
#pragma once

#include <mhqa/retrieval/bm25_shard.hpp>

#include <mhqa/error.hpp>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE bm25_shard_terms::bm25_shard_terms(std::span<const bm25_view> indexes, std::size_t which,
                                               vocabulary& terms) {
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    const bm25_view& index = indexes[i];
    if (i == which) all.first_document = all.documents;
    all.documents += index.documents();
    for (std::size_t d = 0; d < index.documents(); ++d) all.tokens += index.length(d);
    std::vector<std::uint32_t>& numbers = ids.emplace_back();
    for (std::size_t local = 0; local < index.terms(); ++local) {
      const auto term = static_cast<term_id>(local);
      numbers.push_back(terms.insert(index.name(term)).id);
      frequency.resize(terms.size());
      frequency[numbers.back()] += static_cast<std::uint32_t>(index.postings(term).size());
    }
  }
  if (all.documents >= no_term) throw_data_error({}, "more than 2^32 - 2 documents");
  all.frequency = frequency;
}

}  // namespace mhqa::inline v0_1::detail
