// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Gold answers as one string, a braced list or any range; nothing to link: g++ -std=c++20 -I include examples/golds.cpp
#include <mhqa/metrics/answer.hpp>

#include <cstdio>
#include <string>
#include <vector>

int main() {
  const std::vector<std::string> aliases{"Barack Obama", "Barack Hussein Obama II"};
  std::printf("one    %.3f\n", mhqa::score_answer("President Obama", "Barack Obama").f1);
  std::printf("braces %.3f\n", mhqa::score_answer("President Obama", {"Barack Obama", "Obama"}).f1);
  std::printf("vector %.3f\n", mhqa::score_answer("Barack Obama II", aliases, mhqa::dialects::musique).f1);

  // Compiled once, for many predictions. The scorer must have the dialect of the golds.
  const mhqa::compiled_gold gold{aliases, mhqa::dialects::musique};
  mhqa::answer_scorer scorer{mhqa::dialects::musique};
  for (const char* const answer : {"Obama", "the Barack Obama", "Joe Biden"}) {
    std::printf("%-18s %.3f\n", answer, scorer(answer, gold).f1);
  }
  try {
    static_cast<void>(mhqa::score_answer("Obama", gold, mhqa::dialects::squad_1_1));
  } catch (const mhqa::usage_error& error) {
    std::puts(error.what());
  }
}
