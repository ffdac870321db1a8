// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/detail/word_rows.hpp>

#include <mhqa/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

using namespace mhqa::detail;

TEST_CASE("item_table: finds what was added, before and after it grows, among items with one hash") {
  item_table table;
  const auto find = [&](std::uint64_t hash, std::uint32_t item) {
    return table.find(hash, [&](std::uint32_t known) { return known == item; });
  };
  const auto hash_of = [](std::uint32_t item) { return std::uint64_t{item % 500} * 0x9E3779B1U; };
  for (std::uint32_t item = 0; item < 2000; ++item) {
    REQUIRE(find(hash_of(item), item) == item_table::none);
    REQUIRE(table.find_or_add(hash_of(item), item, [](std::uint32_t) { return false; }) == item);
  }
  for (std::uint32_t item = 0; item < 2000; ++item) {
    REQUIRE(find(hash_of(item), item) == item);
    REQUIRE(table.find_or_add(hash_of(item), 9999, [&](std::uint32_t known) { return known == item; }) == item);
  }
}

TEST_CASE("distinct_rows: equal rows have one number, also within a block and over several calls") {
  mhqa::draws random{3, "word_rows"};
  distinct_rows rows;
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
  for (const std::size_t size : {0U, 1U, 31U, 32U, 33U, 100U}) {
    word_rows some;
    std::vector<std::vector<std::uint32_t>> plain(size);
    for (auto& row : plain) {
      for (auto n = random.below(4); n != 0; --n) row.push_back(static_cast<std::uint32_t>(random.below(3)));
      for (const std::uint32_t word : row) some.add(word);
      some.end_row();
    }
    std::size_t at = 0;
    rows.add(some, [&](std::uint32_t number) {
      const auto known = numbers.try_emplace(plain[at], static_cast<std::uint32_t>(numbers.size())).first;
      CHECK(number == known->second);
      CHECK(std::ranges::equal(rows[number], plain[at]));
      ++at;
    });
    CHECK(at == size);
  }
  CHECK(rows.size() == numbers.size());
  CHECK(rows.size() > 30);
}

TEST_CASE("equal_numbers: repeats take the number of the first, others the next one") {
  for (const std::uint64_t kinds : {1U, 7U, 150U, 1'000'000U}) {
    for (const std::size_t n : {0U, 1U, 63U, 64U, 65U, 300U}) {
      mhqa::draws random{kinds, "equal"};
      std::vector<std::uint64_t> things(n);
      for (std::uint64_t& thing : things) thing = random.below(kinds);
      const auto numbers = equal_numbers::among(
          n, [&](std::size_t i) { return things[i] % 5; },  // many share a hash
          [&](std::size_t a, std::size_t b) { return things[a] == things[b]; }, [](std::size_t, int) {});
      std::map<std::uint64_t, std::uint32_t> expected;
      for (std::size_t i = 0; i < n; ++i) {
        const auto known = expected.try_emplace(things[i], static_cast<std::uint32_t>(expected.size())).first;
        CAPTURE(i);
        REQUIRE(numbers[i] == known->second);
      }
    }
  }
}
