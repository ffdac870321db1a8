// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of bm25_collection.hpp.
#pragma once

#include <mhqa/retrieval/bm25_collection.hpp>

#include <mhqa/retrieval/bm25_list.hpp>

#include <bit>
#include <utility>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE void bm25_run::count_documents() {
  frequency.assign(terms.size(), 0);
  for (const entry& e : entries) ++frequency[e.term];
}

MHQA_INLINE std::span<const std::uint32_t> bm25_block::documents_of(std::size_t term) const noexcept {
  return term + 1 < first.size() ? std::span<const std::uint32_t>{documents.get() + first[term], size_of(term)}
                                 : std::span<const std::uint32_t>{};
}

MHQA_INLINE std::span<const std::uint8_t> bm25_block::counts_of(std::size_t term) const noexcept {
  return term + 1 < first.size() ? std::span<const std::uint8_t>{counts.get() + first[term], size_of(term)}
                                 : std::span<const std::uint8_t>{};
}

MHQA_INLINE void bm25_collection::finish() {
  std::sort(many.begin(), many.end(), [](const bm25_many& a, const bm25_many& b) {
    return a.term != b.term ? a.term < b.term : a.document < b.document;
  });
}

MHQA_INLINE std::span<const bm25_many> bm25_collection::many_of(std::uint32_t term) const noexcept {
  const auto found = std::equal_range(many.begin(), many.end(), bm25_many{term, 0, 0},
                                      [](const bm25_many& a, const bm25_many& b) { return a.term < b.term; });
  return {found.first, found.second};
}

MHQA_INLINE std::vector<std::vector<std::uint32_t>> bm25_collection::number_terms(std::vector<bm25_run>& runs) {
  std::vector<std::vector<std::uint32_t>> ids(runs.size());
  for (std::size_t r = 0; r < runs.size(); ++r) {
    if (terms.size() == 0) {
      std::swap(terms, runs[r].terms);
      continue;
    }
    ids[r].resize(runs[r].terms.size());
    for (std::uint32_t id = 0; id < ids[r].size(); ++id) ids[r][id] = terms.insert(runs[r].terms.name(id)).id;
    runs[r].terms = {};
  }
  return ids;
}

MHQA_INLINE bm25_tables::bm25_tables(const bm25_collection& own, const bm25_model& model, const bm25_statistics& all) {
  const std::size_t documents = own.lengths.size(), terms = own.terms.size();
  first.assign(terms + 1, 0);
  idf.resize(terms);
  absent.resize(terms);
  bounds.resize(terms);
  for (std::size_t id = 0; id < terms; ++id) {
    first[id + 1] = first[id] + list_layout_of(own.frequency[id], documents).size;
    idf[id] = static_cast<float>(
        bm25_inverse_frequency(model.idf, static_cast<double>(all.documents), static_cast<double>(all.frequency[id])));
    absent[id] = static_cast<float>(double{idf[id]} * bm25_saturate(model, 0, 1));
  }
  header.magic = bm25_magic;
  header.version = bm25_version;
  header.byte_order = bm25_byte_order;
  header.documents = documents;
  header.terms = terms;
  header.postings = own.postings;
  header.list_bytes = first.back();
  header.slots = std::bit_ceil(std::uint64_t{terms} * 2 + 1);
  header.name_bytes = own.terms.names().size();
  header.tokens = own.tokens;
  header.many = own.many.size();
  header.k1 = model.k1;
  header.b = model.b;
  header.delta = model.delta;
  header.idf = static_cast<std::uint32_t>(model.idf);
  header.saturation = static_cast<std::uint32_t>(model.saturation);
  header.analyzer = own.analyzer;
  header.all_documents = all.documents;
  header.all_tokens = all.tokens;
  header.first_document = all.first_document;
  const auto places = layout_of(header);
  if (!places) throw_data_error({}, "a BM25 index larger than the address space");
  layout = *places;
  header.size = layout.end;
  const double average = all.documents == 0 ? 0 : static_cast<double>(all.tokens) / static_cast<double>(all.documents);
  weights = bm25_weights{model, average};
  slots.assign(static_cast<std::size_t>(header.slots), no_term);
  const std::size_t mask = slots.size() - 1;
  for (std::uint32_t id = 0; id < terms; ++id) {
    std::size_t slot = term_slot(term_key(own.terms.name(id)), mask);
    while (slots[slot] != no_term) slot = (slot + 1) & mask;
    slots[slot] = id;
  }
}

MHQA_INLINE void expect_model(const bm25_model& model) {
  const auto in = [](double x, double most) { return x >= 0 && x <= most; };
  if (!in(model.k1, 1e6) || !in(model.b, 1) || !in(model.delta, 1e6)) {
    throw_data_error({}, "a BM25 model needs 0 <= k1 <= 1e6, 0 <= b <= 1 and 0 <= delta <= 1e6");
  }
}

}  // namespace mhqa::inline v0_1::detail
