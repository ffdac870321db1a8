// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/hostile_pairs.hpp>

#include <mhqa/utf8.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <set>
#include <string>

TEST_CASE("hostile_pairs: a pair is a function of its seed and number, and its texts are UTF-8") {
  std::set<std::string> predictions;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const mhqa::hostile_pair pair = mhqa::make_hostile_pair(1, i);
    CHECK(pair.prediction == mhqa::make_hostile_pair(1, i).prediction);
    REQUIRE(!pair.golds.empty());
    CHECK(pair.golds.size() <= 5);
    for (std::size_t at = 0; at < pair.prediction.size();) {
      const mhqa::utf8::character c = mhqa::utf8::decode(pair.prediction, at);
      REQUIRE_FALSE(c.opaque());
      at += c.size;
    }
    predictions.insert(pair.prediction);
  }
  CHECK(predictions.size() > 300);
  CHECK(mhqa::make_hostile_pair(1, 0).golds != mhqa::make_hostile_pair(2, 0).golds);
}
