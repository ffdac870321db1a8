// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Composable pairs of your own struct, found lazily: the library's rules and your own in one expression.
// g++ -std=c++20 -I include examples/own_questions.cpp
#include <mhqa/compose/pairs.hpp>

#include <cstdio>
#include <string>
#include <vector>

struct fact {
  std::string id, question, answer, paragraph;  // fields that the library reads
  int votes = 0;                                // a field of your own
};

int main() {
  const std::vector<fact> facts{
      {"emma", "Who wrote Emma?", "Jane Austen", "Emma is a novel by Jane Austen.", 4},
      {"birth", "When was Jane Austen born?", "1775", "Jane Austen was born in 1775 at Steventon.", 1},
      {"place", "Where was Jane Austen born?", "Steventon", "Jane Austen was born in 1775 at Steventon.", 3},
      {"rector", "Who was rector of Steventon?", "George Austen", "George Austen was rector of Steventon.", 2},
      {"heroine", "Which heroine did Jane Austen call Emma?", "Emma Woodhouse", "Emma is a novel by Jane Austen.", 5}};

  constexpr auto liked = mhqa::rule("few-votes", [](const auto& pair) { return pair.tail_question().votes > 1; });
  const auto rule = (mhqa::distinct_paragraphs() && liked) || !mhqa::bridge_is_entity();

  for (const auto& pair : mhqa::composable_pairs(facts, rule)) {
    const fact &head = pair.head_question(), &tail = pair.tail_question();
    std::printf("%s -> %s  %s\n", head.id.c_str(), tail.id.c_str(),
                mhqa::replace_mention(tail.question, pair.bridge(), "#1").c_str());
  }
  for (const auto& [reason, count] : mhqa::for_each_pair(facts, rule, mhqa::count_only{}).dropped) {
    std::printf("%s: %d\n", reason.c_str(), static_cast<int>(count));
  }
}
