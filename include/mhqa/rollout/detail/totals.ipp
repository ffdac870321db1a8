// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of totals.hpp.
#pragma once

#include <mhqa/rollout/totals.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE hop_totals& hop_totals::operator+=(const hop_totals& other) noexcept {
  hops += other.hops;
  with_support += other.with_support;
  with_answer += other.with_answer;
  with_bridge += other.with_bridge;
  for (std::size_t i = 0; i < support_by.size(); ++i) {
    support_by[i] += other.support_by[i];
    answer_by[i] += other.answer_by[i];
  }
  used += other.used;
  asked += other.asked;
  broken += other.broken;
  return *this;
}

MHQA_INLINE rollout_totals& rollout_totals::operator+=(const rollout_finding& one) {
  answer += one.answer;
  ++causes[static_cast<std::size_t>(one.cause)];
  answered += one.answered ? 1 : 0;
  searches += one.searches;
  repeated += one.repeated;
  near_repeated += one.near_repeated;
  documents += one.documents;
  documents_again += one.documents_again;
  flawed += one.flaws != 0 ? 1 : 0;
  lucky_answer_seen += one.cause == rollout_cause::luck && one.answer_seen == true ? 1 : 0;
  if (hops.size() < one.hops.size()) hops.resize(one.hops.size());
  for (std::size_t i = 0; i < one.hops.size(); ++i) add(one.hops[i], one.broken_hop == i, hops[i]);
  return *this;
}

MHQA_INLINE rollout_totals& rollout_totals::operator+=(const rollout_totals& other) {
  answer += other.answer;
  for (std::size_t i = 0; i < causes.size(); ++i) causes[i] += other.causes[i];
  answered += other.answered;
  searches += other.searches;
  repeated += other.repeated;
  near_repeated += other.near_repeated;
  documents += other.documents;
  documents_again += other.documents_again;
  flawed += other.flawed;
  lucky_answer_seen += other.lucky_answer_seen;
  if (hops.size() < other.hops.size()) hops.resize(other.hops.size());
  for (std::size_t i = 0; i < other.hops.size(); ++i) hops[i] += other.hops[i];
  return *this;
}

MHQA_INLINE void rollout_totals::add(const hop_finding& one, bool broken, hop_totals& out) noexcept {
  const auto count = [](std::uint32_t step, std::array<std::uint64_t, hop_totals::last_step + 1>& by) {
    if (step == 0) return;
    for (std::size_t i = std::min<std::size_t>(step, by.size()) - 1; i < by.size(); ++i) ++by[i];
  };
  ++out.hops;
  out.with_support += one.has_support ? 1 : 0;
  out.with_answer += one.has_answer ? 1 : 0;
  out.with_bridge += one.needs_bridge ? 1 : 0;
  count(one.support_step, out.support_by);
  count(one.answer_step, out.answer_by);
  out.used += one.used_step != 0 ? 1 : 0;
  out.asked += one.asked_step != 0 ? 1 : 0;
  out.broken += broken ? 1 : 0;
}

MHQA_INLINE void rollout_summary::add(const rollout_finding& one, const rollout_gold& gold) {
  all += one;
  if (!gold.hops.empty()) by_hops[std::to_string(gold.hops.size())] += one;
  if (!gold.shape.empty()) group(by_shape, gold.shape) += one;
}

MHQA_INLINE rollout_summary& rollout_summary::operator+=(const rollout_summary& other) {
  all += other.all;
  for (const auto& [name, totals] : other.by_hops) by_hops[name] += totals;
  for (const auto& [name, totals] : other.by_shape) by_shape[name] += totals;
  return *this;
}

MHQA_INLINE rollout_totals& rollout_summary::group(std::map<std::string, rollout_totals, std::less<>>& groups,
                                                   std::string_view name) {
  const auto found = groups.find(name);
  return found != groups.end() ? found->second : groups[std::string{name}];
}

}  // namespace mhqa::inline v0_1
