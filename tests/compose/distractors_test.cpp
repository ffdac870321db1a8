// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/distractors.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <set>
#include <vector>

namespace {

const mhqa::single_hop_pool pool{{},
                                 {{"Emma", "A novel by Jane Austen."},
                                  {"Persuasion", "The last novel by Jane Austen."},
                                  {"Emma", "a novel by JANE Austen"},
                                  {"Rome", "The capital of Italy."},
                                  {"Novel", "A long story."},
                                  {"Po", "A river."}}};

}  // namespace

TEST_CASE("distractors: the best hits, without supports and repeats") {
  const mhqa::pool_words words{pool};
  const mhqa::distractor_search all{pool, words};
  auto find = all.searcher();
  mhqa::draws random{1, "test"};
  // 0 and 2 are the same paragraph.
  CHECK(find("Who wrote the novel Persuasion?", 2, {}, random) == std::vector<std::uint32_t>{1, 4});
  const std::array<std::uint32_t, 1> support{2};
  const auto found = find("Austen novel Emma", 2, support, random);
  CHECK(found == std::vector<std::uint32_t>{1, 4});
  CHECK(find("Austen novel Emma", 1, {}, random).front() == 0);
  CHECK(find("Austen", 1, {}, random, [](std::uint32_t p) { return p == 1; }) == std::vector<std::uint32_t>{1});
}

TEST_CASE("distractors: more than there are is all of them, each once") {
  const mhqa::pool_words words{pool};
  const mhqa::distractor_search all{pool, words};
  auto find = all.searcher();
  mhqa::draws random{1, "test"};
  const std::array<std::uint32_t, 2> never{3, 4};
  auto found = find("Rome", std::numeric_limits<std::size_t>::max(), never, random);
  std::sort(found.begin(), found.end());
  CHECK(found.size() == 3);  // 0 and 2 are one paragraph
  CHECK(std::set<std::uint32_t>(found.begin(), found.end()).size() == 3);
}

TEST_CASE("distractors: an empty pool gives no paragraphs to mark") {
  const mhqa::single_hop_pool none;
  const mhqa::pool_words words{none};
  const mhqa::distractor_search all{none, words};
  mhqa::draws random{1, "test"};
  CHECK(all.searcher()("Rome", 5, {}, random).empty());
}

TEST_CASE("distractors: seeded others fill up where too few share a word") {
  const mhqa::pool_words words{pool};
  const mhqa::distractor_search all{pool, words};
  auto find = all.searcher();
  const std::array<std::uint32_t, 1> support{0};
  std::set<std::vector<std::uint32_t>> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    mhqa::draws random{seed, "test"}, again{seed, "test"};
    const auto found = find("Rome", 3, support, random);
    REQUIRE(found.size() == 3);
    CHECK(found == find("Rome", 3, support, again));
    CHECK(found.front() == 3);
    CHECK(std::set<std::uint32_t>(found.begin(), found.end()).size() == 3);
    CHECK(std::none_of(found.begin(), found.end(), [](std::uint32_t p) { return p == 0 || p == 2; }));
    seen.insert(found);
  }
  CHECK(seen.size() > 3);
  mhqa::draws random{1, "test"};
  CHECK(find("Rome", 99, support, random).size() == 4);  // all there are
  CHECK(find("Rome", 0, support, random).empty());
}

TEST_CASE("distractors: an empty pool gives no distractors") {
  const mhqa::single_hop_pool none;
  const mhqa::pool_words words{none};
  const mhqa::distractor_search all{none, words};
  mhqa::draws random{1, "test"};
  CHECK(all.searcher()("Rome", 3, {}, random).empty());
}
