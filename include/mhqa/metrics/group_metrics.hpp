// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Metrics for grouped<>: answers, and facts as sets. Each reads one field of a prediction and the same field of the
// gold.
#pragma once

#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/group_policies.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/metrics/support.hpp>

#include <string_view>

namespace mhqa::inline v0_1 {

/// Scores the field `answer` of a prediction against the gold's `answer`, a compiled_gold.
///
/// Shape: with a scorer, memory is reused from call to call (use one scorer per thread); without, it is allocated
struct answer_metric {
  answer_scorer<>* scorer = nullptr;

  [[nodiscard]] static constexpr std::string_view output(const auto& prediction) {
    return detail::required(prediction.answer, "answer");
  }
  [[nodiscard]] scores score(std::string_view answer, const auto& gold) const {
    return scorer != nullptr ? (*scorer)(answer, gold.answer) : score_answer(answer, gold.answer);
  }
};

/// Scores the field that a projection selects (see paragraphs_field).
///
/// Shape:  Field::of(x) returns the facts of a prediction or a gold, which are compared as sets
/// Source: sp_f1 and sp_em of DiRe's metrics/hotpotqa_eval.py
template <class Field, empty_rule Rule = empty_rule::zero>
struct facts_metric {
  [[nodiscard]] static constexpr const auto& output(const auto& prediction) {
    return detail::required(Field::of(prediction), Field::name);
  }
  [[nodiscard]] static constexpr scores score(const auto& facts, const auto& gold) {
    return score_support(facts, detail::required(Field::of(gold), Field::name), Rule);
  }
};

/// The field `supporting_paragraphs`.
struct paragraphs_field {
  static constexpr const char* name = "supporting_paragraphs";
  [[nodiscard]] static constexpr const auto& of(const auto& x) noexcept { return x.supporting_paragraphs; }
};

/// The field `supporting_sentences`.
struct sentences_field {
  static constexpr const char* name = "supporting_sentences";
  [[nodiscard]] static constexpr const auto& of(const auto& x) noexcept { return x.supporting_sentences; }
};

/// Scores of supporting paragraphs, or of supporting sentences.
using paragraphs_metric = facts_metric<paragraphs_field>;
using sentences_metric = facts_metric<sentences_field>;

}  // namespace mhqa::inline v0_1
