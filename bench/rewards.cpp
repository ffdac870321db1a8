// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rewards of a batch from a file: rewards FILE THREADS. The file has per rollout the four golds and the text, each a
// line. Prints JSON: for each rule the least seconds of nine batches and the sum of the rewards. Run by rewards.py.
#include <mhqa/batch/reward.hpp>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ifstream file{argv[1]};
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  std::vector<std::vector<std::string_view>> answers;
  std::vector<std::string_view> texts;
  for (std::size_t i = 0; i + 4 < lines.size(); i += 5) {
    answers.push_back({lines[i], lines[i + 1], lines[i + 2], lines[i + 3]});
    texts.push_back(lines[i + 4]);
  }
  const auto golds = mhqa::batch::compile_answers(answers);
  std::vector<double> reward(texts.size());
  mhqa::batch::rewarder judge{static_cast<std::size_t>(std::atol(argv[2]))};
  const char* separator = "{";
  for (const auto& rule : mhqa::batch::rewards::all) {
    double least = 1e9;
    for (int round = 0; round < 9; ++round) {
      const auto before = std::chrono::steady_clock::now();
      judge.score<double>({.texts = {texts}, .golds = golds}, rule, {.reward = reward});
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
      if (took.count() < least) least = took.count();
    }
    double sum = 0;
    for (const double r : reward) sum += r;
    std::printf("%s\"%.*s\": [%.9f, %.17g]", separator, static_cast<int>(rule.name.size()), rule.name.data(), least,
                sum);
    separator = ", ";
  }
  std::puts("}");
}
