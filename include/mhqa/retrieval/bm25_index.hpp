// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A BM25 index is one block of bytes, the same in memory, in a file and when searched. bm25_index owns such a block,
// bm25_view reads one that it does not own, and check_bm25 validates untrusted bytes. bm25_layout.hpp describes the
// block.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/retrieval/bm25_layout.hpp>
#include <mhqa/retrieval/bm25_list.hpp>
#include <mhqa/retrieval/bm25_model.hpp>
#include <mhqa/retrieval/bm25_weights.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace mhqa::inline v0_1 {

/// A term's number in an index, in order of first occurrence in the corpus.
using term_id = std::uint32_t;

/// A read-only index over bytes that it does not own; cheap to copy, thread-safe. Where another process changes the
/// bytes after check_bm25, as those of a mapped file, a search may find anything, but it ends and stays in its bounds.
class bm25_view {
 public:
  bm25_view() = default;

  [[nodiscard]] std::size_t documents() const noexcept { return static_cast<std::size_t>(header_.documents); }
  /// Returns true for a shard of a whole index (bm25_shard.hpp) that has not all of its documents.
  [[nodiscard]] bool is_shard() const noexcept { return header_.documents != header_.all_documents; }
  /// Returns the number that the first document has in the whole index; 0 unless this is a shard.
  [[nodiscard]] std::uint64_t first_document() const noexcept { return header_.first_document; }
  [[nodiscard]] std::size_t terms() const noexcept { return static_cast<std::size_t>(header_.terms); }
  [[nodiscard]] std::size_t postings() const noexcept { return static_cast<std::size_t>(header_.postings); }
  /// The mean number of terms per document, repeats counted; 0 without documents. Of a shard, that of the whole index.
  [[nodiscard]] double average_length() const noexcept {
    return header_.all_documents == 0
               ? 0
               : static_cast<double>(header_.all_tokens) / static_cast<double>(header_.all_documents);
  }
  /// Returns the number of terms in a document, repeats counted. Requires: document < documents()
  [[nodiscard]] std::uint32_t length(std::size_t document) const noexcept;
  [[nodiscard]] bm25_model model() const noexcept;
  /// Returns analyzer_key() of the analyzer that made the terms.
  [[nodiscard]] std::uint64_t analyzer() const noexcept { return header_.analyzer; }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

  /// Returns the number of a term, if any document contains it.
  [[nodiscard]] std::optional<term_id> find(std::string_view term) const noexcept;
  /// Returns the text of a term. Requires: term < terms()
  [[nodiscard]] std::string_view name(term_id term) const noexcept;
  /// Returns the documents that contain a term, valid as long as the view. Requires: term < terms()
  [[nodiscard]] posting_list postings(term_id term) const noexcept;
  /// Returns the largest weight among a term's postings, of a shard those of the whole index. Requires: term < terms()
  [[nodiscard]] float bound(term_id term) const noexcept;
  /// Returns the term's weight in documents that do not contain it. Requires: term < terms()
  [[nodiscard]] float absent_weight(term_id term) const noexcept;

 private:
  friend class bm25_index;
  friend struct bm25_builder;
  friend struct bm25_checker;

  bm25_view(std::span<const std::byte> bytes, const detail::bm25_header& header, const detail::bm25_layout& layout);

  [[nodiscard]] std::uint32_t shortest() const noexcept;

  template <class T>
  [[nodiscard]] const T* at(std::size_t offset) const noexcept {
    return reinterpret_cast<const T*>(bytes_.data() + offset);
  }

  std::span<const std::byte> bytes_;
  detail::bm25_header header_{};
  detail::bm25_layout layout_{};
  std::shared_ptr<const detail::bm25_weights> weights_;
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

  // Allocates the block and zeroes it.
  explicit bm25_index(const detail::bm25_header& header);

  template <class T>
  [[nodiscard]] T* at(std::size_t offset) const noexcept {
    return reinterpret_cast<T*>(block_.get() + offset);
  }

  std::shared_ptr<std::byte[]> block_;
  bm25_view view_;
};

/// The implementation of check_bm25.
struct bm25_checker {
  using result = parsed<bm25_view>;

  static result check(std::span<const std::byte> bytes);

 private:
  static result wrong(std::string_view expected, std::size_t position) {
    return not_parsed<bm25_view>(expected, position);
  }
  static bool number(double x) noexcept { return std::isfinite(x) && x >= 0; }

  static result tables(const bm25_view& view);

  static result large_counts(const bm25_view& view);

  /// Returns the first requirement that a list does not meet, or "".
  static std::string_view problem_of(const posting_list& list, std::uint64_t documents) noexcept;
};

/// Validates a block of untrusted bytes and returns a view of it.
///
/// Shape:  bytes of bm25_index::bytes(), aligned to 8 as mapped files are; the view points into them
/// Errors: `expected` names the header's field or the section, `position` is its byte. No accepted bytes can make a
///         search read out of bounds or loop forever; whether the largest weights are right is not computed
/// Cost:   O(bytes)
[[nodiscard]] parsed<bm25_view> check_bm25(std::span<const std::byte> bytes);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/retrieval/detail/bm25_index.ipp>
#endif
