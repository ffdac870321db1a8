// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of 2wikimultihopqa.hpp.
#pragma once

#include <mhqa/datasets/2wikimultihopqa.hpp>

#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/support.hpp>
#include <mhqa/text/lower.hpp>

#include <algorithm>
#include <utility>

namespace mhqa::inline v0_1::twowiki {

MHQA_INLINE std::string evidences_id_problem(const record& r) {
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

MHQA_INLINE bool alias_table::add(std::string_view id, std::span<const std::string_view> names) {
  if (!ids_.insert(id).second) return false;
  names_.insert(names_.end(), names.begin(), names.end());
  ends_.push_back(names_.size());
  for (const std::string_view name : names) fingerprint_.add(id, name);
  return true;
}

MHQA_INLINE std::span<const std::string_view> alias_table::find(std::string_view id) const noexcept {
  const std::uint32_t number = ids_.find(id);
  return number == string_index::npos ? std::span<const std::string_view>{} : names_of(number);
}

MHQA_INLINE std::span<const std::string_view> alias_table::names_of(std::uint32_t number) const noexcept {
  const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
  return std::span{names_}.subspan(begin, ends_[number] - begin);
}

namespace detail {

MHQA_INLINE void folded_facts::assign(std::span<const supporting_fact> facts) {
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

MHQA_INLINE std::size_t folded_facts::count_in(const folded_facts& others) const {
  return static_cast<std::size_t>(std::count_if(facts_.begin(), facts_.end(), [&](const supporting_fact& fact) {
    return std::binary_search(others.facts_.begin(), others.facts_.end(), fact);
  }));
}

}  // namespace detail

MHQA_INLINE question_scores evaluator::operator()(const record& gold, const prediction& predicted) {
  question_scores result;
  result.rules = answers_.key();
  if (predicted.answer) result.answer = score_answer(gold, *predicted.answer);
  expect_gold(gold, gold.has_supporting_facts || !predicted.supporting_facts, "supporting_facts");
  expect_gold(gold, gold.has_evidences || !predicted.evidences, "evidences");
  if (predicted.supporting_facts) result.support = score_facts(gold, *predicted.supporting_facts);
  if (predicted.evidences) result.evidence = score_evidences(gold, *predicted.evidences);
  if (result.answer && result.support && result.evidence) {
    result.joint = joint(*result.answer, *result.support, *result.evidence);
  }
  return result;
}

MHQA_INLINE void evaluator::expect_gold(const record& gold, bool there, const char* field) {
  if (there) return;
  throw_data_error({.id = std::string{gold.id}, .field = field},
                   "expected the field in the gold record, because the predictions have this task for the id",
                   errc::missing_field);
}

MHQA_INLINE scores evaluator::score_answer(const record& gold, std::string_view answer) {
  if (aliases_ == nullptr || !gold.answer_id) return answers_(answer, gold.answer);
  const std::uint32_t number = aliases_->number_of(*gold.answer_id);
  if (number == string_index::npos || aliases_->names_of(number).empty()) return answers_(answer, gold.answer);
  const std::span<const std::string_view> names = aliases_->names_of(number);
  const auto [known, first] = answer_names_.try_emplace(number);
  if (!first && !known->second) known->second.emplace(names, answers_.rules());
  const scores by_names = known->second ? answers_(answer, *known->second) : answers_(answer, names);
  return maximum(answers_(answer, gold.answer), by_names);
}

MHQA_INLINE scores evaluator::score_facts(const record& gold, std::span<const supporting_fact> facts) {
  predicted_facts_.assign(facts);
  gold_facts_.assign(gold.supporting_facts);
  const std::size_t common = predicted_facts_.count_in(gold_facts_);
  const std::size_t missed = gold_facts_.size() - gold_facts_.count_in(predicted_facts_);
  return score_set({common, predicted_facts_.size(), common + missed}, rules().empty_support);
}

MHQA_INLINE scores evaluator::score_evidences(const record& gold, std::span<const evidence_triple> evidences) {
  if (aliases_ == nullptr) return evidences_(evidences, gold.evidences);
  if (std::string problem = evidences_id_problem(gold); !problem.empty()) {
    throw_data_error({.id = std::string{gold.id}}, std::move(problem));
  }
  return evidences_(evidences, gold.evidences, [&](std::size_t i) {
    if (gold.evidences_id.empty()) return triple_names{};
    return triple_names{names_of(gold.evidences_id[i].subject), names_of(gold.evidences_id[i].object)};
  });
}

MHQA_INLINE const evidence_names* evaluator::names_of(std::string_view id) {
  const std::uint32_t number = aliases_->number_of(id);
  if (number == string_index::npos) return nullptr;
  return &names_.try_emplace(number, aliases_->names_of(number)).first->second;
}

MHQA_INLINE void data_set::fingerprint(const record& r, std::string& out) const {
  append_gold(out, r.answer);
  for (const supporting_fact& fact : r.supporting_facts) append_fact(out, fact);
  for (const evidence_triple& t : r.evidences) {
    append_gold(out += '\n', t.subject);
    append_gold(out += '\t', t.relation);
    append_gold(out += '\t', t.object);
  }
  if (aliases == nullptr) return;
  append_gold(out += '\n', r.answer_id.value_or(""));
  for (const evidence_triple& t : r.evidences_id) {
    append_gold(out += '\n', t.subject);
    append_gold(out += '\t', t.object);
  }
}

MHQA_INLINE void data_set::row(const result& s, question_row& out) {
  out.add_four("", s.answer.value_or(scores{}));
  out.add_four("sp_", s.support.value_or(scores{}));
  out.add_four("evi_", s.evidence.value_or(scores{}));
  out.add_four("joint_", s.joint.value_or(scores{}));
}

MHQA_INLINE void data_set::texts(const record& r, const prediction* predicted, question_row& out) const {
  out.question = r.question;
  out.golds.push_back(r.answer);
  if (aliases != nullptr && r.answer_id) {
    for (const std::string_view name : aliases->find(*r.answer_id)) out.golds.push_back(name);
  }
  if (predicted != nullptr) out.prediction = predicted->answer;
}

}  // namespace mhqa::inline v0_1::twowiki
