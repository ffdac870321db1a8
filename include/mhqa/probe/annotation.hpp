// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tasks for people who judge whether facts suffice for an answer, and the estimate of how often a distractor could
// replace a support (Trivedi et al. 2020, Appendix D).
//   for (auto task : views::annotation_tasks(question, seed)) …  proxy_counts n; n.add(verdicts); n.rate()
#pragma once

#include <mhqa/metrics/bag_program.hpp>
#include <mhqa/metrics/significance.hpp>
#include <mhqa/probe/instance.hpp>
#include <mhqa/probe/numbered.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mhqa::inline v0_1 {

/// Facts that a person judges: all supports, or all but one and, in its place, the drawn distractor fr.
struct annotation_task {
  std::optional<std::uint32_t> replaced{};  ///< the support that fr replaces, numbered from 0; empty: none
  std::vector<std::uint32_t> facts{};       ///< positions, in the order of the supports

  friend bool operator==(const annotation_task&, const annotation_task&) = default;
};

/// Returns the task's name in the paper's notation.
///
/// Example: pair_name(2, 1) == "f1,fr", pair_name(2, {}) == "f1,f2"
[[nodiscard]] std::string pair_name(std::size_t supports, std::optional<std::uint32_t> replaced);

/// Maps k to the k-th task: 0 has all supports, k > 0 has fr in place of support n - k.
struct annotation_source {
  support_layout layout{};
  std::uint32_t other = 0;  ///< position of fr

  [[nodiscard]] annotation_task operator()(std::uint32_t k) const;
};

/// Returns the reason why the question has no tasks, if any: that of why_not_probed(), or too_few_facts if it has no
/// distractor.
template <probeable Q>
[[nodiscard]] constexpr std::optional<skip_reason> why_not_annotated(const Q& q) {
  if (const auto why = why_not_probed(q)) return why;
  const auto n = static_cast<std::size_t>(ranges::distance(q.supports));
  return static_cast<std::size_t>(q.fact_count) == n ? std::optional{skip_reason::too_few_facts} : std::nullopt;
}

namespace views {

/// Returns the tasks of one question; fr is drawn uniformly from its distractors.
///
/// Shape:  question with n supports -> a sized random-access view of n + 1 tasks: for two supports (f1, f2), (f1, fr)
///         and (fr, f2)
/// Errors: data_error that names the id and the reason; call why_not_annotated first to avoid it
/// Source: Trivedi et al. 2020, App. D
/// Differs: the paper has questions with two supports only
template <probeable Q>
[[nodiscard]] numbered_view<annotation_source> annotation_tasks(const Q& question, std::uint64_t seed = 0) {
  if (const auto why = why_not_annotated(question)) {
    throw_data_error({.id = std::string{std::string_view{question.id}}},
                     "cannot be annotated: " + std::string{to_string(*why)});
  }
  const support_layout layout = layout_of(question, seed);
  draws random = draws_for(layout, probe_draw::annotation_other);
  return {layout.support_count + 1, {layout, *random_others(layout, 1, random).begin()}};
}

}  // namespace views

/// The verdicts on one task.
struct task_verdicts {
  std::uint64_t sufficient = 0;
  std::uint64_t insufficient = 0;

  friend constexpr bool operator==(const task_verdicts&, const task_verdicts&) = default;
};

/// Decides when people agree on a task.
enum class annotator_rule : std::uint8_t {
  unanimous,  ///< all verdicts are equal
  majority,   ///< more than half of them are equal
};

/// Returns the verdict on which people agree.
///
/// Undefined: no verdict, or no agreement -> empty
[[nodiscard]] constexpr std::optional<bool> agreed_verdict(const task_verdicts& v, annotator_rule rule) noexcept {
  if (v.sufficient == v.insufficient) return std::nullopt;
  if (rule == annotator_rule::unanimous && v.sufficient != 0 && v.insufficient != 0) return std::nullopt;
  return v.sufficient > v.insufficient;
}

/// Counts the questions whose fr is a proxy: people find that the supports suffice, and that they still suffice with fr
/// in place of one.
struct proxy_counts {
  std::uint64_t agreed = 0;               ///< questions for which people agree on every task: the denominator
  std::uint64_t sufficient = 0;           ///< those whose supports are sufficient
  std::uint64_t proxies = 0;              ///< those in which fr replaces at least one support
  std::uint64_t unanswered = 0;           ///< questions left out: a task has no verdict
  std::uint64_t disagreed = 0;            ///< questions left out: people do not agree on a task
  std::vector<std::uint64_t> replaced{};  ///< questions in which fr replaces the i-th support

  /// Adds one question. tasks[0] has all supports, tasks[k] has fr in place of support n - k.
  void add(std::span<const task_verdicts> tasks, annotator_rule rule = annotator_rule::unanimous);

  /// Returns the probability that a distractor is a proxy; empty without a question.
  [[nodiscard]] std::optional<double> rate() const noexcept;

  friend bool operator==(const proxy_counts&, const proxy_counts&) = default;
};

/// Returns the least and the largest value of proxy_score_drop for probabilities in an interval.
///
/// Shape:   the drop first grows with the probability and then falls: the least value is at an end, the largest at an
///          end or between
/// Cost:    200 evaluations
/// Example: proxy_drop_interval(8, wilson_interval(2, 115))  // [0.0187, 0.1838]
[[nodiscard]] difference_interval proxy_drop_interval(unsigned distractors, const difference_interval& of);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/probe/detail/annotation.ipp>
#endif
