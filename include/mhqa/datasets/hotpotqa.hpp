// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HotpotQA (Yang et al. 2018): its record and its official evaluation (hotpot_evaluate_v1.py) over ranges:
// answer, supporting facts, and both jointly. Reading its files: mhqa/io/datasets/hotpotqa.hpp.
#pragma once

#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/joint.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/support.hpp>
#include <mhqa/types.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace hotpotqa {

/// A question with its ten paragraphs (distractor setting). `answer` and the facts are gold.
struct record {
  std::string_view id;
  std::string_view question;
  std::string_view answer;
  std::string_view type;   ///< bridge or comparison
  std::string_view level;  ///< easy, medium or hard
  std::vector<supporting_fact> supporting_facts;
  bool has_supporting_facts = true;  ///< false where the file gives answers alone: then only they are scored
  std::vector<titled_paragraph> context;
};

/// What a model says about one question; a task it has no output for is empty.
struct prediction {
  std::optional<std::string_view> answer;
  std::optional<std::span<const supporting_fact>> supporting_facts;
};

/// The scores of one question; a task without a prediction has none, and then there is no joint score.
struct question_scores {
  std::optional<scores> answer;
  std::optional<scores> support;
  std::optional<scores> joint;
  bool has_gold_support = true;
};

/// Scores questions one after another with memory that it reuses; one per thread.
///
/// Source: update_answer, update_sp and eval of hotpot_evaluate_v1.py
class evaluator {
 public:
  explicit evaluator(const dialect& d = dialects::hotpotqa) : answers_{d} {}

  [[nodiscard]] question_scores operator()(const record& gold, const prediction& predicted) {
    question_scores result;
    result.has_gold_support = gold.has_supporting_facts;
    if (predicted.answer) result.answer = answers_(*predicted.answer, gold.answer);
    if (predicted.supporting_facts && gold.has_supporting_facts) {
      result.support =
          score_support(*predicted.supporting_facts, gold.supporting_facts, answers_.rules().empty_support);
    }
    if (result.answer && result.support) result.joint = joint(*result.answer, *result.support);
    return result;
  }

  [[nodiscard]] const dialect& rules() const noexcept { return answers_.rules(); }

 private:
  answer_scorer<> answers_;
};

/// Sums over questions. Every question counts in the denominator of all twelve numbers, but one whose gold
/// has no supporting facts only in that of the answers.
///
/// Shape: a monoid with exact_sum: add() questions, merge with +=
template <class Sum>
struct basic_totals {
  basic_accumulator<Sum> answer, support, joint;
  std::uint64_t questions = 0;
  std::uint64_t questions_with_support = 0;  ///< whose gold has supporting facts
  std::uint64_t missing_answers = 0;
  std::uint64_t missing_support = 0;

  constexpr void add(const question_scores& s) {
    ++questions;
    if (s.answer) answer += *s.answer;
    if (s.support) support += *s.support;
    if (s.joint) joint += *s.joint;
    missing_answers += s.answer ? 0 : 1;
    questions_with_support += s.has_gold_support ? 1 : 0;
    missing_support += s.support || !s.has_gold_support ? 0 : 1;
  }

  constexpr basic_totals& operator+=(const basic_totals& other) {
    answer += other.answer;
    support += other.support;
    joint += other.joint;
    questions += other.questions;
    questions_with_support += other.questions_with_support;
    missing_answers += other.missing_answers;
    missing_support += other.missing_support;
    return *this;
  }

  /// The twelve published numbers in the program's order: em, f1, prec, recall, sp_em, …, joint_recall.
  ///
  /// Units:     fractions, unrounded
  /// Undefined: no question -> empty values (the program divides by zero)
  [[nodiscard]] std::vector<named_score> named() const {
    std::vector<named_score> out;
    append_published(out, "", answer.mean(questions));
    append_published(out, "sp_", support.mean(questions_with_support));
    append_published(out, "joint_", joint.mean(questions_with_support));
    return out;
  }
};

using totals = basic_totals<exact_sum>;
using published_totals = basic_totals<published_sum>;

/// The report of an evaluation with these totals.
[[nodiscard]] inline report make_report(const totals& t, const dialect& d, const data_fingerprint& data) {
  return {.dataset = "hotpotqa",
          .rules = d,
          .scores = t.named(),
          .counts = {{"questions", t.questions},
                     {"questions_with_support", t.questions_with_support},
                     {"missing_answers", t.missing_answers},
                     {"missing_support", t.missing_support}},
          .signature = make_signature(
              d, data, {{"n", std::to_string(t.questions)}, {"n-support", std::to_string(t.questions_with_support)}})};
}

}  // namespace hotpotqa
}  // namespace v0
}  // namespace mhqa
