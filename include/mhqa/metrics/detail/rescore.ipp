// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of rescore.hpp.
#pragma once

#include <mhqa/metrics/rescore.hpp>

#include <mhqa/metrics/answer_evaluator.hpp>
#include <mhqa/metrics/dialect.hpp>

#include <array>
#include <cstddef>
#include <optional>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE published_input input_of(const result_answer& one, std::vector<std::string_view>& spans,
                                     std::vector<std::string_view>& golds) {
  spans.clear();
  if (one.is_list) spans.assign(one.spans.begin(), one.spans.end());
  if (one.prediction && !one.is_list) spans.push_back(*one.prediction);
  golds.assign(one.golds.begin(), one.golds.end());
  return {.prediction = spans,
          .prediction_is_list = one.is_list,
          .golds = golds,
          .answer_type = one.answer_type,
          .absent = !one.prediction};
}

}  // namespace detail

MHQA_INLINE scored_result rescored(const scored_result& result, std::string_view evaluator, absent_answers absent,
                                   signature_choices more) {
  scored_result out{.evaluator = std::string{evaluator}};
  answer_evaluator by{evaluator};
  const dialect* const rules = find<dialect>(evaluator);
  const bool left_out =
      absent == absent_answers::by_dialect && rules != nullptr && rules->missing != missing_rule::zero;
  published_result numbers;
  std::vector<std::string_view> spans, golds;
  const std::string_view sample = "x";
  by.score({.prediction = {&sample, 1}, .golds = {&sample, 1}}, numbers);
  const bool of_file = by.program() != nullptr && by.program()->total != nullptr;
  const std::string_view ratio = of_file ? by.program()->ratio : std::string_view{};
  std::vector<std::string> names;
  for (const published_number& one : numbers.numbers()) {
    if (one.name != ratio) names.emplace_back(one.name);
  }
  file_counts counts;
  data_fingerprint data;
  std::string bytes;
  out.answers.reserve(result.answers.size());
  for (const result_answer& one : result.answers) {
    bytes.clear();
    for (const std::string& gold : one.golds) bytes.append(std::to_string(gold.size())).append(":").append(gold);
    data.add(one.id, bytes);
    result_answer& now = out.answers.emplace_back(one);
    now.numbers.clear();
    by.score(detail::input_of(one, spans, golds), numbers);
    if (!numbers.error().empty()) out.refused.emplace_back(one.id, numbers.error());
    counts += numbers.counts();
    const bool scored =
        numbers.error().empty() && !(left_out && !one.prediction) && !(of_file && numbers.counts().counted == 0);
    for (const std::string& name : names) {
      std::optional<double> value;
      for (const published_number& number : numbers.numbers()) {
        if (scored && number.name == name) value = number.value;
      }
      now.numbers.emplace_back(name, value);
    }
  }
  if (of_file) {
    by.total(counts, numbers);
    for (const published_number& one : numbers.numbers()) out.totals.push_back({std::string{one.name}, one.value});
  }
  const std::size_t missing = out.absent();
  more.emplace_back("n", std::to_string(out.answers.size()));
  more.emplace_back("absent", std::to_string(missing) + (left_out ? ",left-out" : ",0"));
  more.emplace_back("data", data.text());
  out.signature = by.signature(more);
  return out;
}

MHQA_INLINE std::vector<std::pair<std::string, std::string>> matching_numbers(const scored_result& a,
                                                                              const scored_result& b) {
  const std::array<std::string, 2> left = usual_numbers(a), right = usual_numbers(b);
  std::vector<std::pair<std::string, std::string>> out;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string& x = left[i].empty() ? left[1 - i] : left[i];
    const std::string& y = right[i].empty() ? right[1 - i] : right[i];
    if (x.empty() || y.empty()) continue;
    if (out.empty() || out.back() != std::pair{x, y}) out.emplace_back(x, y);
  }
  return out;
}

}  // namespace mhqa::inline v0_1
