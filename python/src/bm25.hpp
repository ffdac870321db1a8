// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// BM25 over Python's texts.
#pragma once

#include "texts.hpp"

#include <mhqa/retrieval/bm25_index.hpp>

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mhqa_python {

/// An index of documents, which it does not keep.
class bm25 {
 public:
  /// Indexes strings, or titles and texts of paragraphs as `mhqa index` does; titles is None for plain strings. k1 and
  /// b replace those of the model.
  ///
  /// Errors: ValueError for an unknown model and another number of titles; those of texts
  bm25(nb::handle texts, nb::handle titles, const std::string& model, bool stop_words, std::optional<double> k1,
       std::optional<double> b);

  /// Takes the bytes of an index.
  ///
  /// Errors: ValueError with what was expected and the byte
  bm25(nb::bytes bytes, bool stop_words);

  /// Indexes the documents of an index and, after them, others.
  ///
  /// Errors: as the first, and ValueError for more than 2^32 - 2 documents
  bm25(const bm25& old, nb::handle texts, nb::handle titles);
  bm25(const bm25&) = delete;  // view_ points into its own members
  bm25& operator=(const bm25&) = delete;

  /// Returns the bytes of the index, which do not depend on the number of threads.
  [[nodiscard]] nb::bytes bytes() const { return nb::bytes(view_.bytes().data(), view_.bytes().size()); }
  [[nodiscard]] double k1() const noexcept { return view_.model().k1; }
  [[nodiscard]] double b() const noexcept { return view_.model().b; }

  /// Returns (documents, scores): arrays of int64 and float64 with a row of k per query, best first; -1 and 0 where
  /// fewer documents match.
  [[nodiscard]] nb::tuple search(nb::handle queries, std::size_t k) const;

  [[nodiscard]] std::size_t documents() const noexcept { return view_.documents(); }
  [[nodiscard]] std::size_t terms() const noexcept { return view_.terms(); }
  [[nodiscard]] std::size_t postings() const noexcept { return view_.postings(); }

 private:
  mhqa::bm25_index index_;             ///< or, of an index that was saved:
  std::vector<std::uint64_t> loaded_;  ///< aligned bytes
  mhqa::bm25_view view_;               ///< of either
  bool stop_words_;
};

}  // namespace mhqa_python
