// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/hashed_ids.hpp>

#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <string>

TEST_CASE("hashed_ids: each of many ids once, and none twice") {
  mhqa::io::hashed_ids ids;
  constexpr int count = 20'000;
  for (int i = 0; i < count; ++i) ids.add("id " + std::to_string(i), "a.jsonl");
  for (int i = 0; i < count; i += 97) {
    CHECK_THROWS_WITH_AS(ids.add("id " + std::to_string(i), "b.jsonl"), doctest::Contains("expected each id once"),
                         mhqa::data_error);
  }
  ids.add("", "a.jsonl");
  CHECK_THROWS_AS(ids.add("", "a.jsonl"), mhqa::data_error);
}
