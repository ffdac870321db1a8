// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Published rewards of a batch from a file: published_rewards FILE THREADS RULE. The file has per rollout the number
// of golds, the golds and the text, each a line, with U+0001 for a line break; the text of a rule that plays turns is
// the observation and the actions, with U+0002 in between. Prints JSON: the least seconds of 99 batches and the sum of
// the rewards. Run by published_rewards.py.
#include <mhqa/batch/generation_judge.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace batch = mhqa::batch;

/// An episode of a rule that plays turns.
struct episode {
  std::string_view observation;
  std::vector<std::string_view> actions;

  explicit episode(std::string_view text) {
    std::size_t at = text.find('\x02');
    observation = text.substr(0, at);
    while (at != std::string_view::npos) {
      const std::size_t next = text.find('\x02', at + 1);
      actions.push_back(text.substr(at + 1, next == std::string_view::npos ? next : next - at - 1));
      at = next;
    }
  }
};

/// Judges episodes, each thread with its own memory.
void play(mhqa::thread_pool& pool, const std::vector<episode>& episodes, const std::vector<batch::reward_golds>& golds,
          const batch::published_reward& reward, const batch::reward_options& options,
          std::vector<batch::reward_memory>& memory, std::vector<double>& out) {
  pool.for_each(memory.size(), [&](std::size_t thread) {
    for (std::size_t i = thread; i < episodes.size(); i += memory.size()) {
      const batch::reward_input in{.options = options,
                                   .golds = golds[i],
                                   .all_numbers = false,
                                   .turns = episodes[i].actions,
                                   .observation = episodes[i].observation,
                                   .most_turns = 4};
      out[i] = *judge_generation(reward, in, memory[thread]).reward;
    }
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const mhqa::batch::published_reward* const reward = mhqa::batch::find_published_reward(argv[3]);
  if (reward == nullptr) return 2;
  std::ifstream file{argv[1]};
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    std::replace(line.begin(), line.end(), '\x01', '\n');
    lines.push_back(line);
  }
  std::vector<std::vector<std::string_view>> answers;
  std::vector<std::string_view> texts;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto golds = static_cast<std::size_t>(std::atol(lines[i].c_str()));
    answers.emplace_back(&lines[i + 1], &lines[i + 1] + golds);
    i += golds + 1;
    texts.push_back(lines[i]);
  }
  const auto golds = mhqa::batch::prepare_questions(*reward, answers);
  std::vector<double> out(texts.size());
  batch::generation_judge judge{static_cast<std::size_t>(std::atol(argv[2]))};
  const mhqa::batch::reward_options options{.eos_token = "<|im_end|>", .pad_token = "<|endoftext|>", .refine = 0.1};
  std::vector<episode> episodes;
  if (reward->played) episodes = std::vector<episode>(texts.begin(), texts.end());
  const auto threads = static_cast<std::size_t>(std::atol(argv[2]));
  mhqa::thread_pool pool{threads};
  std::vector<batch::reward_memory> memory(threads);
  double least = 1e9;
  for (int round = 0; round < 99; ++round) {
    const auto before = std::chrono::steady_clock::now();
    if (reward->played) {
      play(pool, episodes, golds, *reward, options, memory, out);
    } else {
      judge.score({.texts = {texts}, .golds = golds}, *reward, options, out);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
    least = std::min(least, took.count());
  }
  double sum = 0;
  for (const double r : out) sum += r;
  std::printf("[%.9f, %.17g]\n", least, sum);
}
