// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// MuSiQue's whole pipeline on your own struct, with one stage replaced: questions are worded by a template.
// g++ -std=c++20 -I include examples/compose_own.cpp -pthread
#include <mhqa/compose/compose.hpp>

#include <cstdio>
#include <string>
#include <vector>

struct fact {
  std::string id, question, answer, paragraph;
};

int main() {
  const std::vector<fact> facts{
      {"emma", "Who wrote Emma?", "Jane Austen", "Emma is a novel. Jane Austen wrote it in 1815."},
      {"place", "Where was Jane Austen born?", "Steventon", "Jane Austen was born at Steventon in December 1775."},
      {"rector", "Who was rector of Steventon?", "George Austen", "Steventon is a village. George Austen was rector."},
      {"when", "When did George Austen die?", "1805", "George Austen was a clergyman who died at Bath in 1805."}};

  const auto words = mhqa::words_by([](const mhqa::wording_request& request) {
    std::string text;
    for (const std::string& step : request.steps) text += (text.empty() ? "" : " / ") + step;
    return mhqa::wording{text};
  });
  mhqa::compose_options options{.seed = 7};
  options.quality.min_context_words = 5;
  options.connect = false;  // four paragraphs are too few to hide an answer among
  options.split = {.dev_share = 0, .test_share = 0};
  options.limits.no_subgraphs = false;
  options.mix.shares = {1, 1, 0, 1, 0, 0};
  const auto made = mhqa::compose(mhqa::question_pool{facts}, options, mhqa::thread_pool{2},
                                  mhqa::replace(mhqa::stages::wording, words));

  for (const auto& [stage, counts, dropped] : made.counts) {
    std::printf("%s: %d of %d\n", stage.c_str(), static_cast<int>(counts[1].value), static_cast<int>(counts[0].value));
  }
  for (const mhqa::made_question& q : made.kept.items) std::printf("%s\n", q.text.c_str());
}
