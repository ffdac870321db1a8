// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of doubts.hpp.
#pragma once

#include <mhqa/compose/doubts.hpp>

#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/verbalise.hpp>
#include <mhqa/graph/references.hpp>

namespace mhqa {
inline namespace v0_1 {

MHQA_INLINE std::size_t count_doubts(std::span<const wording_hop> steps, const doubt_lengths& from) {
  static const row_matcher of_head{head_doubt_rows}, of_tail{tail_doubt_rows};
  if (steps.empty()) return 0;
  const auto fired = [](const row_matcher& rows, std::string_view question) {
    std::size_t n = 0;
    if (find_relation(question)) return n;
    const sentence_words words{question};
    for (std::size_t i = 0; i < rows.rows().size(); ++i) n += rows.fires(i, words) ? 1U : 0U;
    return n;
  };
  std::size_t all = 0;
  for (const wording_hop& step : steps) all += count_words(step.question);
  return fired(of_head, steps.front().question) + fired(of_tail, steps.back().question) +
         (count_words(steps.back().answer) >= from.answer_words ? 1U : 0U) +
         (all > (from.step_words - 1) * steps.size() ? 1U : 0U);
}

}  // namespace v0_1
}  // namespace mhqa
