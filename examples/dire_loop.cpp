// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// DiRe in your own evaluation loop: how much of the answer F1 remains if no context contains all facts? Each question
// was asked undivided and, for each bi-partition of its supports, with each half alone.
// g++ -std=c++20 -I include examples/dire_loop.cpp
#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/dire.hpp>

#include <cstdio>
#include <string_view>
#include <vector>

namespace {

// The metrics read these members; a prediction may have others.
struct prediction {
  std::string_view answer;
  double confidence = 0;
};

struct gold {
  mhqa::compiled_gold answer;
};

struct question {
  gold right;
  prediction original;
  std::vector<std::vector<prediction>> bipartitions;  // the two halves of each
};

using on_original = mhqa::dire::metrics<mhqa::dire::kind::original>::answer;
using on_probe = mhqa::dire::metrics<mhqa::dire::kind::probe, mhqa::condition::with_original>::answer;

}  // namespace

int main() {
  const auto is = [](std::string_view answer) { return gold{mhqa::compiled_gold{answer}}; };
  const std::vector<question> questions{
      // Right, also without connecting facts: the more confident half suffices.
      {is("Warsaw"), {"Warsaw", 0.9}, {{{"Warsaw", 0.7}, {"Paris", 0.4}}}},
      // Right, but wrong if the facts are separated.
      {is("Marie Curie"), {"Marie Curie", 0.8}, {{{"Pierre Curie", 0.6}, {"Poland", 0.3}}}},
      // Three supports have three bi-partitions; the best counts, bounded by the undivided score.
      {is("the Vistula"),
       {"Vistula River", 0.7},
       {{{"Oder", 0.5}, {"Danube", 0.4}}, {{"Vistula", 0.6}, {"", 0.2}}, {{"Rhine", 0.3}, {"", 0.1}}}}};

  mhqa::accumulator score, disconnected;
  for (const question& q : questions) {
    const std::vector<std::vector<prediction>> undivided{{q.original}};
    score += on_original{}(undivided, q.right);
    disconnected += on_probe{}(q.bipartitions, q.right, q.original);
  }
  const double all = score.mean()->f1;
  const double apart = disconnected.mean()->f1;
  std::printf("F1 %.3f, of which disconnected %.3f, connected %.3f\n", all, apart, all - apart);
}
