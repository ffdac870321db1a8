// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of bm25_index.hpp.
#pragma once

#include <mhqa/retrieval/bm25_index.hpp>

#include <mhqa/retrieval/vocabulary.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::uint32_t bm25_view::length(std::size_t document) const noexcept {
  MHQA_EXPECTS(document < documents(), "mhqa::bm25_view::length: the document is out of range");
  return at<std::uint32_t>(layout_.lengths)[document];
}

MHQA_INLINE bm25_model bm25_view::model() const noexcept {
  return {header_.k1, header_.b, static_cast<bm25_idf>(header_.idf), static_cast<bm25_saturation>(header_.saturation),
          header_.delta};
}

MHQA_INLINE std::optional<term_id> bm25_view::find(std::string_view term) const noexcept {
  if (header_.slots == 0) return std::nullopt;
  const std::size_t mask = static_cast<std::size_t>(header_.slots) - 1;
  std::size_t slot = detail::term_slot(detail::term_key(term), mask);
  for (std::size_t tried = 0; tried <= mask; ++tried, slot = (slot + 1) & mask) {
    const std::uint32_t id = at<std::uint32_t>(layout_.slots)[slot];
    if (id >= terms()) return std::nullopt;  // no_term, if nobody has changed it
    if (name(id) == term) return id;
  }
  return std::nullopt;
}

MHQA_INLINE std::string_view bm25_view::name(term_id term) const noexcept {
  MHQA_EXPECTS(term < terms(), "mhqa::bm25_view::name: the term is out of range");
  const std::uint64_t* const first = at<std::uint64_t>(layout_.name_first) + term;
  const std::uint64_t end = std::min<std::uint64_t>(first[1], header_.name_bytes), begin = std::min(first[0], end);
  return {at<char>(layout_.names) + begin, static_cast<std::size_t>(end - begin)};
}

MHQA_INLINE posting_list bm25_view::postings(term_id term) const noexcept {
  MHQA_EXPECTS(term < terms(), "mhqa::bm25_view::postings: the term is out of range");
  std::span<const detail::bm25_many> many;
  if (header_.many != 0) {
    const auto* const all = at<detail::bm25_many>(layout_.many);
    const auto found = std::equal_range(all, all + header_.many, detail::bm25_many{term, 0, 0},
                                        [](const auto& a, const auto& b) { return a.term < b.term; });
    many = {found.first, found.second};
  }
  std::uint64_t size = std::min<std::uint64_t>(at<std::uint32_t>(layout_.frequency)[term], header_.documents);
  std::uint64_t place = at<std::uint64_t>(layout_.first)[term];
  const std::uint64_t needs = detail::list_layout_of(size, header_.documents).size;
  if (place % 8 != 0 || place > header_.list_bytes || needs > header_.list_bytes - place) place = size = 0;
  return {bytes_.data() + layout_.lists + place,
          static_cast<std::size_t>(size),
          header_.documents,
          bound(term),
          {at<float>(layout_.idf)[term], absent_weight(term)},
          *weights_,
          at<std::uint32_t>(layout_.lengths),
          many};
}

MHQA_INLINE float bm25_view::bound(term_id term) const noexcept {
  MHQA_EXPECTS(term < terms(), "mhqa::bm25_view::bound: the term is out of range");
  return at<float>(layout_.bounds)[term];
}

MHQA_INLINE float bm25_view::absent_weight(term_id term) const noexcept {
  MHQA_EXPECTS(term < terms(), "mhqa::bm25_view::absent_weight: the term is out of range");
  return at<float>(layout_.absent)[term];
}

MHQA_INLINE bm25_view::bm25_view(std::span<const std::byte> bytes, const detail::bm25_header& header,
                                 const detail::bm25_layout& layout)
    : bytes_{bytes}, header_{header}, layout_{layout} {
  weights_ = std::make_shared<const detail::bm25_weights>(model(), average_length(), shortest());
}

MHQA_INLINE std::uint32_t bm25_view::shortest() const noexcept {
  std::uint32_t least = detail::no_term;
  for (std::size_t d = 0; d < documents(); ++d) least = std::min(least, length(d) == 0 ? least : length(d));
  return least;
}

MHQA_INLINE bm25_index::bm25_index(const detail::bm25_header& header) {
  const auto layout = detail::layout_of(header);
  if (!layout) throw_data_error({}, "a BM25 index larger than the address space");
  block_ = std::shared_ptr<std::byte[]>(new std::byte[layout->end]());
  std::memcpy(block_.get(), &header, sizeof header);
  view_ = bm25_view{{block_.get(), layout->end}, header, *layout};
}

MHQA_INLINE bm25_checker::result bm25_checker::check(std::span<const std::byte> bytes) {
  detail::bm25_header header{};
  if (bytes.size() < sizeof header) return wrong("the header of a BM25 index", bytes.size());
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % 8 != 0) return wrong("bytes at a multiple of 8", 0);
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != detail::bm25_magic) return wrong("\"mhqaBM25\"", 0);
  if (header.byte_order != detail::bm25_byte_order) return wrong("the byte order of this machine", 12);
  if (header.version != detail::bm25_version) return wrong("version 5 of the BM25 index", 8);
  if (header.size != bytes.size()) return wrong("as many bytes as the header says", 16);
  if (header.documents >= detail::no_term) return wrong("fewer than 2^32 - 1 documents", 24);
  const auto layout = detail::layout_of(header);
  if (!layout || layout->end != bytes.size()) return wrong("counts that add up to the size", 32);
  if (header.all_documents >= detail::no_term || header.documents > header.all_documents ||
      header.first_document > header.all_documents - header.documents || header.tokens > header.all_tokens ||
      (header.documents == header.all_documents && header.tokens != header.all_tokens)) {
    return wrong("documents of a whole index", 128);
  }
  if (!std::has_single_bit(header.slots) || header.slots <= header.terms) return wrong("more slots than terms", 56);
  if (!number(header.k1) || !number(header.b) || header.b > 1 || !number(header.delta) ||
      header.idf > static_cast<std::uint32_t>(bm25_idf::pisa) ||
      header.saturation > static_cast<std::uint32_t>(bm25_saturation::bm25_plus)) {
    return wrong("a BM25 model", 88);
  }
  const bm25_view view{bytes, header, *layout};
  if (result bad = tables(view); !bad.expected.empty()) return bad;
  if (result bad = large_counts(view); !bad.expected.empty()) return bad;
  for (term_id term = 0; term < header.terms; ++term) {
    const posting_list list = view.postings(term);
    const std::string_view problem = problem_of(list, header.documents);
    if (!problem.empty()) {
      return wrong(problem, layout->lists + static_cast<std::size_t>(view.at<std::uint64_t>(layout->first)[term]));
    }
  }
  return {view, {}, 0};
}

MHQA_INLINE bm25_checker::result bm25_checker::tables(const bm25_view& view) {
  const detail::bm25_header& header = view.header_;
  const detail::bm25_layout& layout = view.layout_;
  const std::uint64_t* const names = view.at<std::uint64_t>(layout.name_first);
  if (names[0] != 0 || names[header.terms] != header.name_bytes || !std::is_sorted(names, names + header.terms + 1)) {
    return wrong("ascending places of terms", layout.name_first);
  }
  const std::uint32_t* const slots = view.at<std::uint32_t>(layout.slots);
  bool empty = false;
  for (std::uint64_t i = 0; i < header.slots; ++i) {
    if (slots[i] == detail::no_term)
      empty = true;
    else if (slots[i] >= header.terms)
      return wrong("the number of a term", layout.slots + 4 * static_cast<std::size_t>(i));
  }
  if (!empty) return wrong("an empty slot", layout.slots);
  std::uint64_t tokens = 0;
  for (std::size_t d = 0; d < header.documents; ++d) tokens += view.length(d);
  if (tokens != header.tokens) return wrong("lengths that add up to the number of terms", layout.lengths);
  const std::uint64_t* const first = view.at<std::uint64_t>(layout.first);
  const std::uint32_t* const frequency = view.at<std::uint32_t>(layout.frequency);
  std::uint64_t postings = 0, at = 0;
  for (std::size_t term = 0; term < header.terms; ++term) {
    if ((frequency[term] == 0 && !view.is_shard()) || frequency[term] > header.documents) {
      return wrong("a number of documents", layout.frequency + 4 * term);
    }
    if (first[term] != at) return wrong("the place of a list", layout.first + 8 * term);
    at += detail::list_layout_of(frequency[term], header.documents).size;
    if (at > header.list_bytes) return wrong("the place of a list", layout.first + 8 * term);
    postings += frequency[term];
    if (!number(double{view.at<float>(layout.idf)[term]})) return wrong("a weight", layout.idf + 4 * term);
    if (!number(double{view.at<float>(layout.absent)[term]})) return wrong("a weight", layout.absent + 4 * term);
    if (!number(double{view.at<float>(layout.bounds)[term]})) return wrong("a weight", layout.bounds + 4 * term);
  }
  if (first[header.terms] != at || at != header.list_bytes) return wrong("lists that fill their section", layout.first);
  if (postings != header.postings) return wrong("lists that add up to the number of postings", 40);
  return {view, {}, 0};
}

MHQA_INLINE bm25_checker::result bm25_checker::large_counts(const bm25_view& view) {
  const auto* const many = view.at<detail::bm25_many>(view.layout_.many);
  for (std::size_t i = 0; i < view.header_.many; ++i) {
    const bool ascends = i == 0 || many[i - 1].term < many[i].term ||
                         (many[i - 1].term == many[i].term && many[i - 1].document < many[i].document);
    if (!ascends || many[i].count < detail::many_count) {
      return wrong("ascending counts above 254", view.layout_.many + sizeof *many * i);
    }
  }
  return {view, {}, 0};
}

MHQA_INLINE std::string_view bm25_checker::problem_of(const posting_list& list, std::uint64_t documents) noexcept {
  const detail::list_layout& layout = list.layout_;
  const std::size_t size = list.size_;
  if (size == 0) return {};  // a term of other shards
  bool good = true;
  std::size_t seen = 0;
  switch (layout.kind) {
    case detail::list_kind::dense:
      for (std::uint64_t word = 0; word < layout.units; ++word) {
        good &= list.before_[word] == seen;
        seen += static_cast<std::size_t>(std::popcount(list.bits_[word]));
      }
      if (documents % 64 != 0) good &= (list.bits_[layout.units - 1] >> (documents % 64)) == 0;
      if (!good || seen != size) return "a bit for each of the term's documents";
      break;
    case detail::list_kind::narrow:
      if (list.before_[0] != 0 || list.before_[layout.units] != size) return "ascending places of documents";
      for (std::uint64_t run = 0; run < layout.units; ++run) {
        if (list.before_[run] > list.before_[run + 1]) return "ascending places of documents";
      }
      for (std::uint64_t run = 0; run < layout.units; ++run) {
        const std::size_t begin = list.before_[run], end = list.before_[run + 1];
        for (std::size_t i = begin + 1; i < end; ++i) good &= list.narrow_[i - 1] < list.narrow_[i];
        if (end > begin) {
          good &=
              list.narrow_[end - 1] <= list.run_mask() && (run << layout.run_bits) + list.narrow_[end - 1] < documents;
        }
      }
      if (!good) return "ascending documents";
      break;
    case detail::list_kind::wide:
      for (std::size_t i = 1; i < size; ++i) good &= list.wide_[i - 1] < list.wide_[i];
      if (!good || list.wide_[size - 1] >= documents) return "ascending documents";
      break;
  }
  for (std::size_t i = 0; i < size; ++i) good &= list.counts_[i] != 0;
  if (!good) return "counts above 0";
  for (std::uint64_t block = 0; block < layout.blocks; ++block) {
    good &= list.maxima_[block] >= 0 && list.maxima_[block] <= list.bound_;  // false for NaN
  }
  return good ? std::string_view{} : "weights from 0 to the term's largest";
}

MHQA_INLINE parsed<bm25_view> check_bm25(std::span<const std::byte> bytes) {
  return bm25_checker::check(bytes);
}

}  // namespace mhqa::inline v0_1
