// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds single-hop questions that can be composed, by MuSiQue's rules and a custom one, and counts why other pairs
// fail. g++ -std=c++20 -I include examples/own_pair_rule.cpp
#include <mhqa/compose/pairs.hpp>

#include <cstdio>
#include <string>
#include <string_view>

namespace {

const mhqa::single_hop_pool pool{
    {{"emma", "own", "Who wrote Emma?", "Jane Austen", {}, 0},
     {"persuasion", "own", "Who wrote Persuasion?", "Jane Austen", {}, 1},
     {"birth", "own", "When was Jane Austen born?", "1775", {}, 2},
     {"novel", "own", "Which novel by Jane Austen has a heroine of 27?", "Persuasion", {}, 1},
     {"founded", "own", "Which republic was founded in 1775?", "Watauga", {}, 3}},
    {{"Emma", "Emma is a novel by Jane Austen."},
     {"Persuasion", "Persuasion is a novel by Jane Austen. Its heroine is 27."},
     {"Jane Austen", "Jane Austen was born in 1775."},
     {"Watauga", "Watauga was founded around 1775."}}};

}  // namespace

int main() {
  const mhqa::pool_words words{pool};
  const mhqa::pair_index index{pool, words};

  const auto short_tail = mhqa::rule("tail-too-long", [](const mhqa::pair_candidate& pair) {
    return mhqa::count_words(pair.tail_question().question) <= 8;
  });
  const auto counts =
      mhqa::for_each_pair(index, mhqa::composable(pool) && short_tail, [](const mhqa::question_pair& pair) {
        const mhqa::single_hop &head = pool.questions[pair.head], &tail = pool.questions[pair.tail];
        const std::string masked = mhqa::replace_mention(tail.question, pair.bridge, "#1");
        std::printf("%s  %s\n", std::string{head.question}.c_str(), masked.c_str());
      });

  std::printf("%d of %d candidates\n", static_cast<int>(counts.kept), static_cast<int>(counts.candidates));
  for (const auto& [reason, count] : counts.dropped) {
    if (count != 0) std::printf("  %s: %d\n", reason.c_str(), static_cast<int>(count));
  }
}
