// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Token F1 of a whole training step: words become ids, and one call scores all rows, here on CPU threads, under nvcc on
// a GPU, with the same bits. Two rollouts per question; the best gold counts.
#include <mhqa/batch/golds.hpp>
#include <mhqa/batch/intern.hpp>
#include <mhqa/batch/token_f1.hpp>

#include <thrust/execution_policy.h>

#include <cstddef>
#include <cstdio>
#include <string_view>
#include <vector>

int main() {
  // Once for the data set.
  const std::vector<std::vector<std::string_view>> answers{{"Vistula", "River Vistula"}, {"Marie Curie"}};
  mhqa::batch::interner words{mhqa::dialects::hotpotqa};
  const mhqa::batch::compiled_golds golds = mhqa::batch::compile_golds(words, answers);

  // In each step.
  const std::vector<std::string_view> rollouts{"the Vistula", "the river Oder", "Pierre Curie", "Marie Curie"};
  const mhqa::batch::token_rows predictions = words.intern(rollouts);
  std::vector<float> f1(rollouts.size()), em(rollouts.size());
  mhqa::batch::token_f1(thrust::device, mhqa::batch::batch_of(words, predictions, golds, 2),
                        mhqa::batch::columns<float>{.f1 = f1, .em = em}, words.rules());
  for (std::size_t i = 0; i < rollouts.size(); ++i) {
    std::printf("%.3f %.0f  %.*s\n", static_cast<double>(f1[i]), static_cast<double>(em[i]),
                static_cast<int>(rollouts[i].size()), rollouts[i].data());
  }
}
