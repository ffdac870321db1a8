// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether a single-hop question finds its own paragraph in the pool.
#include <mhqa/compose/own_paragraph.hpp>

#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

const mhqa::single_hop_pool pool{
    {{"0", "own", "Who wrote Emma?", "Jane Austen", {}, 0},
     {"1", "own", "When was Jane Austen born in Steventon?", "1775", {}, 1},
     {"2", "own", "Who wrote the novel about the whale?", "Melville", {}, 1},  // the text is in another article
     {"3", "own", "Which whale did the captain of the ship hunt?", "Moby Dick", {}, 3},
     {"4", "own", "Jane Austen >> educated at", "home", {}, 2},
     {"5", "own", "Who wrote Emma in Chawton?", "Jane Austen", {}, 4}},  // "Emma" is about what is asked about
    {{"Emma", "Emma is a novel that Jane Austen wrote."},
     {"Jane Austen", "Jane Austen was born in Steventon in 1775."},
     {"Moby Dick", "The novel about the whale, which Melville wrote."},
     {"Moby Dick", "A captain and his ship."},
     {"Chawton", "The house at Chawton."}}};

}  // namespace

TEST_CASE("own_paragraph: a question whose best hit is another article is found elsewhere") {
  const mhqa::pool_words words{pool};
  const std::vector<std::uint32_t> all{0, 1, 2, 3, 4, 5};
  // The third names what another article tells; the fourth finds another paragraph of its article; the last is no text.
  const std::vector<char> expected{1, 1, 0, 1, 1, 1};
  CHECK(mhqa::find_own_paragraphs(pool, words, all) == expected);
  mhqa::thread_pool threads{2};
  CHECK(mhqa::find_own_paragraphs(pool, words, all, threads) == expected);
  CHECK(mhqa::find_own_paragraphs(pool, words, {}).empty());
}

TEST_CASE("own_paragraph: a better hit with fewer of the question's words is passed over") {
  std::string own = "New York used the electric chair, and this text has many other words";
  for (int i = 0; i < 60; ++i) own += " about one thing and then the next";
  own += ". It came to a stop in 1963.";
  const mhqa::single_hop_pool two{{{"0", "own", "When did New York stop its electric chair?", "1963", {}, 0}},
                                  {{"Chair", own}, {"Tesla", "New York electric."}}};
  const mhqa::pool_words words{two};
  CHECK(mhqa::find_own_paragraphs(two, words, std::vector<std::uint32_t>{0}) == std::vector<char>{1});
}

TEST_CASE(
    "own_paragraph: pairs stay if both questions find theirs; the others are counted by the first that does not") {
  const mhqa::pool_words words{pool};
  std::vector<mhqa::question_pair> pairs{{0, 1, {9, 11}}, {2, 1, {0, 0}}, {0, 2, {0, 0}}, {2, 2, {0, 0}}};
  const auto dropped = mhqa::keep_own_paragraphs(pool, words, pairs);
  CHECK(pairs == std::vector<mhqa::question_pair>{{0, 1, {9, 11}}});
  CHECK(dropped == std::vector<mhqa::reason_count>{{"head-found-elsewhere", 2}, {"tail-found-elsewhere", 1}});
}
