// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/part_number.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using mhqa::part_number;

TEST_CASE("part_number: each id falls to exactly one part, the same on every machine") {
  for (const std::uint32_t count : {1U, 2U, 3U, 64U}) {
    for (int id = 0; id < 100; ++id) {
      int taken = 0;
      for (std::uint32_t i = 0; i < count; ++i) {
        taken += part_number{.index = i, .count = count}.takes(std::to_string(id)) ? 1 : 0;
      }
      CHECK(taken == 1);
    }
  }
  CHECK(part_number{.index = static_cast<std::uint32_t>(mhqa::stable_hash("jane austen") % 8), .count = 8}.takes(
      "jane austen"));
}

TEST_CASE("part_number: a part with files of its own takes all; the name is I/N") {
  CHECK(part_number{.index = 1, .count = 2, .divided = part_number::rule::by_files}.takes("any"));
  CHECK(to_string(part_number{.index = 3, .count = 8}) == "3/8");
}
