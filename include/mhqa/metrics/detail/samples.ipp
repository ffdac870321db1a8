// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of samples.hpp.
#pragma once

#include <mhqa/metrics/samples.hpp>

#include <mhqa/error.hpp>
#include <mhqa/metrics/sum.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE double pass_at_k(std::uint64_t n, std::uint64_t right, std::uint64_t k) noexcept {
  MHQA_EXPECTS(k >= 1 && k <= n && right <= n, "mhqa::pass_at_k: expected 1 <= k <= n and right <= n");
  if (n - right < k) return 1;
  double none = 1;
  for (std::uint64_t i = n - right + 1; i <= n; ++i) none *= 1 - static_cast<double>(k) / static_cast<double>(i);
  return 1 - none;
}

MHQA_INLINE std::optional<std::size_t> majority_of(std::span<const result_answer* const> samples) {
  struct vote {
    std::size_t first, votes;
  };
  std::unordered_map<std::string, vote> votes;
  std::optional<std::size_t> best;
  std::size_t most = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!samples[i]->prediction) continue;
    ++votes.try_emplace(normalize(*samples[i]->prediction), vote{i, 0}).first->second.votes;
  }
  for (const auto& [text, one] : votes) {
    if (one.votes > most || (one.votes == most && best && one.first < *best)) {
      best = one.first;
      most = one.votes;
    }
  }
  return best;
}

MHQA_INLINE std::vector<sampled_question> sample_rows(const scored_result& result, std::span<const std::size_t> ks) {
  std::unordered_map<std::string_view, std::size_t> places;
  std::vector<sampled_question> out;
  std::vector<std::vector<const result_answer*>> questions;
  for (const result_answer& answer : result.answers) {
    const auto [at, fresh] = places.try_emplace(answer.id, questions.size());
    if (fresh) {
      questions.emplace_back();
      out.push_back({answer.id});
    }
    questions[at->second].push_back(&answer);
  }
  const std::array<std::string, 2> usual = usual_numbers(result);
  const auto is_right = [&usual](const result_answer* one) { return one->number(usual[0]).value_or(0) == 1; };
  for (std::size_t q = 0; q < questions.size(); ++q) {
    const std::vector<const result_answer*>& samples = questions[q];
    const auto add = [&](std::string name, double value) { out[q].numbers.push_back({std::move(name), value}); };
    for (const std::string& name : usual) {
      if (name.empty()) continue;
      exact_sum sum;
      for (const result_answer* one : samples) sum += one->number(name).value_or(0);
      add("avg_" + name, sum.value() / static_cast<double>(samples.size()));
    }
    const auto right = std::count_if(samples.begin(), samples.end(), is_right);
    for (const std::size_t k : ks) {
      if (k == 0 || k > samples.size()) {
        throw_data_error({.id = samples.front()->id},
                         "expected at least " + std::to_string(std::max<std::size_t>(k, 1)) +
                             " samples of the question, found " + std::to_string(samples.size()));
      }
      if (usual[0].empty()) continue;
      add("pass@" + std::to_string(k), pass_at_k(samples.size(), static_cast<std::uint64_t>(right), k));
      const std::optional<std::size_t> voted = majority_of(std::span{samples}.first(k));
      add("maj@" + std::to_string(k), voted && is_right(samples[*voted]) ? 1 : 0);
    }
  }
  return out;
}

MHQA_INLINE std::vector<named_score> sample_scores(const scored_result& result, std::span<const std::size_t> ks) {
  const std::vector<sampled_question> rows = sample_rows(result, ks);
  std::vector<named_score> out;
  for (std::size_t i = 0; !rows.empty() && i < rows[0].numbers.size(); ++i) {
    exact_sum sum;
    for (const sampled_question& one : rows) sum += *one.numbers[i].value;
    out.push_back({rows[0].numbers[i].name, sum.value() / static_cast<double>(rows.size())});
  }
  return out;
}

MHQA_INLINE scored_result sampled_result(const scored_result& result, std::span<const std::size_t> ks) {
  std::unordered_map<std::string_view, std::vector<const result_answer*>> samples;
  for (const result_answer& answer : result.answers) samples[answer.id].push_back(&answer);
  scored_result out{result.evaluator, result.signature + "|of-samples:mean", {}, result.refused};
  for (const sampled_question& row : sample_rows(result, ks)) {
    const std::vector<const result_answer*>& each = samples[row.id];
    result_answer& one = out.answers.emplace_back();
    one.id = row.id;
    one.golds = each.front()->golds;
    if (const std::optional<std::size_t> voted = majority_of(each)) one.prediction = each[*voted]->prediction;
    for (const named_score& number : row.numbers) one.numbers.emplace_back(number.name, number.value);
  }
  return out;
}

}  // namespace mhqa::inline v0_1
