// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of bm25_weights.hpp.
#pragma once

#include <mhqa/retrieval/bm25_weights.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE bm25_weights::bm25_weights(const bm25_model& model, double average, std::uint32_t shortest)
    : model_{model}, average_{average}, shortest_{shortest} {
  saturations_.resize(std::size_t{table_counts} * table_lengths);
  for (std::uint32_t length = 0; length < table_lengths; ++length) {
    const double factor = bm25_length_factor(model_.b, static_cast<double>(length), average_);
    for (std::uint32_t count = 0; count < table_counts; ++count) {
      saturations_[std::size_t{count} * table_lengths + length] =
          bm25_saturate(model_, static_cast<double>(count), factor);
    }
  }
}

MHQA_INLINE float bm25_weights::operator()(term_weight term, std::uint32_t count, std::uint32_t length) const noexcept {
  const double saturation = count < table_counts && length < table_lengths
                                ? saturations_[std::size_t{count} * table_lengths + length]
                                : bm25_saturate(model_, static_cast<double>(count),
                                                bm25_length_factor(model_.b, static_cast<double>(length), average_));
  const float weight = static_cast<float>(double{term.idf} * saturation) - term.absent;
  return term.idf > 0 ? std::max(weight, std::numeric_limits<float>::min()) : weight;
}

}  // namespace mhqa::inline v0_1::detail
