// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A BM25 index is one block of bytes, the same in memory, in a file and when searched. bm25_index owns such a block,
// bm25_view reads one that it does not own, and check_bm25 validates untrusted bytes. bm25_layout.hpp describes the
// block.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/retrieval/bm25_layout.hpp>
#include <mhqa/retrieval/bm25_model.hpp>
#include <mhqa/retrieval/vocabulary.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace mhqa {
inline namespace v0_1 {

/// A term's number in an index, in order of first occurrence in the corpus.
using term_id = std::uint32_t;

class bm25_view;

/// The documents that contain a term, ascending.
class posting_list {
 public:
  [[nodiscard]] std::span<const posting> all() const noexcept { return all_; }
  [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }

  /// Returns the weight of a document; 0 if it does not contain the term.
  /// Cost: O(log size); O(1) if more than one document in sixteen contains the term
  [[nodiscard]] float weight_of(std::uint32_t document) const noexcept {
    if (bitmap_ != nullptr) {
      const std::size_t word = document / 64;
      const std::uint64_t bit = std::uint64_t{1} << (document % 64U);
      if ((bitmap_[word] & bit) == 0) return 0;
      return all_[before_[word] + static_cast<std::size_t>(std::popcount(bitmap_[word] & (bit - 1)))].weight;
    }
    const auto at = std::ranges::lower_bound(all_, document, {}, &posting::document);
    return at == all_.end() || at->document != document ? 0 : at->weight;
  }

 private:
  friend class bm25_view;
  friend parsed<bm25_view> check_bm25(std::span<const std::byte> bytes);

  explicit posting_list(std::span<const posting> all) : all_{all} {}

  std::span<const posting> all_;
  const std::uint64_t* bitmap_ = nullptr;  // a bit per document, or null
  const std::uint32_t* before_ = nullptr;  // postings before each word of the bitmap
};

/// A read-only index over bytes that it does not own; cheap to copy, thread-safe.
class bm25_view {
 public:
  bm25_view() = default;

  [[nodiscard]] std::size_t documents() const noexcept { return static_cast<std::size_t>(header_.documents); }
  [[nodiscard]] std::size_t terms() const noexcept { return static_cast<std::size_t>(header_.terms); }
  [[nodiscard]] std::size_t postings() const noexcept { return static_cast<std::size_t>(header_.postings); }
  /// The mean number of terms per document, repeats counted; 0 without documents.
  [[nodiscard]] double average_length() const noexcept {
    return header_.documents == 0 ? 0 : static_cast<double>(header_.tokens) / static_cast<double>(header_.documents);
  }
  /// Returns the number of terms in a document, repeats counted. Requires: document < documents()
  [[nodiscard]] std::uint32_t length(std::size_t document) const noexcept {
    MHQA_EXPECTS(document < documents(), "mhqa::bm25_view::length: the document is out of range");
    return at<std::uint32_t>(layout_.lengths)[document];
  }
  [[nodiscard]] bm25_model model() const noexcept {
    return {header_.k1, header_.b, static_cast<bm25_idf>(header_.idf), static_cast<bm25_saturation>(header_.saturation),
            header_.delta};
  }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

  /// Returns the number of a term, if any document contains it.
  [[nodiscard]] std::optional<term_id> find(std::string_view term) const noexcept {
    if (header_.slots == 0) return std::nullopt;
    const std::size_t mask = static_cast<std::size_t>(header_.slots) - 1;
    for (std::size_t slot = detail::term_slot(detail::term_key(term), mask);; slot = (slot + 1) & mask) {
      const std::uint32_t id = at<std::uint32_t>(layout_.slots)[slot];
      if (id == detail::no_term) return std::nullopt;
      if (name(id) == term) return id;
    }
  }
  /// Returns the text of a term. Requires: term < terms()
  [[nodiscard]] std::string_view name(term_id term) const noexcept {
    MHQA_EXPECTS(term < terms(), "mhqa::bm25_view::name: the term is out of range");
    const std::uint64_t* const first = at<std::uint64_t>(layout_.name_first) + term;
    return {at<char>(layout_.names) + first[0], static_cast<std::size_t>(first[1] - first[0])};
  }
  /// Returns the documents that contain a term. Requires: term < terms()
  [[nodiscard]] posting_list postings(term_id term) const noexcept {
    MHQA_EXPECTS(term < terms(), "mhqa::bm25_view::postings: the term is out of range");
    const std::uint64_t* const first = at<std::uint64_t>(layout_.first) + term;
    const auto count = static_cast<std::size_t>(first[1] - first[0]);
    posting_list list{{at<posting>(layout_.postings) + first[0], count}};
    if (count * detail::bm25_sparse > documents()) {
      const std::uint32_t* const dense = at<std::uint32_t>(layout_.dense);
      const std::uint32_t* const end = dense + header_.dense;
      const std::uint32_t* const found = std::lower_bound(dense, end, term);
      if (found != end && *found == term) {
        list.bitmap_ = bitmap(static_cast<std::size_t>(found - dense));
        list.before_ = reinterpret_cast<const std::uint32_t*>(list.bitmap_ + detail::bitmap_words(documents()));
      }
    }
    return list;
  }
  /// Returns the largest weight among a term's postings. Requires: term < terms()
  [[nodiscard]] float bound(term_id term) const noexcept {
    MHQA_EXPECTS(term < terms(), "mhqa::bm25_view::bound: the term is out of range");
    return at<float>(layout_.bounds)[term];
  }
  /// Returns the term's weight in documents that do not contain it. Requires: term < terms()
  [[nodiscard]] float absent_weight(term_id term) const noexcept {
    MHQA_EXPECTS(term < terms(), "mhqa::bm25_view::absent_weight: the term is out of range");
    return at<float>(layout_.absent)[term];
  }

 private:
  [[nodiscard]] const std::uint64_t* bitmap(std::size_t number) const noexcept {
    const auto size = static_cast<std::size_t>(detail::bitmap_bytes(header_.documents));
    return at<std::uint64_t>(layout_.bitmaps + number * size);
  }

  friend class bm25_index;
  friend struct bm25_builder;
  friend parsed<bm25_view> check_bm25(std::span<const std::byte> bytes);

  bm25_view(std::span<const std::byte> bytes, const detail::bm25_header& header, const detail::bm25_layout& layout)
      : bytes_{bytes}, header_{header}, layout_{layout} {}

  template <class T>
  [[nodiscard]] const T* at(std::size_t offset) const noexcept {
    return reinterpret_cast<const T*>(bytes_.data() + offset);
  }

  std::span<const std::byte> bytes_;
  detail::bm25_header header_{};
  detail::bm25_layout layout_{};
};

/// An index that owns its block. Immutable; copies share storage.
class bm25_index {
 public:
  bm25_index() = default;
  // Moving copies, so that a moved-from index keeps a valid view.
  bm25_index(const bm25_index&) = default;
  bm25_index& operator=(const bm25_index&) = default;

  [[nodiscard]] const bm25_view& view() const& noexcept { return view_; }
  const bm25_view& view() const&& = delete;
  operator const bm25_view&() const& noexcept { return view_; }  // NOLINT: an index converts to its view
  operator const bm25_view&() const&& = delete;
  /// The bytes to save; check_bm25 reads them back. Independent of the number of threads that built the index.
  [[nodiscard]] std::span<const std::byte> bytes() const& noexcept { return view_.bytes(); }
  std::span<const std::byte> bytes() const&& = delete;

 private:
  friend struct bm25_builder;

  // Allocates the block and zeroes the sections before the postings.
  explicit bm25_index(detail::bm25_header header) {
    const auto layout = detail::layout_of(header);
    if (!layout) throw_data_error({}, "a BM25 index larger than the address space");
    header.size = layout->end;
    block_ = std::shared_ptr<std::byte[]>(new std::byte[layout->end]);
    // The postings, by far the largest section, are written completely and need no zeros.
    std::memset(block_.get(), 0, layout->postings);
    std::memcpy(block_.get(), &header, sizeof header);
    view_ = bm25_view{{block_.get(), layout->end}, header, *layout};
  }

  template <class T>
  [[nodiscard]] T* at(std::size_t offset) const noexcept {
    return reinterpret_cast<T*>(block_.get() + offset);
  }

  std::shared_ptr<std::byte[]> block_;
  bm25_view view_;
};

/// Validates a block of untrusted bytes and returns a view of it.
///
/// Shape:  bytes of bm25_index::bytes(), aligned to 8 as mapped files are; the view points into them
/// Errors: `expected` names the header's field or the section, `position` is its byte. No accepted bytes can make a
///         search read out of bounds or loop forever
/// Cost:   O(bytes): about 15 ms for 100 MB
[[nodiscard]] inline parsed<bm25_view> check_bm25(std::span<const std::byte> bytes) {
  const auto wrong = [](std::string_view expected, std::size_t position) {
    return not_parsed<bm25_view>(expected, position);
  };
  detail::bm25_header header{};
  if (bytes.size() < sizeof header) return wrong("the header of a BM25 index", bytes.size());
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % 8 != 0) return wrong("bytes at a multiple of 8", 0);
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != detail::bm25_magic) return wrong("\"mhqaBM25\"", 0);
  if (header.byte_order != detail::bm25_byte_order) return wrong("the byte order of this machine", 12);
  if (header.version != detail::bm25_version) return wrong("version 1 of the BM25 index", 8);
  if (header.size != bytes.size()) return wrong("as many bytes as the header says", 16);
  if (header.documents >= detail::no_term) return wrong("fewer than 2^32 - 1 documents", 24);
  const auto layout = detail::layout_of(header);
  if (!layout || layout->end != bytes.size()) return wrong("counts that add up to the size", 32);
  if (!std::has_single_bit(header.slots) || header.slots <= header.terms) return wrong("more slots than terms", 48);
  const auto number = [](double x) { return std::isfinite(x) && x >= 0; };
  if (!number(header.k1) || !number(header.b) || header.b > 1 || !number(header.delta) ||
      header.idf > static_cast<std::uint32_t>(bm25_idf::pisa) ||
      header.saturation > static_cast<std::uint32_t>(bm25_saturation::bm25_plus)) {
    return wrong("a BM25 model", 80);
  }
  const bm25_view view{bytes, header, *layout};
  const auto ascending = [&](std::size_t section, std::uint64_t last) {
    const std::uint64_t* const first = view.at<std::uint64_t>(section);
    return first[0] == 0 && first[header.terms] == last && std::is_sorted(first, first + header.terms + 1);
  };
  if (!ascending(layout->first, header.postings)) return wrong("ascending places of postings", layout->first);
  if (!ascending(layout->name_first, header.name_bytes)) return wrong("ascending places of terms", layout->name_first);
  const std::uint32_t* const slots = view.at<std::uint32_t>(layout->slots);
  bool empty = false;
  for (std::uint64_t i = 0; i < header.slots; ++i) {
    if (slots[i] == detail::no_term)
      empty = true;
    else if (slots[i] >= header.terms)
      return wrong("the number of a term", layout->slots + 4 * i);
  }
  if (!empty) return wrong("an empty slot", layout->slots);
  const std::uint32_t* const dense = view.at<std::uint32_t>(layout->dense);
  for (std::size_t i = 0; i < header.dense; ++i) {
    if (dense[i] >= header.terms || (i > 0 && dense[i - 1] >= dense[i])) {
      return wrong("ascending numbers of terms", layout->dense + 4 * i);
    }
  }
  const posting* const postings = view.at<posting>(layout->postings);
  std::uint64_t tokens = 0;
  for (std::size_t d = 0; d < header.documents; ++d) tokens += view.length(d);
  if (tokens != header.tokens) return wrong("lengths that add up to the number of terms", layout->lengths);
  for (term_id term = 0; term < header.terms; ++term) {
    const float bound = view.bound(term);
    if (!number(double{bound})) return wrong("a weight", layout->bounds + 4 * std::size_t{term});
    if (!number(double{view.absent_weight(term)})) return wrong("a weight", layout->absent + 4 * std::size_t{term});
    const posting_list list = view.postings(term);
    const auto place = layout->postings + sizeof(posting) * static_cast<std::size_t>(list.all().data() - postings);
    bool good = list.size() == 0 || list.all().back().document < header.documents;
    for (std::size_t i = 1; i < list.size(); ++i) good &= list.all()[i - 1].document < list.all()[i].document;
    if (!good) return wrong("ascending documents", place);
    for (const posting& p : list.all()) good &= (p.weight > 0 || bound == 0) && p.weight >= 0 && p.weight <= bound;
    if (!good) return wrong("weights above 0, up to the term's largest", place);
    if (list.bitmap_ == nullptr) continue;
    std::size_t before = 0;
    for (std::size_t word = 0; word < detail::bitmap_words(header.documents); ++word) {
      good &= list.before_[word] == before;
      before += static_cast<std::size_t>(std::popcount(list.bitmap_[word]));
    }
    for (const posting& p : list.all()) good &= (list.bitmap_[p.document / 64] >> (p.document % 64U) & 1U) != 0;
    if (!good || before != list.size()) return wrong("a bitmap of the term's documents", place);
  }
  return {view, {}, 0};
}

}  // namespace v0_1
}  // namespace mhqa
