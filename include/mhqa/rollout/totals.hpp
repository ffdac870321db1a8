// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Totals of many analysed rollouts: causes, searches, and how far each hop came by each step. They merge to the same
// bits in every order.
//   rollout_totals all; all += finding; all += others; all.causes[0]  // right answers
#pragma once

#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/rollout/analysis.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// Totals of the nth hop over the rollouts whose gold has one.
struct hop_totals {
  static constexpr std::size_t last_step = 8;

  std::uint64_t hops = 0;
  std::uint64_t with_support = 0;  ///< hops whose gold names a support: the denominator of `support_by`
  std::uint64_t with_answer = 0;   ///< hops whose gold has the answer: the denominator of `answer_by`
  std::uint64_t with_bridge = 0;   ///< hops that need a bridge: the denominator of `asked`
  std::array<std::uint64_t, last_step + 1> support_by{};  ///< support retrieved by step 1, 2, …, 8, ever
  std::array<std::uint64_t, last_step + 1> answer_by{};   ///< answer among the words of a document, likewise
  std::uint64_t used = 0;                                 ///< the hop's answer was mentioned after its evidence came
  std::uint64_t asked = 0;                                ///< a new query had all its bridges
  std::uint64_t broken = 0;                               ///< it is the first hop without evidence

  hop_totals& operator+=(const hop_totals& other) noexcept {
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
  friend bool operator==(const hop_totals&, const hop_totals&) = default;
};

/// Totals of a group of rollouts: a commutative monoid.
struct rollout_totals {
  accumulator answer;  ///< EM and F1 in the dialect; without an answer 0
  std::array<std::uint64_t, rollout_cause_names.size()> causes{};
  std::uint64_t answered = 0;
  std::uint64_t searches = 0;
  std::uint64_t repeated = 0;
  std::uint64_t near_repeated = 0;
  std::uint64_t documents = 0;
  std::uint64_t documents_again = 0;
  std::uint64_t flawed = 0;             ///< rollouts with a flaw
  std::uint64_t lucky_answer_seen = 0;  ///< lucky rollouts with the answer among the words of a document
  std::vector<hop_totals> hops;

  rollout_totals& operator+=(const rollout_finding& one) {
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

  rollout_totals& operator+=(const rollout_totals& other) {
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

  [[nodiscard]] std::uint64_t count() const noexcept { return answer.count; }
  friend bool operator==(const rollout_totals&, const rollout_totals&) = default;

 private:
  static void add(const hop_finding& one, bool broken, hop_totals& out) noexcept {
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
};

/// Totals of all rollouts, and by number of hops and by shape.
struct rollout_summary {
  rollout_totals all;
  std::map<std::string, rollout_totals, std::less<>> by_hops;   ///< "2", "3", …
  std::map<std::string, rollout_totals, std::less<>> by_shape;  ///< the gold's shape, if it has one

  void add(const rollout_finding& one, const rollout_gold& gold) {
    all += one;
    if (!gold.hops.empty()) by_hops[std::to_string(gold.hops.size())] += one;
    if (!gold.shape.empty()) group(by_shape, gold.shape) += one;
  }

  rollout_summary& operator+=(const rollout_summary& other) {
    all += other.all;
    for (const auto& [name, totals] : other.by_hops) by_hops[name] += totals;
    for (const auto& [name, totals] : other.by_shape) by_shape[name] += totals;
    return *this;
  }
  friend bool operator==(const rollout_summary&, const rollout_summary&) = default;

 private:
  static rollout_totals& group(std::map<std::string, rollout_totals, std::less<>>& groups, std::string_view name) {
    const auto found = groups.find(name);
    return found != groups.end() ? found->second : groups[std::string{name}];
  }
};

}  // namespace v0_1
}  // namespace mhqa
