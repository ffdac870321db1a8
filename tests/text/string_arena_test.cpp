// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/string_arena.hpp>

#include "support/allocations.hpp"

#include <mhqa/random.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using mhqa::string_arena;

TEST_CASE("string_arena: stored strings never move") {
  mhqa::draws random{1, "arena"};
  string_arena arena;
  std::vector<std::pair<std::string, std::string_view>> kept;
  for (int i = 0; i < 3000; ++i) {
    const std::size_t size = random.below(50) == 0 ? random.below(200000) : random.below(60);
    std::string text(size, static_cast<char>('a' + i % 26));
    const std::string_view stored = arena.store(text);
    kept.emplace_back(std::move(text), stored);
  }
  for (const auto& [text, stored] : kept) REQUIRE(stored == text);
}

TEST_CASE("string_arena: uncommitted space is reused") {
  string_arena arena;
  char* const first = arena.reserve(100);
  std::memcpy(first, "abc", 3);
  arena.commit(3);
  char* const second = arena.reserve(100);
  CHECK(second == first + 3);
  CHECK(arena.reserve(10) == second);
  CHECK(arena.store("").empty());
}

TEST_CASE("string_arena: records of any size settle at no allocation") {
  for (const std::size_t size : {std::size_t{100}, std::size_t{60000}, std::size_t{70000}}) {
    CAPTURE(size);
    const std::string text(size, 'x');
    string_arena arena;
    const auto record = [&] {
      for (int i = 0; i < 5; ++i) static_cast<void>(arena.store(text));
      arena.clear();
    };
    record();
    record();
    const mhqa_test::allocations_here counted;
    for (int i = 0; i < 100; ++i) record();
    CHECK(counted() == 0);
  }
}
