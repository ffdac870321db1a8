// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Answers are scored one by one as published, on the threads of a pool; golds that several predictions share are
// compiled once.
#pragma once

#include "texts.hpp"

#include <mhqa/metrics/answer.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace mhqa_python {

/// Chunks of which each thread gets several, so that all end together.
[[nodiscard]] inline std::size_t grain(std::size_t items, const mhqa::thread_pool& threads) {
  return std::max<std::size_t>(32, items / (threads.concurrency() * 16) + 1);
}

/// Calls store(item, scores) for each.
template <class Store>
void score_answers(std::span<const std::string_view> predictions, const gold_texts& golds, const mhqa::dialect& rules,
                   mhqa::thread_pool& threads, const Store& store) {
  // Compiling a gold costs more than using it once.
  const bool compiles = 2 * golds.questions() <= predictions.size();
  std::vector<std::optional<mhqa::compiled_gold>> compiled(compiles ? golds.questions() : 0);
  mhqa::for_each_chunk(threads, compiled.size(), grain(compiled.size(), threads),
                       [&](std::size_t begin, std::size_t end) {
                         for (std::size_t q = begin; q < end; ++q) compiled[q].emplace(golds.golds(q), rules);
                       });
  mhqa::for_each_chunk(
      threads, predictions.size(), grain(predictions.size(), threads), [&](std::size_t begin, std::size_t end) {
        mhqa::answer_scorer scorer{rules};
        for (std::size_t i = begin; i < end; ++i) {
          const std::size_t q = golds.question(i);
          store(i, compiles ? scorer(predictions[i], *compiled[q]) : scorer(predictions[i], golds.golds(q)));
        }
      });
}

}  // namespace mhqa_python
