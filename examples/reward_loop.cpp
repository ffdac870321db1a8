// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A training loop that computes rewards while it generates: one thread generates the rollouts of the next step, this
// one scores those of the last. The golds are compiled once; the rewarder keeps its threads and memory from step to
// step.
#include <mhqa/batch/reward.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <future>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::size_t steps = 3;
constexpr std::size_t rollouts_per_question = 2;

/// The rollouts of a step in a generator's layout: bytes, and the end of each text.
struct rollouts {
  std::string bytes;
  std::vector<std::int64_t> offsets{0};

  void add(std::string_view text) {
    bytes += text;
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
};

/// Stands in for the model, which learns to use the tags and then the answers.
rollouts generate(std::size_t step) {
  rollouts out;
  out.add(step == 0 ? "It is the Vistula." : "A river in Poland: <answer> the Vistula </answer>");
  out.add(step == 2 ? "<answer>Vistula</answer>" : "<answer>the Oder</answer>");
  out.add(step == 0 ? "<answer>Curie" : "<answer>Curie</answer>");
  out.add(step == 2 ? "<answer>Marie Curie</answer>" : "<answer>Pierre Curie</answer>");
  return out;
}

}  // namespace

int main() {
  const std::vector<std::vector<std::string_view>> answers{{"Vistula", "River Vistula"}, {"Marie Curie"}};
  const std::vector<mhqa::compiled_gold> golds = mhqa::batch::compile_answers(answers);
  mhqa::batch::rewarder judge{2};
  std::vector<float> reward(answers.size() * rollouts_per_question);
  std::vector<float> format(reward.size());

  std::future<rollouts> next = std::async(std::launch::async, generate, std::size_t{0});
  for (std::size_t step = 0; step < steps; ++step) {
    const rollouts now = next.get();
    if (step + 1 < steps) next = std::async(std::launch::async, generate, step + 1);
    judge.score<float>({.texts = {now.bytes, now.offsets}, .golds = golds, .per_question = rollouts_per_question},
                       mhqa::batch::rewards::f1, {.reward = reward, .format = format});
    float total = 0, in_form = 0;
    for (const float r : reward) total += r;
    for (const float f : format) in_form += f;
    std::printf("step %zu  reward %.3f  in form %.0f of %zu\n", step, static_cast<double>(total) / 4,
                static_cast<double>(in_form), reward.size());
  }
}
