// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of dire.hpp.
#pragma once

#include <mhqa/datasets/dire.hpp>

#include <string>
#include <type_traits>

namespace mhqa::inline v0_1::dire {
namespace detail {

[[nodiscard]] inline std::optional<problem> lacking_field(const prediction& one, blocks wanted) {
  if (wanted.answer && !one.answer) return problem::missing_answer;
  if (wanted.paragraphs && !one.supporting_paragraphs) return problem::missing_support;
  if (wanted.sentences && !one.supporting_sentences) return problem::missing_support;
  return std::nullopt;
}

/// Returns the problem of a group that has the right size, if any.
[[nodiscard]] inline std::optional<problem> problem_of_group(kind which, const std::vector<prediction>& group,
                                                             blocks wanted) {
  const bool contrast = which == kind::transformed || which == kind::probe_of_transformed;
  const bool halves = which == kind::probe || which == kind::probe_of_transformed;
  const int scored_label = which == kind::transformed ? 1 : 0;
  std::array<std::size_t, 3> labels{};  // counts of the labels none, partial, full
  for (const prediction& one : group) {
    if (contrast) {
      if (!one.sufficiency) return problem::missing_sufficiency;
      if (one.label_sufficiency < -1 || one.label_sufficiency > 1) return problem::wrong_labels;
      ++labels[static_cast<std::size_t>(one.label_sufficiency + 1)];
      if (one.label_sufficiency != scored_label) continue;
    }
    if (const auto lack = lacking_field(one, wanted)) return lack;
    if (halves && wanted.answer) {
      if (!one.confidence) return problem::missing_confidence;
      if (*one.confidence != *one.confidence) return problem::confidence_not_a_number;
    }
  }
  const bool right =
      !contrast || (which == kind::transformed ? labels[0] == 0 && labels[2] == 1 : labels[0] == 1 && labels[2] == 0);
  return right ? std::nullopt : std::optional{problem::wrong_labels};
}

}  // namespace detail

MHQA_INLINE std::optional<problem> problem_of(kind which, const question& q, blocks wanted, bound by) {
  if (!q.complete) return problem::missing_instance;
  const group_shape shape = shape_of(which, q.support_count);
  if (q.groups.size() != shape.groups) {
    return q.groups.size() < shape.groups ? problem::missing_prediction : problem::surplus_prediction;
  }
  for (const auto& group : q.groups) {
    if (group.size() != shape.size) {
      return group.size() < shape.size ? problem::missing_prediction : problem::surplus_prediction;
    }
    if (const auto found = detail::problem_of_group(which, group, wanted)) return found;
  }
  if (by == bound::none) return std::nullopt;
  if (!q.original) return problem::missing_original;
  return detail::lacking_field(*q.original, wanted);
}

namespace detail {

template <kind Kind, policy OnParts, policy OnJoint, class Original>
[[nodiscard]] table<scores> score_blocks(const question& q, blocks wanted, answer_scorer<>& scorer,
                                         const Original& original) {
  using parts = metrics<Kind, OnParts>;
  using joint_parts = metrics<Kind, std::conditional_t<OnJoint::needs_original, condition::none, OnParts>>;
  using over = typename parts::answer::over_policy;
  using with_paragraphs = grouped_joint<typename joint_parts::answer, typename joint_parts::paragraphs, OnJoint, over>;
  using with_sentences = grouped_joint<typename joint_parts::answer, typename joint_parts::sentences, OnJoint, over>;
  const answer_metric answers{&scorer};
  const auto scored = [&](bool has_fields, const auto& metric) {
    return has_fields ? std::optional{metric(q.groups, q.gold, original)} : std::nullopt;
  };
  return {scored(wanted.answer, typename parts::answer{answers}),
          scored(wanted.paragraphs, typename parts::paragraphs{}),
          scored(wanted.sentences, typename parts::sentences{}),
          scored(wanted.answer && wanted.paragraphs, with_paragraphs{{answers}, {}}),
          scored(wanted.answer && wanted.sentences, with_sentences{{answers}, {}})};
}

template <kind Kind>
[[nodiscard]] table<scores> score_kind(const question& q, blocks wanted, bound by, answer_scorer<>& scorer) {
  using condition::none;
  using condition::with_original;
  if (by == bound::none) return score_blocks<Kind, none, none>(q, wanted, scorer, no_original{});
  const prediction& original = q.original.value();
  if (by == bound::each) return score_blocks<Kind, with_original, none>(q, wanted, scorer, original);
  return score_blocks<Kind, with_original, with_original>(q, wanted, scorer, original);
}

}  // namespace detail

MHQA_INLINE table<scores> score(kind which, const question& q, blocks wanted, bound by, answer_scorer<>& scorer) {
  if (const auto found = problem_of(which, q, wanted, by)) {
    throw_data_error({.id = std::string{q.id}}, "cannot be scored: " + std::string{to_string(*found)});
  }
  switch (which) {
    case kind::original:
      return detail::score_kind<kind::original>(q, wanted, by, scorer);
    case kind::probe:
      return detail::score_kind<kind::probe>(q, wanted, by, scorer);
    case kind::transformed:
      return detail::score_kind<kind::transformed>(q, wanted, by, scorer);
    case kind::probe_of_transformed:
      return detail::score_kind<kind::probe_of_transformed>(q, wanted, by, scorer);
    case kind::trivial:
      break;
  }
  return detail::score_kind<kind::trivial>(q, wanted, by, scorer);
}

}  // namespace mhqa::inline v0_1::dire
