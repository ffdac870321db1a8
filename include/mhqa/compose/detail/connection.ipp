// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of connection.hpp.
#pragma once

#include <mhqa/compose/connection.hpp>

#include <algorithm>
#include <cstddef>

namespace mhqa::inline v0_1 {

MHQA_INLINE bool connection_verdicts::head_stays(std::uint32_t head) const noexcept {
  const auto at = std::lower_bound(head_questions.begin(), head_questions.end(), head);
  return at == head_questions.end() || *at != head || heads[static_cast<std::size_t>(at - head_questions.begin())];
}

MHQA_INLINE bool connection_verdicts::tail_stays(masked_tail mask) const noexcept {
  const auto at = std::lower_bound(masks.begin(), masks.end(), mask);
  return at == masks.end() || *at != mask || tails[static_cast<std::size_t>(at - masks.begin())];
}

MHQA_INLINE double connection_verdicts::share(const std::vector<bool>& stay) noexcept {
  const auto kept = static_cast<double>(std::count(stay.begin(), stay.end(), true));
  return stay.empty() ? 0 : kept / static_cast<double>(stay.size());
}

MHQA_INLINE connection_verdicts judge_connection(const single_hop_pool& pool, const connection_plan& plan,
                                                 const model_readings& heads, const model_readings& tails,
                                                 const connection_limits& limits) {
  connection_verdicts out;
  reading_scorer score{pool};
  const auto judge = [&](const auto& requests, const model_readings& readings, auto stays,
                         std::vector<bool>& verdicts) {
    if (requests.empty()) return;
    detail::check_readings("judge_connection", requests.size(), readings);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      verdicts.push_back(stays(score.mean(requests[i], readings, i), limits));
    }
  };
  judge(plan.heads, heads, head_stays, out.heads);
  judge(plan.tails, tails, tail_stays, out.tails);
  for (const reading_request& r : plan.heads) out.head_questions.push_back(r.question);
  out.masks = plan.masks;
  return out;
}

MHQA_INLINE connected_result connected_pairs(const pool_words& words, std::span<const question_pair> pairs,
                                             const connection_verdicts& verdicts) {
  connected_result out{{}, {{"head-needs-no-context", 0}, {"tail-needs-no-bridge", 0}}};
  for (const question_pair& p : pairs) {
    if (!verdicts.head_stays(p.head)) {
      ++out.dropped[0].count;
    } else if (!verdicts.tail_stays({p.tail, words.answer_key(p.head)})) {
      ++out.dropped[1].count;
    } else {
      out.kept.push_back(p);
    }
  }
  return out;
}

}  // namespace mhqa::inline v0_1
