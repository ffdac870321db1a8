// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/spool_file.hpp>

#include "support/command.hpp"

#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

using mhqa_test::scratch;

TEST_CASE("spool_file: readers of two parts take turns, with buffers of every size") {
  const scratch here;
  std::vector<std::uint32_t> numbers(100);
  for (std::uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i * 7919;
  {
    mhqa::io::spool_file spool{(here / "x").string()};
    spool.write_values(numbers.data(), numbers.size());
    spool.end();
    REQUIRE(spool.size() == 400);
    for (std::size_t room = 1; room < 450; room += room < 10 ? 1 : 37) {
      CAPTURE(room);
      mhqa::io::spool_reader low{spool, 0, 200, room}, high{spool, 200, 400, room};
      for (std::size_t i = 0; i < 50; i += 2) {
        std::array<std::uint32_t, 2> got{};
        low.read(got.data(), 2);
        CHECK(got == std::array{numbers[i], numbers[i + 1]});
        high.read(got.data(), 1);
        CHECK(got[0] == numbers[50 + i / 2]);
      }
    }
    mhqa::io::spool_reader end{spool, 396, 400, 64};
    std::array<std::uint32_t, 2> got{};
    CHECK_THROWS_WITH_AS(end.read(got.data(), 2), doctest::Contains("cut short"), mhqa::data_error);
    // The bytes after a part belong to the next one.
    for (const std::size_t room : {1U, 4U, 6U, 64U}) {
      CAPTURE(room);
      mhqa::io::spool_reader inner{spool, 0, 4, room};
      CHECK_THROWS_WITH_AS(inner.read(got.data(), 2), doctest::Contains("cut short"), mhqa::data_error);
      mhqa::io::spool_reader empty{spool, 200, 200, room};
      CHECK_THROWS_WITH_AS(empty.read(got.data(), 1), doctest::Contains("cut short"), mhqa::data_error);
    }
    CHECK_FALSE(std::filesystem::is_empty(here / "."));
  }
  CHECK(std::filesystem::is_empty(here / "."));
  CHECK_THROWS_WITH_AS(mhqa::io::spool_file{(here / "no/x").string()}, doctest::Contains("cannot write"),
                       mhqa::data_error);
}
