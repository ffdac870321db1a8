// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// 2WikiMultihopQA (Ho et al. 2020): the record and both official evaluations: answer, supporting facts, evidence
// triples, and all three jointly. An alias table selects version 1.1 (2wikimultihop_evaluate_v1.1.py); without one it
// is 1.0. mhqa/io/datasets/2wikimultihopqa.hpp reads its files.
#pragma once

#include <mhqa/datasets/data_set.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/evidence.hpp>
#include <mhqa/metrics/joint.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/totals.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mhqa::inline v0_1::twowiki {

/// A question with its ten paragraphs. `answer`, the facts and the evidences are gold.
struct record {
  std::string_view id;
  std::string_view type;  ///< comparison, inference, compositional or bridge_comparison
  std::string_view question;
  std::vector<titled_paragraph> context;
  std::string_view entity_ids;  ///< Wikidata ids of the gold paragraphs, e.g. "Q1_Q2"
  std::vector<supporting_fact> supporting_facts;
  std::vector<evidence_triple> evidences;
  std::string_view answer;
  bool has_ids = false;                       ///< true if the file has the next two fields (since December 2020)
  std::vector<evidence_triple> evidences_id;  ///< the evidences as Wikidata ids; empty, or one for each
  std::optional<std::string_view> answer_id;
  bool has_supporting_facts = true;  ///< false if the file has no facts; then none may be predicted
  bool has_evidences = true;         ///< likewise

  friend bool operator==(const record&, const record&) = default;
};

/// Returns the reason why the record's evidences_id do not fit its evidences; empty if they fit.
///
/// Source: the two assertions of 2wikimultihop_evaluate_v1.1.py
[[nodiscard]] std::string evidences_id_problem(const record& r);

/// Aliases and demonyms of entities by Wikidata id. The table keeps views of the names.
class alias_table {
 public:
  /// Adds the names of an id. Returns false, and adds nothing, if the id is known (in the program the last one wins).
  [[nodiscard]] bool add(std::string_view id, std::span<const std::string_view> names);

  /// Returns the names of an id; empty for an unknown id.
  [[nodiscard]] std::span<const std::string_view> find(std::string_view id) const noexcept;

  /// Returns the number of an id, from 0 in the order of add(); string_index::npos for an unknown id.
  [[nodiscard]] std::uint32_t number_of(std::string_view id) const noexcept { return ids_.find(id); }
  /// Returns the names of the id with this number.
  [[nodiscard]] std::span<const std::string_view> names_of(std::uint32_t number) const noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }

  /// Returns the hash of the names. It is part of the gold data's hash, because aliases affect the numbers.
  [[nodiscard]] const data_fingerprint& fingerprint() const noexcept { return fingerprint_; }

 private:
  string_index ids_;
  std::vector<std::string_view> names_;
  std::vector<std::size_t> ends_;
  data_fingerprint fingerprint_;
};

/// A model's output for one question. Missing tasks are empty.
struct prediction {
  std::optional<std::string_view> answer{};
  std::optional<std::span<const supporting_fact>> supporting_facts{};
  std::optional<std::span<const evidence_triple>> evidences{};
};

/// The scores of one question. If a task has no prediction, its score and the joint score are empty.
struct question_scores {
  std::optional<scores> answer{};
  std::optional<scores> support{};
  std::optional<scores> evidence{};
  std::optional<scores> joint{};
  dialect_key rules = 0;  ///< of the evaluator
};

namespace detail {

/// Distinct facts with lower-cased titles. Facts that differ only by case stay distinct.
class folded_facts {
 public:
  void assign(std::span<const supporting_fact> facts);

  [[nodiscard]] std::size_t size() const noexcept { return facts_.size(); }
  /// Counts the facts that are also in `others`.
  [[nodiscard]] std::size_t count_in(const folded_facts& others) const;

 private:
  std::vector<supporting_fact> facts_;
  std::string titles_;
  std::vector<std::size_t> ends_;
};

}  // namespace detail

/// Scores questions and reuses its memory. Use one evaluator per thread.
///
/// Source: update_answer, update_sp, update_evi and eval of 2wikimultihop_evaluate_v1.1.py and of the first version
class evaluator {
 public:
  /// Version 1.0: one gold answer, evidence as sets.
  explicit evaluator(const dialect& d = dialects::twowiki_1_0) : answers_{d} {}

  /// Version 1.1: answers, subjects and objects match by any of their names.
  ///
  /// Requires: the table outlives the evaluator
  explicit evaluator(const alias_table& aliases, const dialect& d = dialects::twowiki_1_1)
      : aliases_{&aliases}, answers_{d} {}
  explicit evaluator(alias_table&&, const dialect& = dialects::twowiki_1_1) = delete;

  /// Errors: data_error if evidences_id_problem() reports a problem (version 1.1), and for a predicted task whose gold
  ///         the record lacks, as the programs fail
  [[nodiscard]] question_scores operator()(const record& gold, const prediction& predicted);

  [[nodiscard]] const dialect& rules() const noexcept { return answers_.rules(); }

 private:
  static void expect_gold(const record& gold, bool there, const char* field);

  [[nodiscard]] scores score_answer(const record& gold, std::string_view answer);

  /// Looks up each predicted fact among the gold facts, and each gold fact among the predicted ones, without regard to
  /// case. Two facts that differ only by case both count.
  [[nodiscard]] scores score_facts(const record& gold, std::span<const supporting_fact> facts);

  [[nodiscard]] scores score_evidences(const record& gold, std::span<const evidence_triple> evidences);

  /// Returns the names of an id, normalised when they are first needed; null for an unknown id.
  [[nodiscard]] const evidence_names* names_of(std::string_view id);

  const alias_table* aliases_ = nullptr;
  answer_scorer<> answers_;
  evidence_scorer evidences_;
  std::unordered_map<std::uint32_t, evidence_names> names_;                       // by the id's number
  std::unordered_map<std::uint32_t, std::optional<compiled_gold>> answer_names_;  // compiled when an id comes again
  detail::folded_facts predicted_facts_, gold_facts_;
};

/// The sixteen published numbers. Every question counts in all denominators.
struct slots {
  using result = question_scores;
  enum sum : std::uint8_t { answer, support, evidence, joint };
  enum count : std::uint8_t { questions, missing_answers, missing_support, missing_evidence };
  static constexpr std::size_t sums = 4, counts = 4;
  static constexpr std::string_view dataset = "2wikimultihopqa";
  static constexpr dialect rules = dialects::twowiki_1_0;

  template <class Totals>
  static constexpr void add(Totals& t, const question_scores& s) {
    ++t[questions];
    if (s.answer) t[answer] += *s.answer;
    if (s.support) t[support] += *s.support;
    if (s.evidence) t[evidence] += *s.evidence;
    if (s.joint) t[joint] += *s.joint;
    t[missing_answers] += s.answer ? 0 : 1;
    t[missing_support] += s.support ? 0 : 1;
    t[missing_evidence] += s.evidence ? 0 : 1;
  }

  /// Returns em, f1, prec, recall, sp_em, …, evi_em, …, joint_recall.
  ///
  /// Undefined: no question -> empty values (the program divides by zero)
  template <class Totals>
  [[nodiscard]] static std::vector<named_score> named(const Totals& t) {
    std::vector<named_score> out;
    append_published(out, "", t[answer].mean(t[questions]), t.rules().scale);
    append_published(out, "sp_", t[support].mean(t[questions]), t.rules().scale);
    append_published(out, "evi_", t[evidence].mean(t[questions]), t.rules().scale);
    append_published(out, "joint_", t[joint].mean(t[questions]), t.rules().scale);
    return out;
  }
  template <class Totals>
  [[nodiscard]] static std::vector<named_count> counted(const Totals& t) {
    return {{"questions", t[questions]},
            {"missing_answers", t[missing_answers]},
            {"missing_support", t[missing_support]},
            {"missing_evidence", t[missing_evidence]}};
  }
  template <class Totals>
  [[nodiscard]] static signature_choices choices(const Totals& t) {
    return {{"n", std::to_string(t[questions])}};
  }
};

/// Sums of the slots: exact, or added in the order of the file as the published program does.
using totals = mhqa::totals<slots, exact_sum>;
using published_totals = mhqa::totals<slots, published_sum>;

/// The traits of 2WikiMultihopQA for `evaluate`. A table of aliases selects version 1.1.
///
/// Requires: the table outlives the evaluation
struct data_set {
  using record = twowiki::record;
  using prediction = twowiki::prediction;
  using result = question_scores;
  using slots = twowiki::slots;
  using hooks = data_set_hooks<data_set, hook::shared_data>;
  static constexpr std::array<std::string_view, 1> group_fields{"type"};

  const alias_table* aliases = nullptr;
  dialect rules = aliases != nullptr ? dialects::twowiki_1_1 : dialects::twowiki_1_0;

  [[nodiscard]] evaluator make_evaluator() const {
    return aliases != nullptr ? evaluator{*aliases, rules} : evaluator{rules};
  }
  [[nodiscard]] static std::string_view id(const record& r) { return r.id; }
  [[nodiscard]] static std::string_view group(const record& r, std::string_view, std::string&) { return r.type; }
  void fingerprint(const record& r, std::string& out) const;
  /// Returns the hash of the data shared by all questions.
  [[nodiscard]] data_fingerprint shared_data() const {
    return aliases != nullptr ? aliases->fingerprint() : data_fingerprint{};
  }
  [[nodiscard]] static prediction from_text(std::string_view answer) { return {.answer = answer}; }
  [[nodiscard]] static result score(evaluator& scorer, const record& gold, const prediction* predicted) {
    return scorer(gold, predicted != nullptr ? *predicted : prediction{});
  }
  template <class F>
  static void for_each_missing(const result& s, F&& f) {
    if (!s.answer) f("answer");
    if (!s.support) f("sp");
    if (!s.evidence) f("evidence");
  }
  static void row(const result& s, question_row& out);
  void texts(const record& r, const prediction* predicted, question_row& out) const;
};

}  // namespace mhqa::inline v0_1::twowiki

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/2wikimultihopqa.ipp>
#endif
