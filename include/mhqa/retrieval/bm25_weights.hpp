// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The weight of a posting from its count and its document's length, to the bit the same when an index is built and when
// it is searched. Internal to retrieval/.
#pragma once

#include <mhqa/retrieval/bm25_model.hpp>

#include <cstdint>
#include <vector>

namespace mhqa::inline v0_1::detail {

/// The numbers of a term that its weights need.
struct term_weight {
  float idf;
  float absent;  // its weight in documents without it
};

/// Saturations of common counts and lengths in a table, others computed; equal bits either way.
class bm25_weights {
 public:
  static constexpr std::uint32_t table_counts = 8;
  static constexpr std::uint32_t table_lengths = 512;

  bm25_weights() = default;
  /// `shortest` is the length of the shortest document with a term, or less.
  bm25_weights(const bm25_model& model, double average, std::uint32_t shortest = 0);

  [[nodiscard]] std::uint32_t shortest() const noexcept { return shortest_; }

  /// Returns the weight above that of absence. It is never 0 for a term of positive weight, so that no posting of such
  /// a term is lost where bm25l's rounding meets the weight of absence.
  [[nodiscard]] float operator()(term_weight term, std::uint32_t count, std::uint32_t length) const noexcept;

 private:
  bm25_model model_;
  double average_ = 0;
  std::uint32_t shortest_ = 0;
  std::vector<double> saturations_;
};

}  // namespace mhqa::inline v0_1::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/retrieval/detail/bm25_weights.ipp>
#endif
