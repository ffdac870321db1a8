// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/bm25_weights.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>

// The table gives the bits of the formula, on both sides of its ends.

TEST_CASE("bm25_weights: the weight of every count and length is that of the model") {
  for (const auto& one : mhqa::named_bm25_models) {
    const auto& model = one.second;
    CAPTURE(one.first);
    const double average = 90.5;
    const mhqa::detail::bm25_weights weights{model, average};
    const float idf = 2.5F;
    const auto absent = static_cast<float>(double{idf} * mhqa::bm25_saturate(model, 0, 1));
    bool same = true;
    for (std::uint32_t count = 1; count < 12; ++count) {
      for (std::uint32_t length = 1; length < 600; ++length) {
        const double factor = mhqa::bm25_length_factor(model.b, length, average);
        const float want = static_cast<float>(double{idf} * mhqa::bm25_saturate(model, count, factor)) - absent;
        same = same && weights({idf, absent}, count, length) == std::max(want, std::numeric_limits<float>::min());
      }
    }
    CHECK(same);
    CHECK(weights({0, 0}, 3, 5) == 0);  // a term without weight
  }
}
