// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/vocabulary.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Terms are numbered as they first come; a short term is its own key, long ones are compared.

using mhqa::detail::term_key;
using mhqa::detail::vocabulary;

TEST_CASE("vocabulary: all short words over a small alphabet have different keys") {
  std::map<std::uint64_t, std::string> seen;
  std::size_t words = 0;
  const std::string_view alphabet{"\0a\xff", 3};
  for (std::size_t size = 0; size <= 7; ++size) {
    std::size_t combinations = 1;
    for (std::size_t i = 0; i < size; ++i) combinations *= alphabet.size();
    for (std::size_t number = 0; number < combinations; ++number) {
      std::string word;
      for (std::size_t i = 0, rest = number; i < size; ++i, rest /= alphabet.size()) word += alphabet[rest % 3];
      seen.emplace(term_key(word), word);
      ++words;
    }
  }
  CHECK(words == 3280);  // 3^0 + … + 3^7
  CHECK(seen.size() == words);
  const std::uint64_t kind = term_key("abcdefgh") >> 56U;
  CHECK(kind == 0xFF);
}

TEST_CASE("vocabulary: numbers and names stay as the table grows") {
  vocabulary terms;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    auto& entry = terms.insert("a rather long term " + std::to_string(i * 7));
    REQUIRE(entry.id == i);
    REQUIRE(entry.note == 0);
    entry.note = i + 1;
  }
  CHECK(terms.size() == 20'000);
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const std::string name = "a rather long term " + std::to_string(i * 7);
    const auto& entry = terms.insert(name);
    REQUIRE(entry.id == i);
    REQUIRE(entry.note == i + 1);
    REQUIRE(terms.name(i) == name);
  }
  CHECK(terms.size() == 20'000);
  CHECK(terms.first().size() == 20'001);
  CHECK(terms.first().back() == terms.names().size());
}

TEST_CASE("vocabulary: the empty term is a term") {
  vocabulary terms;
  CHECK(terms.insert("").id == 0);
  CHECK(terms.insert("x").id == 1);
  CHECK(terms.insert("").id == 0);
  CHECK(terms.name(0).empty());
}

TEST_CASE("term_names: a complete vocabulary finds the same numbers") {
  vocabulary terms;
  std::vector<std::string> names{""};
  for (int i = 0; i < 5000; ++i) names.push_back((i % 2 == 0 ? "a rather long term " : "t") + std::to_string(i));
  for (const std::string& name : names) terms.insert(name);
  const mhqa::detail::term_names complete{std::move(terms)};
  REQUIRE(complete.size() == names.size());
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    REQUIRE(complete.find(names[i]) == i);
    REQUIRE(complete.name(i) == names[i]);
  }
  CHECK(complete.find("t0") == mhqa::detail::no_term);
  CHECK(complete.find("a rather long term 1") == mhqa::detail::no_term);
  CHECK(mhqa::detail::term_names{}.find("") == mhqa::detail::no_term);
}
