// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The same answers in every dialect: exact match and F1, as each evaluator would compute them for one question.
#include <mhqa/metrics/answer.hpp>

#include <cstdio>
#include <string_view>

int main() {
  struct pair {
    std::string_view prediction;
    std::string_view gold;
  };
  constexpr pair answers[] = {
      {"President Barack Obama", "Barack Obama"},
      {"yes, it is", "yes"},
      {"the", "A"},
      {"", "The The"},
      {"a-b", "ab"},
      {"an apple a day", "apple day"},
      {"Paris Paris Paris", "Paris"},
      {"No.", "no"},
  };
  std::printf("%-24s %-13s", "prediction", "gold");
  for (const mhqa::dialect& d : mhqa::dialects::all)
    std::printf(" %10.*s", static_cast<int>(d.name.view().size()), d.name.view().data());
  std::printf("\n");
  for (const auto& [prediction, gold] : answers) {
    std::printf("%-24.*s %-13.*s", static_cast<int>(prediction.size()), prediction.data(),
                static_cast<int>(gold.size()), gold.data());
    for (const mhqa::dialect& d : mhqa::dialects::all) {
      const mhqa::scores s = mhqa::score_answer(prediction, gold, d);
      std::printf("   %.0f / %.2f", s.em, s.f1);
    }
    std::printf("\n");
  }
}
