// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds a BM25 index in memory; the bytes do not depend on the number of tasks. io/search_index_builder.hpp builds the
// same bytes from a corpus that does not fit into memory.
//   auto index = mhqa::build_bm25(paragraphs, mhqa::bm25_models::lucene, mhqa::musique_analyzer{}, pool);
#pragma once

#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/analyzer.hpp>
#include <mhqa/retrieval/bm25_collection.hpp>
#include <mhqa/retrieval/bm25_index.hpp>
#include <mhqa/retrieval/bm25_list.hpp>
#include <mhqa/retrieval/bm25_model.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <string_view>
#include <type_traits>

namespace mhqa::inline v0_1 {

/// The implementation of build_bm25.
struct bm25_builder {
  template <class E>
  static bm25_index build(const detail::bm25_collection& all, const detail::bm25_block& block, const bm25_model& model,
                          E& exec) {
    detail::bm25_tables tables{all, model};
    return build(all, block, tables, exec);
  }

  /// \overload With tables whose `bounds` are 0, or at least the largest weights of other shards.
  template <class E>
  static bm25_index build(const detail::bm25_collection& all, const detail::bm25_block& block,
                          detail::bm25_tables& tables, E& exec) {
    bm25_index index{tables.header};
    constexpr std::size_t grain = 16;  // the first terms are the frequent ones
    for_each_chunk(exec, all.terms.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t id = begin; id < end; ++id) {
        tables.bounds[id] = std::max(
            tables.bounds[id],
            detail::write_list(index.at<std::byte>(tables.layout.lists + static_cast<std::size_t>(tables.first[id])),
                               detail::list_layout_of(all.frequency[id], all.lengths.size()), block.documents_of(id),
                               block.counts_of(id), {tables.idf[id], tables.absent[id]}, tables.weights,
                               all.lengths.data(), all.many_of(static_cast<std::uint32_t>(id))));
      }
    });
    tables.for_each_section(all, [&](std::size_t offset, std::string_view bytes) {
      if (!bytes.empty()) std::memcpy(index.at<char>(offset), bytes.data(), bytes.size());
    });
    index.view_ = bm25_view{index.view_.bytes_, tables.header, tables.layout};  // it notes the shortest length
    return index;
  }
};

/// Builds an index over documents, which are numbered from 0 in their order.
///
/// Shape:   n documents, of any type that the analyzer accepts -> an index; an empty document is never a hit
/// Errors:  data_error if k1, b or delta is negative or not finite, if b > 1, or for more than 2^32 - 2 documents,
///          terms, or terms in one document; exceptions of the analyzer propagate
/// Cost:    O(text); memory: about 3 bytes per posting in the index, 13 more while building
/// Source:  the weights are those of bm25s, to the bit for the models lucene, pyserini, bm25s and robertson
/// Example: auto index = build_bm25(std::vector<std::string>{"red fox", "red hen"}); index.view().documents() == 2
template <indexed_range Documents, class A = musique_analyzer, class E = serial_executor>
requires analyzer<A, std::ranges::range_value_t<Documents>> && executor<std::remove_reference_t<E>>
[[nodiscard]] bm25_index build_bm25(const Documents& documents, const bm25_model& model = bm25_models::bm25s,
                                    const A& analyze = {}, E&& exec = {}) {
  detail::expect_model(model);
  detail::bm25_collection all;
  const detail::bm25_block block = all.add(documents, analyze, exec);
  all.finish();
  return bm25_builder::build(all, block, model, exec);
}

}  // namespace mhqa::inline v0_1
