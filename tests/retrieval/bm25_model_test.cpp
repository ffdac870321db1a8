// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/bm25_model.hpp>

#include <doctest/doctest.h>

#include <cmath>

// The formulas as compared by Kamphuis et al. 2020 and computed by bm25s.

TEST_CASE("bm25_model: the weights of every model") {
  using namespace mhqa::bm25_models;
  const double n = 10, df = 4;
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::lucene, n, df) == std::log(1 + 6.5 / 4.5));
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::robertson, n, df) == std::log(6.5 / 4.5));
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::robertson, n, 9) == 0);
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::atire, n, df) == std::log(2.5));
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::bm25l, n, df) == std::log(11 / 4.5));
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::bm25_plus, n, df) == std::log(11.0 / 4));
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::pisa, n, 9) == 1e-6);
  CHECK(mhqa::bm25_saturate(bm25s, 2, 1) == 2 / 3.5);
  CHECK(mhqa::bm25_saturate(atire, 2, 1) == 5 / 3.5);
  CHECK(mhqa::bm25_saturate(bm25_plus, 2, 1) == 5 / 3.5 + 0.5);
  CHECK(mhqa::bm25_saturate(bm25_plus, 0, 1) == 0.5);
  CHECK(mhqa::bm25_saturate(bm25l, 2, 0.5) == doctest::Approx(2.5 * 4.5 / (1.5 + 4.5)).epsilon(1e-15));
  CHECK(mhqa::bm25_saturate({.k1 = 0, .b = 0}, 0, 1) == 0);
  CHECK(mhqa::bm25_length_factor(0.75, 6, 3) == 1.75);
  CHECK(mhqa::bm25_length_factor(0.75, 6, 0) == 1);
  for (const auto& named : mhqa::named_bm25_models) {
    CAPTURE(named.first);
    CHECK(mhqa::find_bm25_model(named.first) == named.second);
  }
  CHECK_FALSE(mhqa::find_bm25_model("bm26"));
}
