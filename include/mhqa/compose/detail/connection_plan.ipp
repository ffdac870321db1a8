// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of connection_plan.hpp.
#pragma once

#include <mhqa/compose/connection_plan.hpp>

#include <mhqa/compose/mentions.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <numeric>
#include <string>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE std::vector<std::uint32_t> folds_of(std::size_t n, std::uint32_t folds, std::uint64_t seed,
                                                std::string_view purpose) {
  std::vector<std::uint32_t> order(n), out(n);
  std::iota(order.begin(), order.end(), 0U);
  draws random{seed, purpose};
  shuffle<std::uint32_t>(order, random);
  for (std::size_t i = 0; i < n; ++i) out[order[i]] = static_cast<std::uint32_t>(i % folds);
  return out;
}

MHQA_INLINE std::vector<std::uint32_t> heads_of(std::span<const question_pair> pairs) {
  std::vector<std::uint32_t> out;
  for (const question_pair& p : pairs) out.push_back(p.head);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

MHQA_INLINE std::vector<masked_tail> masks_of(const pool_words& words, std::span<const question_pair> pairs) {
  std::vector<masked_tail> out;
  for (const question_pair& p : pairs) out.push_back({p.tail, words.answer_key(p.head)});
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

MHQA_INLINE reading_request head_request(const single_hop_pool& pool, std::uint32_t head) {
  const single_hop& q = pool.questions[head];
  return {"head__" + std::string{q.id}, head, std::string{q.question}, {}, 0};
}

MHQA_INLINE reading_request tail_request(const single_hop_pool& pool, std::uint32_t tail, std::string_view answer) {
  const single_hop& q = pool.questions[tail];
  return {"tail__" + std::string{q.id} + "__" + normalize(answer), tail, mask_mentions(q.question, answer), {}, 0};
}

MHQA_INLINE void assign_folds(std::span<reading_request> requests, std::uint32_t folds, std::uint64_t seed,
                              std::string_view purpose) {
  std::size_t questions = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    questions += i == 0 || requests[i].question != requests[i - 1].question ? 1U : 0U;
  }
  const std::vector<std::uint32_t> fold_of = folds_of(questions, folds, seed, purpose);
  std::size_t at = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    at += i != 0 && requests[i].question != requests[i - 1].question ? 1U : 0U;
    requests[i].fold = fold_of[at];
  }
}

}  // namespace mhqa::inline v0_1::detail
