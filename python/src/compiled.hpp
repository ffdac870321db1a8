// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// How work is shared among the threads of a pool, and the golds of a batch, prepared on them.
#pragma once

#include "texts.hpp"

#include <mhqa/metrics/answer.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace mhqa_python {

/// Items of a chunk, of which each thread gets several, so that all end together.
[[nodiscard]] inline std::size_t grain(std::size_t items, const mhqa::thread_pool& threads) {
  return std::max<std::size_t>(32, items / (threads.concurrency() * 16) + 1);
}

/// One compiled_gold for each question.
[[nodiscard]] inline std::vector<mhqa::compiled_gold> compile(const gold_texts& golds, const mhqa::dialect& rules,
                                                              mhqa::thread_pool& threads) {
  std::vector<mhqa::compiled_gold> out(golds.questions(), mhqa::compiled_gold{std::string_view{}, rules});
  mhqa::for_each_chunk(threads, out.size(), grain(out.size(), threads), [&](std::size_t begin, std::size_t end) {
    for (std::size_t q = begin; q < end; ++q) out[q] = mhqa::compiled_gold{golds.golds(q), rules};
  });
  return out;
}

}  // namespace mhqa_python
