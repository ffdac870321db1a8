// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of squad.hpp.
#pragma once

#include <mhqa/datasets/squad.hpp>

#include <mhqa/metrics/accumulator.hpp>

#include <charconv>
#include <span>

namespace mhqa::inline v0_1::squad {

MHQA_INLINE question_scores evaluator::operator()(const record& gold, const prediction& predicted) {
  if (version_ == version::v1_1 && !gold.has_answer()) {
    throw_data_error({.id = std::string{gold.id}, .field = "answers"},
                     "expected at least one gold answer in SQuAD 1.1");
  }
  question_scores result;
  result.rules = answers_.key();
  result.has_answer = gold.has_answer();
  if (!predicted.answer) return result;
  golds_.clear();
  for (const answer& a : gold.answers) golds_.push_back(a.text);
  result.answer = answers_(*predicted.answer, std::span<const std::string_view>{golds_});
  if (version_ == version::v1_1) return result;
  result.row = rejectable{predicted.no_answer, predicted.position, *result.answer, gold.has_answer(),
                          !predicted.answer->empty()};
  if (predicted.no_answer > threshold_) {
    const double right = gold.has_answer() ? 0 : 1;
    result.answer = scores{right, right, right, right};
  }
  return result;
}

MHQA_INLINE std::vector<named_score> threshold_scores::named(bool precisions) const {
  std::vector<named_score> out;
  const auto best = [&out](const std::string& name, const std::optional<threshold_choice>& choice) {
    out.push_back({name, choice ? std::optional{choice->mean(100.0)} : std::nullopt});
    out.push_back({name + "_thresh", choice ? std::optional{choice->threshold} : std::nullopt});
  };
  best("best_exact", exact);
  best("best_f1", f1);
  if (!precisions || !oracle_precision) return out;
  out.push_back({"pr_exact_ap", 100.0 * *exact_precision});
  out.push_back({"pr_f1_ap", 100.0 * *f1_precision});
  out.push_back({"pr_oracle_ap", 100.0 * *oracle_precision});
  return out;
}

MHQA_INLINE threshold_totals& threshold_totals::operator+=(const threshold_totals& other) {
  rows.insert(rows.end(), other.rows.begin(), other.rows.end());
  return *this;
}

MHQA_INLINE threshold_scores threshold_totals::result() {
  sort_by_no_answer(rows);
  const auto em = [](const rejectable& row) { return row.score.em; };
  const auto f1 = [](const rejectable& row) { return row.score.f1; };
  return {best_threshold(rows, em), best_threshold(rows, f1), average_precision(rows, em), average_precision(rows, f1),
          average_precision(rows, [](const rejectable&) { return 1.0; })};
}

namespace detail {

MHQA_INLINE std::string shortest(double value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

}  // namespace detail

MHQA_INLINE data_set::collector& data_set::collector::operator+=(const collector& other) {
  rows += other.rows;
  return *this;
}

MHQA_INLINE void data_set::collector::save(byte_writer& out) const {
  out.number(rows.rows.size());
  for (const rejectable& row : rows.rows) {
    out.real(row.no_answer);
    out.number(row.position);
    mhqa::save(out, row.score);
    out.flag(row.has_answer);
    out.flag(row.answered);
  }
}

MHQA_INLINE void data_set::collector::load(byte_reader& in, const dialect&) {
  for (std::size_t i = in.count(50); i != 0; --i) {
    rejectable row;
    row.no_answer = in.real();
    row.position = in.number();
    mhqa::load(in, row.score);
    row.has_answer = in.flag();
    row.answered = in.flag();
    if (row.no_answer != row.no_answer) in.fail("expected a probability, found a NaN");
    rows.rows.push_back(row);
  }
}

MHQA_INLINE void data_set::save_options(byte_writer& out) const {
  out.flag(has_probabilities);
  out.real(threshold);
}

MHQA_INLINE void data_set::load_options(byte_reader& in) {
  has_probabilities = in.flag();
  threshold = in.real();
}

MHQA_INLINE evaluator data_set::make_evaluator() const {
  const auto version = find_version(rules);
  if (!version) throw_usage_error("mhqa::squad: the dialect must be squad-1.1 or squad-2.0");
  return evaluator{*version, threshold};
}

MHQA_INLINE void data_set::row(const result& s, question_row& out) const {
  const bool zero = rules.missing == missing_rule::zero;
  out.add("exact", s.answer ? std::optional{s.answer->em} : zero ? std::optional{0.0} : std::nullopt);
  out.add("f1", s.answer ? std::optional{s.answer->f1} : zero ? std::optional{0.0} : std::nullopt);
  out.flags.push_back({"has_answer", s.has_answer});
}

MHQA_INLINE void data_set::texts(const record& r, const prediction* predicted, question_row& out) {
  out.question = r.question;
  for (const answer& a : r.answers) out.golds.push_back(a.text);
  if (predicted != nullptr) out.prediction = predicted->answer;
}

MHQA_INLINE threshold_result data_set::options(const collector& c) const {
  if (!has_probabilities) return {std::nullopt, threshold};
  threshold_totals rows = c.rows;
  return {rows.result(), threshold};
}

}  // namespace mhqa::inline v0_1::squad
