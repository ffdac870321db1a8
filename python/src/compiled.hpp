// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Divides work among the threads of a pool, and compiles the golds of a batch on them.
#pragma once

#include "texts.hpp"

#include <mhqa/metrics/answer.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace mhqa_python {

/// Returns the number of items per chunk; each thread gets several chunks, so that all end together, and Ctrl-C is seen
/// between two.
[[nodiscard]] inline std::size_t grain(std::size_t items, const mhqa::executor auto& threads) {
  return std::clamp<std::size_t>(items / (threads.concurrency() * 16) + 1, 32, 4096);
}

/// Returns one compiled_gold per question.
[[nodiscard]] inline std::vector<mhqa::compiled_gold> compile(const gold_texts& golds, const mhqa::dialect& rules,
                                                              mhqa::executor auto& threads) {
  std::vector<mhqa::compiled_gold> out(golds.questions(), mhqa::compiled_gold{std::string_view{}, rules});
  mhqa::for_each_chunk(threads, out.size(), grain(out.size(), threads), [&](std::size_t begin, std::size_t end) {
    for (std::size_t q = begin; q < end; ++q) out[q] = mhqa::compiled_gold{golds.golds(q), rules};
  });
  return out;
}

}  // namespace mhqa_python
