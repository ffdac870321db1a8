// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of bm25_model.hpp.
#pragma once

#include <mhqa/retrieval/bm25_model.hpp>

#include <algorithm>
#include <cmath>

namespace mhqa::inline v0_1 {

MHQA_INLINE double bm25_inverse_frequency(bm25_idf idf, double documents, double df) noexcept {
  MHQA_EXPECTS(df > 0 && df <= documents, "mhqa::bm25_inverse_frequency: expected 0 < df <= documents");
  const double odds = (documents - df + 0.5) / (df + 0.5);
  switch (idf) {
    case bm25_idf::lucene:
      return std::log(1 + odds);
    case bm25_idf::robertson:
      return std::log(std::max(odds, 1.0));
    case bm25_idf::atire:
      return std::log(documents / df);
    case bm25_idf::bm25l:
      return std::log((documents + 1) / (df + 0.5));
    case bm25_idf::bm25_plus:
      return std::log((documents + 1) / df);
    case bm25_idf::pisa:
      return std::max(std::log(odds), 1e-6);
  }
  return 0;
}

}  // namespace mhqa::inline v0_1
