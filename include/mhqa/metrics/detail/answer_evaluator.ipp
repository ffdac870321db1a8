// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of answer_evaluator.hpp.
#pragma once

#include <mhqa/metrics/answer_evaluator.hpp>

#include <mhqa/error.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE answer_evaluator::answer_evaluator(std::string_view name) : program_{find_published(name)} {
  if (program_ != nullptr) return;
  if (const dialect* const rules = find<dialect>(name)) {
    scorer_.emplace(*rules);
    return;
  }
  std::string known;
  for (const std::string_view one : evaluator_names()) known.append(known.empty() ? "" : ", ").append(one);
  throw_data_error({}, "unknown dialect \"" + std::string{name} + "\"; expected one of: " + known, errc::unknown_name);
}

MHQA_INLINE void answer_evaluator::score(const published_input& in, published_result& out) {
  static constexpr std::string_view any_text = "0";  // also a number, which MoreHopQA may ask for
  published_input asked = in;
  if (in.absent) {
    asked.prediction = {&any_text, 1};
    asked.prediction_is_list = false;
  }
  program_ != nullptr ? score_published(*program_, asked, out) : score_by_dialect(asked, out);
  if (!in.absent || !out.error().empty()) return;
  out.set_to_zero();
  if (program_ == nullptr || program_->total == nullptr) return;
  out.clear_numbers();
  program_->total(out.counts(), out);  // a miss of a file with one answer
}

MHQA_INLINE void answer_evaluator::score_by_dialect(const published_input& in, published_result& out) {
  out.clear();
  if (in.prediction_is_list) return out.raise("expected a string as the prediction, found a list");
  if (in.golds.empty() && !takes().empty_golds) return out.raise("expected at least one gold answer");
  const scores s = (*scorer_)(in.prediction.front(), in.golds);
  out.add("em", s.em);
  out.add("f1", s.f1);
  out.add("precision", s.precision);
  out.add("recall", s.recall);
  form_.assign(in.prediction.front(), scorer_->rules().text);
  out.set_prediction(form_.text());
  for (const std::string_view gold : in.golds) {
    form_.assign(gold, scorer_->rules().text);
    out.add_gold(form_.text());
  }
}

MHQA_INLINE std::vector<std::string_view> evaluator_names() {
  std::vector<std::string_view> out;
  for (const dialect& one : dialects::all) out.push_back(one.name.view());
  for (const published_dialect& one : published_dialects) out.push_back(one.name);
  return out;
}

}  // namespace mhqa::inline v0_1
