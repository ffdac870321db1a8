// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of annotation.hpp.
#pragma once

#include <mhqa/probe/annotation.hpp>

#include <mhqa/metrics/judge_agreement.hpp>
#include <mhqa/probe/sufficiency.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::string pair_name(std::size_t supports, std::optional<std::uint32_t> replaced) {
  std::string name;
  for (std::size_t i = 0; i < supports; ++i) {
    if (i != 0) name += ',';
    name += replaced && *replaced == i ? "fr" : "f" + std::to_string(i + 1);
  }
  return name;
}

MHQA_INLINE annotation_task annotation_source::operator()(std::uint32_t k) const {
  annotation_task task;
  if (k != 0) task.replaced = layout.support_count - k;
  for (std::uint32_t i = 0; i < layout.support_count; ++i) {
    task.facts.push_back(task.replaced == i ? other : layout.supports[i]);
  }
  return task;
}

MHQA_INLINE void proxy_counts::add(std::span<const task_verdicts> tasks, annotator_rule rule) {
  const auto without = [](const task_verdicts& v) { return v.sufficient + v.insufficient == 0; };
  if (std::any_of(tasks.begin(), tasks.end(), without)) {
    ++unanswered;
    return;
  }
  const auto open = [rule](const task_verdicts& v) { return !agreed_verdict(v, rule); };
  if (tasks.empty() || std::any_of(tasks.begin(), tasks.end(), open)) {
    ++disagreed;
    return;
  }
  ++agreed;
  const std::size_t supports = tasks.size() - 1;
  if (replaced.size() < supports) replaced.resize(supports);
  if (!*agreed_verdict(tasks[0], rule)) return;
  ++sufficient;
  bool any = false;
  for (std::size_t k = 1; k <= supports; ++k) {
    if (!*agreed_verdict(tasks[k], rule)) continue;
    ++replaced[supports - k];
    any = true;
  }
  proxies += any ? 1 : 0;
}

MHQA_INLINE std::optional<double> proxy_counts::rate() const noexcept {
  if (agreed == 0) return std::nullopt;
  return static_cast<double>(proxies) / static_cast<double>(agreed);
}

MHQA_INLINE difference_interval proxy_drop_interval(unsigned distractors, const difference_interval& of) {
  double low = of.low, high = of.high;
  for (int i = 0; i < 100; ++i) {
    const double left = low + (high - low) / 3, right = high - (high - low) / 3;
    if (proxy_score_drop(distractors, left) < proxy_score_drop(distractors, right)) {
      low = left;
    } else {
      high = right;
    }
  }
  const double at_low = proxy_score_drop(distractors, of.low), at_high = proxy_score_drop(distractors, of.high);
  return {std::min(at_low, at_high), std::max({at_low, at_high, proxy_score_drop(distractors, low)})};
}

}  // namespace mhqa::inline v0_1
