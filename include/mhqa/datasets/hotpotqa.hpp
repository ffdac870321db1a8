// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HotpotQA (Yang et al. 2018): the record and the official evaluation (hotpot_evaluate_v1.py) of the answer, the
// supporting facts, and both jointly. mhqa/io/datasets/hotpotqa.hpp reads its files.
#pragma once

#include <mhqa/datasets/data_set.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/totals.hpp>
#include <mhqa/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::hotpotqa {

/// A question with its ten paragraphs (distractor setting). `answer` and the facts are gold.
struct record {
  std::string_view id;
  std::string_view question;
  std::string_view answer;
  std::string_view type;   ///< bridge or comparison
  std::string_view level;  ///< easy, medium or hard
  std::vector<supporting_fact> supporting_facts;
  bool has_supporting_facts = true;  ///< false if the file has no facts; then only the answer is scored
  std::vector<titled_paragraph> context;
};

/// A model's output for one question. Missing tasks are empty.
struct prediction {
  std::optional<std::string_view> answer;
  std::optional<std::span<const supporting_fact>> supporting_facts;
};

/// The scores of one question. Tasks without a prediction are empty; the joint score then is, too.
struct question_scores {
  std::optional<scores> answer;
  std::optional<scores> support;
  std::optional<scores> joint;
  bool has_gold_support = true;
  dialect_key rules = 0;  ///< of the evaluator
};

/// Scores questions and reuses its memory. Use one evaluator per thread.
///
/// Source: update_answer, update_sp and eval of hotpot_evaluate_v1.py
class evaluator {
 public:
  explicit evaluator(const dialect& d = dialects::hotpotqa) : answers_{d} {}

  [[nodiscard]] question_scores operator()(const record& gold, const prediction& predicted);

  [[nodiscard]] const dialect& rules() const noexcept { return answers_.rules(); }

 private:
  answer_scorer<> answers_;
};

/// The twelve published numbers. Every question counts in the answer's denominators, a question without gold facts only
/// there.
struct slots {
  using result = question_scores;
  enum sum : std::uint8_t { answer, support, joint };
  enum count : std::uint8_t { questions, questions_with_support, missing_answers, missing_support };
  static constexpr std::size_t sums = 3, counts = 4;
  static constexpr std::string_view dataset = "hotpotqa";
  static constexpr dialect rules = dialects::hotpotqa;

  template <class Totals>
  static constexpr void add(Totals& t, const question_scores& s) {
    if (s.answer) t[answer] += *s.answer;
    if (s.support) t[support] += *s.support;
    if (s.joint) t[joint] += *s.joint;
    ++t[questions];
    t[questions_with_support] += s.has_gold_support ? 1 : 0;
    t[missing_answers] += s.answer ? 0 : 1;
    t[missing_support] += s.support || !s.has_gold_support ? 0 : 1;
  }

  /// Returns em, f1, prec, recall, sp_em, …, joint_recall.
  ///
  /// Undefined: no question -> empty values (the program divides by zero)
  template <class Totals>
  [[nodiscard]] static std::vector<named_score> named(const Totals& t) {
    std::vector<named_score> out;
    append_published(out, "", t[answer].mean(t[questions]), t.rules().scale);
    append_published(out, "sp_", t[support].mean(t[questions_with_support]), t.rules().scale);
    append_published(out, "joint_", t[joint].mean(t[questions_with_support]), t.rules().scale);
    return out;
  }
  template <class Totals>
  [[nodiscard]] static std::vector<named_count> counted(const Totals& t) {
    return {{"questions", t[questions]},
            {"questions_with_support", t[questions_with_support]},
            {"missing_answers", t[missing_answers]},
            {"missing_support", t[missing_support]}};
  }
  template <class Totals>
  [[nodiscard]] static signature_choices choices(const Totals& t) {
    return {{"n", std::to_string(t[questions])}, {"n-support", std::to_string(t[questions_with_support])}};
  }
};

/// Sums of the slots: exact, or added in the order of the file as the published program does.
using totals = mhqa::totals<slots, exact_sum>;
using published_totals = mhqa::totals<slots, published_sum>;

/// The traits of HotpotQA for `evaluate`.
struct data_set {
  using record = hotpotqa::record;
  using prediction = hotpotqa::prediction;
  using result = question_scores;
  using slots = hotpotqa::slots;
  using hooks = data_set_hooks<data_set>;
  static constexpr std::array<std::string_view, 2> group_fields{"type", "level"};

  dialect rules = dialects::hotpotqa;

  [[nodiscard]] evaluator make_evaluator() const { return evaluator{rules}; }
  [[nodiscard]] static std::string_view id(const record& r) { return r.id; }
  [[nodiscard]] static std::string_view group(const record& r, std::string_view field, std::string&) {
    return field == "type" ? r.type : r.level;
  }
  /// Appends the gold data that affects the scores.
  static void fingerprint(const record& r, std::string& out);
  [[nodiscard]] static prediction from_text(std::string_view answer) { return {answer, std::nullopt}; }
  [[nodiscard]] static result score(evaluator& scorer, const record& gold, const prediction* predicted) {
    return scorer(gold, predicted != nullptr ? *predicted : prediction{});
  }
  template <class F>
  static void for_each_missing(const result& s, F&& f) {
    if (!s.answer) f("answer");
    if (!s.support && s.has_gold_support) f("sp");
  }
  static void row(const result& s, question_row& out);
  static void texts(const record& r, const prediction* predicted, question_row& out);
};

}  // namespace mhqa::inline v0_1::hotpotqa

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/hotpotqa.ipp>
#endif
