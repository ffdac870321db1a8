// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of hotpotqa.hpp.
#pragma once

#include <mhqa/datasets/hotpotqa.hpp>

#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/joint.hpp>
#include <mhqa/metrics/support.hpp>

namespace mhqa::inline v0_1::hotpotqa {

MHQA_INLINE question_scores evaluator::operator()(const record& gold, const prediction& predicted) {
  question_scores result;
  result.rules = answers_.key();
  result.has_gold_support = gold.has_supporting_facts;
  if (predicted.answer) result.answer = answers_(*predicted.answer, gold.answer);
  if (predicted.supporting_facts && gold.has_supporting_facts) {
    result.support = score_support(*predicted.supporting_facts, gold.supporting_facts, answers_.rules().empty_support);
  }
  if (result.answer && result.support) result.joint = joint(*result.answer, *result.support);
  return result;
}

MHQA_INLINE void data_set::fingerprint(const record& r, std::string& out) {
  append_gold(out, r.answer);
  for (const supporting_fact& fact : r.supporting_facts) append_fact(out, fact);
}

MHQA_INLINE void data_set::row(const result& s, question_row& out) {
  out.add_four("", s.answer.value_or(scores{}));
  if (!s.has_gold_support) return;
  out.add_four("sp_", s.support.value_or(scores{}));
  out.add_four("joint_", s.joint.value_or(scores{}));
}

MHQA_INLINE void data_set::texts(const record& r, const prediction* predicted, question_row& out) {
  out.question = r.question;
  out.golds.push_back(r.answer);
  if (predicted != nullptr) out.prediction = predicted->answer;
}

}  // namespace mhqa::inline v0_1::hotpotqa
