// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// 2WikiMultihopQA (Ho et al. 2020): its record and both official evaluations over ranges: answer,
// supporting facts, evidence triples, and all three jointly. With an alias table it is version 1.1
// (2wikimultihop_evaluate_v1.1.py), without one 1.0. Its files: mhqa/io/datasets/2wikimultihopqa.hpp.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/evidence.hpp>
#include <mhqa/metrics/joint.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/support.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace twowiki {

/// A question with its ten paragraphs. `answer`, the facts and the evidences are gold.
struct record {
  std::string_view id;
  std::string_view type;  ///< comparison, inference, compositional or bridge_comparison
  std::string_view question;
  std::vector<titled_paragraph> context;
  std::string_view entity_ids;  ///< Wikidata ids of the gold paragraphs: "Q1_Q2"
  std::vector<supporting_fact> supporting_facts;
  std::vector<evidence_triple> evidences;
  std::string_view answer;
  bool has_ids = false;                       ///< whether the next two are part of the file, since December 2020
  std::vector<evidence_triple> evidences_id;  ///< the evidences by Wikidata ids; empty, or one for each
  std::optional<std::string_view> answer_id;

  friend bool operator==(const record&, const record&) = default;
};

/// Why the record's evidences_id cannot stand for its evidences; empty if they can.
///
/// Source: the two assertions of 2wikimultihop_evaluate_v1.1.py
[[nodiscard]] inline std::string evidences_id_problem(const record& r) {
  if (r.evidences_id.empty()) return {};
  if (r.evidences_id.size() != r.evidences.size()) {
    return "expected evidences_id to be empty or one for each of the " + std::to_string(r.evidences.size()) +
           " evidences, found " + std::to_string(r.evidences_id.size());
  }
  for (std::size_t i = 0; i < r.evidences.size(); ++i) {
    if (r.evidences_id[i].relation == r.evidences[i].relation) continue;
    return "expected evidences_id[" + std::to_string(i) + "] to have the relation \"" +
           std::string{r.evidences[i].relation} + "\", found \"" + std::string{r.evidences_id[i].relation} + "\"";
  }
  return {};
}

/// What else entities are called: aliases and demonyms by Wikidata id. It keeps views.
class alias_table {
 public:
  /// False, and nothing added, for an id that is there already (the program lets the last one win).
  [[nodiscard]] bool add(std::string_view id, std::span<const std::string_view> names) {
    if (!ids_.insert(id).second) return false;
    names_.insert(names_.end(), names.begin(), names.end());
    ends_.push_back(names_.size());
    for (const std::string_view name : names) fingerprint_.add(id, name);
    return true;
  }

  /// The names of an id; none for an unknown one.
  [[nodiscard]] std::span<const std::string_view> find(std::string_view id) const noexcept {
    const std::uint32_t number = ids_.find(id);
    if (number == string_index::npos) return {};
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
    return std::span{names_}.subspan(begin, ends_[number] - begin);
  }

  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }

  /// To be added to the gold data's: the aliases decide the numbers too.
  [[nodiscard]] const data_fingerprint& fingerprint() const noexcept { return fingerprint_; }

 private:
  string_index ids_;
  std::vector<std::string_view> names_;
  std::vector<std::size_t> ends_;
  data_fingerprint fingerprint_;
};

/// What a model says about one question; a task it has no output for is empty.
struct prediction {
  std::optional<std::string_view> answer{};
  std::optional<std::span<const supporting_fact>> supporting_facts{};
  std::optional<std::span<const evidence_triple>> evidences{};
};

/// The scores of one question; a task without a prediction has none, and then there is no joint score.
struct question_scores {
  std::optional<scores> answer{};
  std::optional<scores> support{};
  std::optional<scores> evidence{};
  std::optional<scores> joint{};
};

namespace detail {

/// Distinct facts whose titles are then lower-cased, so that two that differ by case stay two.
class folded_facts {
 public:
  void assign(std::span<const supporting_fact> facts) {
    facts_.assign(facts.begin(), facts.end());
    std::sort(facts_.begin(), facts_.end());
    facts_.erase(std::unique(facts_.begin(), facts_.end()), facts_.end());
    titles_.clear();
    ends_.clear();
    for (const supporting_fact& fact : facts_) {
      append_lower(titles_, fact.title);
      ends_.push_back(titles_.size());
    }
    std::size_t begin = 0;
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      facts_[i].title = std::string_view{titles_}.substr(begin, ends_[i] - begin);
      begin = ends_[i];
    }
    std::sort(facts_.begin(), facts_.end());
  }

  [[nodiscard]] std::size_t size() const noexcept { return facts_.size(); }
  /// How many of these are among the others, each counted by itself.
  [[nodiscard]] std::size_t count_in(const folded_facts& others) const {
    return static_cast<std::size_t>(std::count_if(facts_.begin(), facts_.end(), [&](const supporting_fact& fact) {
      return std::binary_search(others.facts_.begin(), others.facts_.end(), fact);
    }));
  }

 private:
  std::vector<supporting_fact> facts_;
  std::string titles_;
  std::vector<std::size_t> ends_;
};

}  // namespace detail

/// Scores questions one after another with memory that it reuses; one per thread.
///
/// Source: update_answer, update_sp, update_evi and eval of 2wikimultihop_evaluate_v1.1.py and of the first version
class evaluator {
 public:
  /// Version 1.0: one gold answer, evidences as sets.
  explicit evaluator(const dialect& d = dialects::twowiki_1_0) : answers_{d} {}

  /// Version 1.1: answers, subjects and objects by any of their names. The table must outlive the evaluator.
  explicit evaluator(const alias_table& aliases, const dialect& d = dialects::twowiki_1_1)
      : aliases_{&aliases}, answers_{d} {}
  explicit evaluator(alias_table&&, const dialect& = dialects::twowiki_1_1) = delete;

  /// Errors: data_error where evidences_id_problem() has something to say (version 1.1)
  [[nodiscard]] question_scores operator()(const record& gold, const prediction& predicted) {
    question_scores result;
    if (predicted.answer) result.answer = score_answer(gold, *predicted.answer);
    if (predicted.supporting_facts) result.support = score_facts(gold, *predicted.supporting_facts);
    if (predicted.evidences) result.evidence = score_evidences(gold, *predicted.evidences);
    if (result.answer && result.support && result.evidence) {
      result.joint = joint(*result.answer, *result.support, *result.evidence);
    }
    return result;
  }

  [[nodiscard]] const dialect& rules() const noexcept { return answers_.rules(); }

 private:
  [[nodiscard]] scores score_answer(const record& gold, std::string_view answer) {
    if (aliases_ == nullptr || !gold.answer_id) return answers_(answer, gold.answer);
    const auto names = aliases_->find(*gold.answer_id);
    if (names.empty()) return answers_(answer, gold.answer);
    golds_.assign(1, gold.answer);
    golds_.insert(golds_.end(), names.begin(), names.end());
    return answers_(answer, std::span<const std::string_view>{golds_});
  }

  /// Membership is tested item by item on lists, from either side by itself: of two case twins each is counted.
  [[nodiscard]] scores score_facts(const record& gold, std::span<const supporting_fact> facts) {
    predicted_facts_.assign(facts);
    gold_facts_.assign(gold.supporting_facts);
    const std::size_t common = predicted_facts_.count_in(gold_facts_);
    const std::size_t missed = gold_facts_.size() - gold_facts_.count_in(predicted_facts_);
    return score_set({common, predicted_facts_.size(), common + missed}, rules().empty_support);
  }

  [[nodiscard]] scores score_evidences(const record& gold, std::span<const evidence_triple> evidences) {
    if (aliases_ == nullptr) return evidences_(evidences, gold.evidences);
    if (std::string problem = evidences_id_problem(gold); !problem.empty()) {
      throw_data_error({.id = std::string{gold.id}}, std::move(problem));
    }
    return evidences_(evidences, gold.evidences, [&](std::size_t i) {
      if (gold.evidences_id.empty()) return triple_names{};
      return triple_names{aliases_->find(gold.evidences_id[i].subject), aliases_->find(gold.evidences_id[i].object)};
    });
  }

  const alias_table* aliases_ = nullptr;
  answer_scorer<> answers_;
  evidence_scorer evidences_;
  std::vector<std::string_view> golds_;
  detail::folded_facts predicted_facts_, gold_facts_;
};

/// Sums over questions. Every question counts in the denominator of all sixteen numbers.
///
/// Shape: a monoid with exact_sum: add() questions, merge with +=
template <class Sum>
struct basic_totals {
  basic_accumulator<Sum> answer, support, evidence, joint;
  std::uint64_t questions = 0;
  std::uint64_t missing_answers = 0;
  std::uint64_t missing_support = 0;
  std::uint64_t missing_evidence = 0;

  constexpr void add(const question_scores& s) {
    ++questions;
    if (s.answer) answer += *s.answer;
    if (s.support) support += *s.support;
    if (s.evidence) evidence += *s.evidence;
    if (s.joint) joint += *s.joint;
    missing_answers += s.answer ? 0 : 1;
    missing_support += s.support ? 0 : 1;
    missing_evidence += s.evidence ? 0 : 1;
  }

  constexpr basic_totals& operator+=(const basic_totals& other) {
    answer += other.answer;
    support += other.support;
    evidence += other.evidence;
    joint += other.joint;
    questions += other.questions;
    missing_answers += other.missing_answers;
    missing_support += other.missing_support;
    missing_evidence += other.missing_evidence;
    return *this;
  }

  /// The sixteen published numbers in the program's order: em, f1, prec, recall, sp_em, …, evi_em, …, joint_recall.
  ///
  /// Units:     percent, unrounded
  /// Undefined: no question -> empty values (the program divides by zero)
  [[nodiscard]] std::vector<named_score> named() const {
    constexpr double scale = dialects::twowiki_1_1.scale;
    std::vector<named_score> out;
    append_published(out, "", answer.mean(questions), scale);
    append_published(out, "sp_", support.mean(questions), scale);
    append_published(out, "evi_", evidence.mean(questions), scale);
    append_published(out, "joint_", joint.mean(questions), scale);
    return out;
  }

  friend constexpr bool operator==(const basic_totals&, const basic_totals&) = default;
};

using totals = basic_totals<exact_sum>;
using published_totals = basic_totals<published_sum>;

/// The report of an evaluation with these totals.
[[nodiscard]] inline report make_report(const totals& t, const dialect& d, const data_fingerprint& data) {
  return {.dataset = "2wikimultihopqa",
          .rules = d,
          .scores = t.named(),
          .counts = {{"questions", t.questions},
                     {"missing_answers", t.missing_answers},
                     {"missing_support", t.missing_support},
                     {"missing_evidence", t.missing_evidence}},
          .signature = make_signature(d, data, {{"n", std::to_string(t.questions)}})};
}

}  // namespace twowiki
}  // namespace v0
}  // namespace mhqa
