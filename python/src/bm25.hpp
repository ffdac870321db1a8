// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// BM25 over Python's texts.
#pragma once

#include "texts.hpp"

#include <mhqa/retrieval/bm25_index.hpp>

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>

namespace mhqa_python {

/// An index of documents, which it does not keep.
class bm25 {
 public:
  /// Indexes strings, or titles and texts of paragraphs as `mhqa index` does; titles is None for plain strings.
  ///
  /// Errors: ValueError for an unknown model and another number of titles; those of texts
  bm25(nb::handle texts, nb::handle titles, const std::string& model, bool stop_words);

  /// Returns (documents, scores): arrays of int64 and float64 with a row of k per query, best first; -1 and 0 where
  /// fewer documents match.
  [[nodiscard]] nb::tuple search(nb::handle queries, std::size_t k) const;

  [[nodiscard]] std::size_t documents() const noexcept { return index_.view().documents(); }
  [[nodiscard]] std::size_t terms() const noexcept { return index_.view().terms(); }
  [[nodiscard]] std::size_t postings() const noexcept { return index_.view().postings(); }

 private:
  mhqa::bm25_index index_;
  bool stop_words_;
};

}  // namespace mhqa_python
