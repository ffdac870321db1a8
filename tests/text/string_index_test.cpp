// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/string_index.hpp>

#include <mhqa/random.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using mhqa::string_index;
using namespace std::string_view_literals;

TEST_CASE("string_index: strings are numbered in the order in which they first come") {
  string_index index;
  CHECK(index.insert("b") == std::pair{0U, true});
  CHECK(index.insert("a") == std::pair{1U, true});
  CHECK(index.insert("b") == std::pair{0U, false});
  CHECK(index.size() == 2);
  CHECK(index.find("a") == 1);
  CHECK(index.find("c") == string_index::npos);
  CHECK(index.contains("b"));
  CHECK_FALSE(index.contains(""));
  CHECK(index[0] == "b");
  CHECK(std::vector<std::string_view>(index.strings().begin(), index.strings().end()) ==
        std::vector<std::string_view>{"b", "a"});
}

TEST_CASE("string_index: an empty index finds nothing, and a cleared one starts anew") {
  string_index index;
  CHECK(index.find("") == string_index::npos);
  CHECK(index.find("x") == string_index::npos);
  index.insert("x");
  index.clear();
  CHECK(index.size() == 0);
  CHECK(index.find("x") == string_index::npos);
  CHECK(index.insert("y") == std::pair{0U, true});
}

TEST_CASE("string_index: the empty string, NUL bytes and prefixes are strings like others") {
  string_index index;
  const std::vector<std::string_view> texts{"", "a", "a\0"sv, "a\0b"sv, "\0"sv, "ab", "b", "\xff"sv};
  for (std::uint32_t i = 0; i < texts.size(); ++i) CHECK(index.insert(texts[i]) == std::pair{i, true});
  for (std::uint32_t i = 0; i < texts.size(); ++i) CHECK(index.find(texts[i]) == i);
  CHECK(index.find(std::string_view{}) == 0);  // no address, no bytes
}

TEST_CASE("string_index: agrees with std::map on random strings, through every growth") {
  mhqa::draws random{7, "string_index"};
  std::deque<std::string> kept;
  string_index index;
  std::map<std::string, std::uint32_t> expected;
  for (int step = 0; step < 20000; ++step) {
    std::string text;
    const auto size = random.below(4);
    for (std::uint64_t i = 0; i < size; ++i) text += static_cast<char>('a' + random.below(12));
    kept.push_back(text);
    const auto [at, fresh] = expected.try_emplace(text, static_cast<std::uint32_t>(expected.size()));
    REQUIRE(index.insert(kept.back()) == std::pair{at->second, fresh});
  }
  CHECK(index.size() == expected.size());
  for (const auto& [text, number] : expected) CHECK(index.find(text) == number);
  CHECK(index.find("zzz") == string_index::npos);
}

TEST_CASE("string_index: a table that was prepared, before and between strings, gives the same numbers") {
  for (const std::size_t size : {0U, 1U, 8U, 9U, 1000U}) {
    string_index index;
    index.reserve(size);
    CHECK(index.find("one") == string_index::npos);
    CHECK(index.insert("one") == std::pair{0U, true});
    index.reserve(size);
    CHECK(index.insert("one") == std::pair{0U, false});
    CHECK(index.insert("two") == std::pair{1U, true});
    CHECK(index.size() == 2);
  }
}

TEST_CASE("string_index: a copy and a moved index know the same strings") {
  string_index index;
  for (const char* text : {"one", "two", "three"}) index.insert(text);
  string_index copy = index;
  copy.insert("four");
  CHECK(index.find("four") == string_index::npos);
  CHECK(copy.find("four") == 3);
  const string_index moved = std::move(copy);
  CHECK(moved.find("two") == 1);
  CHECK(moved.size() == 4);
}
