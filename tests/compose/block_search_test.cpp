// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A search of blocks finds what distractor_search finds in one index.
#include <mhqa/compose/block_search.hpp>

#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

namespace {

// Paragraphs of few words, so that scores tie and texts repeat, some with an equal title.
struct library {
  std::deque<std::string> texts{};
  mhqa::single_hop_pool pool{};

  explicit library(std::size_t size) {
    mhqa::draws random{11, "block search"};
    for (std::size_t i = 0; i < size; ++i) {
      std::string& text = texts.emplace_back();
      for (std::uint64_t n = 1 + random.below(8); n != 0; --n) text += "w" + std::to_string(random.below(30)) + ' ';
      if (i % 7 == 0) text = i % 14 == 0 ? "the same text" : "The same text!";
      pool.paragraphs.push_back({i % 7 == 0 ? "Same" : "T", text});
    }
  }
  [[nodiscard]] mhqa::paragraph_blocks in_blocks(std::size_t size) const {
    return [this, size](const auto& give) {
      for (std::size_t first = 0; first < pool.paragraphs.size(); first += size) {
        const std::size_t some = std::min(size, pool.paragraphs.size() - first);
        give({static_cast<std::uint32_t>(first), std::span{pool.paragraphs}.subspan(first, some)});
      }
    };
  }
};

struct asked {
  std::string text;
  std::size_t k;
  std::vector<std::uint32_t> never;
};

void check_alike(const library& all, const std::vector<asked>& queries, std::size_t block, std::uint32_t odd) {
  const mhqa::pool_words words{all.pool};
  const mhqa::distractor_search one{all.pool, words};
  auto find = one.searcher();
  std::vector<mhqa::draws> expected, random;
  std::vector<mhqa::block_query> asked_here;
  for (std::size_t q = 0; q < queries.size(); ++q) expected.emplace_back(3, q);
  random = expected;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    mhqa::block_query& to = asked_here.emplace_back(mhqa::block_query{queries[q].text, queries[q].k, {}, &random[q]});
    for (const std::uint32_t p : queries[q].never)
      to.never.push_back(mhqa::paragraph_print::of(all.pool.paragraphs[p]));
  }
  const auto judge = [&](std::size_t, std::uint32_t number, const mhqa::context_paragraph& p,
                         const mhqa::paragraph_print& print) {
    CHECK(print == mhqa::paragraph_print::of(p));
    CHECK(p.text == all.pool.paragraphs[number].text);
    return number % odd == odd - 1 ? std::optional<std::uint8_t>{} : std::optional<std::uint8_t>{number % 5};
  };
  mhqa::thread_pool threads{2};
  const auto found = mhqa::search_blocks(all.in_blocks(block), asked_here, judge, threads);
  REQUIRE(found.size() == queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    CAPTURE(q);
    CAPTURE(block);
    std::vector<std::uint32_t> numbers;
    for (const mhqa::found_paragraph& p : found[q]) {
      numbers.push_back(p.number);
      CHECK(p.note == p.number % 5);
    }
    CHECK(numbers == find(queries[q].text, queries[q].k, queries[q].never, expected[q],
                          [odd](std::uint32_t p) { return p % odd != odd - 1; }));
    CHECK(random[q]() == expected[q]());  // as many draws
  }
}

}  // namespace

TEST_CASE("block_search: blocks of any size find what one index finds, in its order") {
  const library all{300};
  std::vector<asked> queries;
  mhqa::draws random{5, "queries"};
  for (std::size_t q = 0; q < 120; ++q) {
    std::string text;
    for (std::uint64_t n = random.below(5); n != 0; --n) text += "w" + std::to_string(random.below(33)) + ' ';
    if (q % 10 == 0) text += "same";
    std::vector<std::uint32_t> never;
    for (std::uint64_t n = random.below(3); n != 0; --n) {
      never.push_back(static_cast<std::uint32_t>(random.below(all.pool.paragraphs.size())));
    }
    queries.push_back({text, static_cast<std::size_t>(random.below(25)), never});
  }
  queries.push_back({"no such word", 400, {}});
  for (const std::size_t block : {1U, 7U, 64U, 300U, 1000U}) check_alike(all, queries, block, 4);
  check_alike(all, queries, 50, 1000);
}

TEST_CASE("block_search: most paragraphs are refused, and the rest is drawn") {
  const library all{60};
  check_alike(all, {{"w1 w2", 20, {0}}, {"nothing", 5, {}}, {"", 3, {7, 1}}, {"w3", 0, {}}}, 9, 1);
  check_alike(all, {{"w1 w2", 59, {0}}, {"nothing", 60, {}}}, 9, 2);
}

TEST_CASE("block_search: queries that share their draws use them in their order") {
  const library all{40};
  const mhqa::pool_words words{all.pool};
  const mhqa::distractor_search one{all.pool, words};
  auto find = one.searcher();
  mhqa::draws expected{1, "shared"}, random{1, "shared"};
  std::vector<mhqa::block_query> queries(5);
  for (auto& query : queries) query = {"absent", 3, {}, &random};
  const auto found = mhqa::search_blocks(all.in_blocks(11), queries, mhqa::find_any);
  for (const auto& of : found) {
    std::vector<std::uint32_t> numbers;
    for (const auto& p : of) numbers.push_back(p.number);
    CHECK(numbers == find("absent", 3, {}, expected));
  }
}

TEST_CASE("block_search: no query reads nothing") {
  int read = 0;
  CHECK(mhqa::search_blocks([&](const auto&) { ++read; }, {}, mhqa::find_any).empty());
  CHECK(read == 0);
}
