// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A trainer's loop: compile the golds once, score every rollout of every step on the trainer's own threads,
// merge one accumulator per thread. The totals are the same bytes for any number of threads.
#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/parallel.hpp>

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace {

struct question {
  std::vector<std::string> golds;
  std::vector<std::string> rollouts;  // what the policy generated for it in this step
};

mhqa::accumulator score_step(const std::vector<question>& batch, const std::vector<mhqa::compiled_gold>& golds,
                             mhqa::thread_pool& pool, std::vector<double>& rewards) {
  const std::size_t grain = 2;  // questions a task
  std::vector<mhqa::accumulator> partial((batch.size() + grain - 1) / grain);
  mhqa::for_each_chunk(pool, batch.size(), grain, [&](std::size_t begin, std::size_t end) {
    mhqa::answer_scorer<> score{mhqa::dialects::musique};  // owns its scratch memory
    for (std::size_t q = begin; q < end; ++q) {
      for (std::size_t r = 0; r < batch[q].rollouts.size(); ++r) {
        const mhqa::scores s = score(batch[q].rollouts[r], golds[q]);
        rewards[q * batch[q].rollouts.size() + r] = s.f1;
        partial[begin / grain] += s;
      }
    }
  });
  mhqa::accumulator total;
  for (const mhqa::accumulator& part : partial) total += part;
  return total;
}

}  // namespace

int main() {
  const std::vector<question> batch{
      {{"the Vistula", "Wisła"}, {"Vistula", "the Vistula River", "WISŁA.", "the Oder"}},
      {{"Winchester"}, {"Winchester, Hampshire", "winchester", "", "Steventon"}},
      {{"16 December 1775"}, {"December 16, 1775", "1775", "in December", "16 december 1775"}},
  };
  std::vector<mhqa::compiled_gold> golds;
  for (const question& q : batch) golds.emplace_back(q.golds, mhqa::dialects::musique);

  std::vector<double> rewards(batch.size() * 4);
  mhqa::thread_pool pool{2};
  const mhqa::accumulator total = score_step(batch, golds, pool, rewards);

  for (std::size_t i = 0; i < rewards.size(); ++i) std::printf("%.3f%s", rewards[i], i % 4 == 3 ? "\n" : " ");
  std::printf("mean f1 %.4f em %.4f over %llu rollouts\n", total.mean()->f1, total.mean()->em,
              static_cast<unsigned long long>(total.count));

  mhqa::thread_pool one{1};
  std::printf("same bytes on one thread: %s\n", score_step(batch, golds, one, rewards) == total ? "yes" : "no");
}
