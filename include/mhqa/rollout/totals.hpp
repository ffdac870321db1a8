// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Totals of many analysed rollouts: causes, searches, and how far each hop came by each step. They merge to the same
// bits in every order.
//   rollout_totals all; all += finding; all += others; all.causes[0]  // right answers
#pragma once

#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/rollout/analysis.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

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

  hop_totals& operator+=(const hop_totals& other) noexcept;
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

  rollout_totals& operator+=(const rollout_finding& one);

  rollout_totals& operator+=(const rollout_totals& other);

  [[nodiscard]] std::uint64_t count() const noexcept { return answer.count; }
  friend bool operator==(const rollout_totals&, const rollout_totals&) = default;

 private:
  static void add(const hop_finding& one, bool broken, hop_totals& out) noexcept;
};

/// Totals of all rollouts, and by number of hops and by shape.
struct rollout_summary {
  rollout_totals all;
  std::map<std::string, rollout_totals, std::less<>> by_hops;   ///< "2", "3", …
  std::map<std::string, rollout_totals, std::less<>> by_shape;  ///< the gold's shape, if it has one

  void add(const rollout_finding& one, const rollout_gold& gold);

  rollout_summary& operator+=(const rollout_summary& other);
  friend bool operator==(const rollout_summary&, const rollout_summary&) = default;

 private:
  static rollout_totals& group(std::map<std::string, rollout_totals, std::less<>>& groups, std::string_view name);
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/rollout/detail/totals.ipp>
#endif
