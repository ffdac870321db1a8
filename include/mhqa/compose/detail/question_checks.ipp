// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of question_checks.hpp.
#pragma once

#include <mhqa/compose/question_checks.hpp>

#include <mhqa/compose/implicit.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::size_t count_verb_groups(std::string_view question) {
  constexpr std::array<std::string_view, 36> finite{
      "am",        "are",     "aren't", "can",     "can't",   "cannot", "could",  "couldn't", "did",
      "didn't",    "do",      "does",   "doesn't", "don't",   "had",    "hadn't", "has",      "hasn't",
      "have",      "haven't", "is",     "isn't",   "may",     "might",  "must",   "shall",    "should",
      "shouldn't", "was",     "wasn't", "were",    "weren't", "will",   "won't",  "would",    "wouldn't"};
  constexpr std::array<std::string_view, 2> bare_verbs{"do", "have"};
  constexpr std::array<std::string_view, 3> relative{"which", "who", "whose"};
  const auto in = [](const auto& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  std::size_t groups = 0;
  bool first = true, after_relative = false;
  for_each_lower_word(question, [&](std::string_view word) {
    const bool begins_clause = !first && in(relative, word);
    const bool bare = groups != 0 && in(bare_verbs, word);
    if (begins_clause || (in(finite, word) && !after_relative && !bare)) ++groups;
    after_relative = begins_clause;
    first = false;
  });
  return groups;
}

}  // namespace mhqa::inline v0_1
