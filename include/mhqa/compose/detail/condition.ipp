// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of condition.hpp.
#pragma once

#include <mhqa/compose/condition.hpp>

#include <mhqa/error.hpp>
#include <mhqa/expansion_budget.hpp>
#include <mhqa/graph/dag.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/support.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::vector<condition_request> condition_requests(std::span<const condition_hop> hops) {
  std::vector<condition_request> out;
  std::vector<std::string> steps;
  for (const condition_hop& hop : hops) {
    if (hop.answers.empty()) throw_data_error({}, "condition_requests: expected an answer to every step");
    steps.push_back(hop.question);
  }
  expansion_budget budget;
  for (const condition_hop& hop : hops) budget.grow(hop.question.size() + hop.answers.front().size());
  const auto filled = [&](std::uint32_t step, std::optional<std::uint32_t> without) {
    budget.spend(filled_size(steps[step], [&](std::uint32_t n) -> std::optional<std::string_view> {
      if (n == 0 || n > hops.size()) return std::nullopt;
      return without == n - 1 ? std::string_view{} : hops[n - 1].answers.front();
    }));
    std::string text;
    std::size_t from = 0;
    for (const step_reference& r : find_references(steps[step])) {
      if (r.step == 0 || r.step > hops.size()) continue;
      text += std::string_view{steps[step]}.substr(from, r.position - from);
      from = r.position + r.size;
      if (without != r.step - 1) {
        text += hops[r.step - 1].answers.front();
      } else if (!text.empty() && text.back() == ' ') {
        text.pop_back();
      } else if (text.empty() && from < steps[step].size() && steps[step][from] == ' ') {
        ++from;
      }
    }
    return text += std::string_view{steps[step]}.substr(from);
  };
  for (std::uint32_t i = 0; i < hops.size(); ++i) out.push_back({i, std::nullopt, filled(i, std::nullopt)});
  for (const edge& e : reference_edges(steps)) {
    out.push_back({static_cast<std::uint32_t>(e.to), static_cast<std::uint32_t>(e.from),
                   filled(static_cast<std::uint32_t>(e.to), static_cast<std::uint32_t>(e.from))});
  }
  return out;
}

MHQA_INLINE condition_result judge_condition(std::span<const condition_hop> hops, const model_readings& readings,
                                             const connection_limits& limits) {
  std::vector<condition_request> requests = condition_requests(hops);
  detail::check_readings("judge_condition", requests.size(), readings);
  condition_result out;
  answer_scorer<> answer{dialects::musique};
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const condition_hop& hop = hops[requests[i].step];
    const bool node = !requests[i].without;
    reading_scores sum;
    for (const auto& model : readings) {
      sum.answer_f1 += answer(model[i].answer, std::span<const std::string_view>{hop.answers}).f1;
      if (!node && hop.support) {
        sum.support_f1 +=
            score_support(model[i].support, std::array<std::uint32_t, 1>{*hop.support}, dialects::musique.empty_support)
                .f1;
      }
    }
    const auto models = static_cast<double>(readings.size());
    const reading_scores mean{sum.answer_f1 / models, sum.support_f1 / models};
    const bool met = node ? head_stays(mean, limits) : tail_stays(mean, limits);
    out.parts.push_back({std::move(requests[i]), mean, met});
  }
  return out;
}

MHQA_INLINE void condition_shares::add(const condition_result& result) {
  ++questions;
  connected += result.connected() ? 1U : 0U;
  std::vector<std::uint32_t> heads_of_tails;
  for (const condition_result::part& p : result.parts) {
    if (p.request.without) heads_of_tails.push_back(*p.request.without);
  }
  std::sort(heads_of_tails.begin(), heads_of_tails.end());
  for (const condition_result::part& p : result.parts) {
    if (p.request.without) {
      ++tails;
      tails_met += p.met ? 1U : 0U;
    } else if (std::binary_search(heads_of_tails.begin(), heads_of_tails.end(), p.request.step)) {
      ++heads;
      heads_met += p.met ? 1U : 0U;
    }
  }
}

MHQA_INLINE condition_shares& condition_shares::operator+=(const condition_shares& other) noexcept {
  questions += other.questions;
  connected += other.connected;
  heads += other.heads;
  heads_met += other.heads_met;
  tails += other.tails;
  tails_met += other.tails_met;
  return *this;
}

}  // namespace mhqa::inline v0_1
