// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/part_number.hpp>

#include "support/errors.hpp"

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

TEST_CASE("part_number: a name is read back; anything else is refused at its place") {
  const part_number read = mhqa::read_part("3/8");
  CHECK(read == part_number{.index = 3, .count = 8});
  CHECK(mhqa::read_part("0/1") == part_number{});
  for (const char* const bad : {"", "3", "3/", "/8", "8/8", "1/0", "-1/2", "1/2x", " 1/2", "1/4294967296"}) {
    CAPTURE(bad);
    CHECK(mhqa_test::error_of([&] { static_cast<void>(mhqa::read_part(bad, "shard")); }) ==
          "`shard`: expected I/N with I from 0 to N - 1, found \"" + std::string{bad} + "\"");
  }
}
