// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of hieradate_statistics.hpp.
#pragma once

#include <mhqa/datasets/hieradate_statistics.hpp>

#include <mhqa/probe/date_person.hpp>

#include <algorithm>

namespace mhqa::inline v0_1::hieradate {

MHQA_INLINE void statistics::add(const record& r) {
  ++main;
  ++(r.combined ? combined : comparison);
  for (const extraction_question& q : r.extraction) extraction += q.question.empty() ? 0U : 1U;
  for (const reasoning_question& q : r.reasoning) reasoning += q.question.empty() ? 0U : 1U;
  robustness += r.robust_question.empty() ? 0U : 1U;
  if (!r.combined) return;
  combined_paragraphs += r.context.size();
  for (const titled_paragraph& p : r.context) {
    combined_paragraphs_with_age += std::any_of(p.sentences.begin(), p.sentences.end(), mentions_age) ? 1U : 0U;
  }
}

MHQA_INLINE statistics& statistics::operator+=(const statistics& other) noexcept {
  main += other.main;
  combined += other.combined;
  comparison += other.comparison;
  extraction += other.extraction;
  reasoning += other.reasoning;
  robustness += other.robustness;
  combined_paragraphs += other.combined_paragraphs;
  combined_paragraphs_with_age += other.combined_paragraphs_with_age;
  return *this;
}

MHQA_INLINE std::vector<named_count> statistics::named() const {
  return {{"main", main},
          {"extraction", extraction},
          {"reasoning", reasoning},
          {"robustness", robustness},
          {"combined", combined},
          {"comparison", comparison},
          {"paragraphs of combined", combined_paragraphs},
          {"paragraphs of combined with age", combined_paragraphs_with_age}};
}

}  // namespace mhqa::inline v0_1::hieradate
