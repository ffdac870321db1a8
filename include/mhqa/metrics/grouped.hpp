// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores groups of predictions, configured by policies over any metric:
//   using dire_answer = mhqa::grouped<mhqa::answer_metric, mhqa::combine::highest_confidence,
//                                     mhqa::condition::with_original, mhqa::over::any_bipartition>;
// Trivedi et al. 2020 (DiRe) and MuSiQue-Full are such combinations; no policy computes an F1 of its own.
#pragma once

#include <mhqa/metrics/group_policies.hpp>
#include <mhqa/metrics/joint.hpp>
#include <mhqa/metrics/overlap.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace mhqa::inline v0_1 {

/// A metric that can be grouped: `output` reads a prediction, `score` compares the output with the gold. `score` must
/// also accept the result of the chosen combination (for combine::union_of, a std::vector).
template <class M, class Prediction, class Gold>
concept group_metric = requires(const M& metric, const Prediction& prediction, const Gold& gold) {
  { metric.score(metric.output(prediction), gold) } -> std::same_as<scores>;
};

/// Stands for a missing prediction of the undivided question.
struct no_original {};

namespace detail {

template <policy_decision Which, class Default, class... Policies>
struct pick {
  using type = Default;
};
template <policy_decision Which, class Default, class First, class... Rest>
struct pick<Which, Default, First, Rest...> {
  using type = typename std::conditional_t<First::decides == Which, std::type_identity<First>,
                                           pick<Which, Default, Rest...>>::type;
};

template <class... Policies>
[[nodiscard]] constexpr bool no_decision_twice() noexcept {
  std::array<int, decision_count> decided{};
  (..., ++decided[static_cast<std::size_t>(Policies::decides)]);
  for (const int times : decided) {
    if (times > 1) return false;
  }
  return true;
}

/// Shared by grouped and grouped_joint: bounds a group's score, then folds the groups.
template <class Condition, class Over>
struct conditioned {
  template <class Self, class Group, class Gold, class Original>
  [[nodiscard]] static constexpr scores one(const Self& self, const Group& group, const Gold& gold,
                                            const Original& original) {
    const scores alone = self.unconditioned(group, gold, original);
    if constexpr (Condition::needs_original) {
      static_assert(!std::same_as<Original, no_original>,
                    "mhqa::grouped: condition::with_original needs the prediction of the original question as the "
                    "third argument");
      return Condition{}(alone, self.of_original(original, gold));
    } else {
      return alone;
    }
  }

  template <class Self, class Groups, class Gold, class Original>
  [[nodiscard]] static constexpr scores all(const Self& self, const Groups& groups, const Gold& gold,
                                            const Original& original) {
    scores result{};
    bool first = true;
    for (const auto& group : groups) {
      const scores next = self.one(group, gold, original);
      result = first ? next : Over{}(result, next);
      first = false;
    }
    return result;
  }
};

}  // namespace detail

/// A metric over groups of predictions: combine, apply the gate, bound by the original, fold the groups.
///
/// Shape:     (groups, gold[, original]) -> the scores of one question. A group is a range of predictions; the policies
///            read `confidence`, `sufficiency` and `label_sufficiency`, the metric its own field. `one` scores a single
///            group. Policies may be given in any order; an omitted one takes its default
/// Undefined: no group -> zeros
/// Errors:    those of the policies
/// Cost:      one evaluation of the metric per group, and one more with a condition
/// Source:    Trivedi et al. 2020, Eq. (5)-(8)
template <class Metric, policy... Policies>
struct grouped {
  static_assert(detail::no_decision_twice<Policies...>(), "mhqa::grouped: two policies make the same decision");
  using among_policy = typename detail::pick<policy_decision::among, among::every, Policies...>::type;
  using combine_policy = typename detail::pick<policy_decision::combine, combine::the_only, Policies...>::type;
  using gate_policy = typename detail::pick<policy_decision::gate, gate::open, Policies...>::type;
  using condition_policy = typename detail::pick<policy_decision::condition, condition::none, Policies...>::type;
  using over_policy = typename detail::pick<policy_decision::over, over::any_group, Policies...>::type;

  [[no_unique_address]] Metric metric{};

  template <class Groups, class Gold, class Original = no_original>
  [[nodiscard]] constexpr scores operator()(const Groups& groups, const Gold& gold,
                                            const Original& original = {}) const {
    return detail::conditioned<condition_policy, over_policy>::all(*this, groups, gold, original);
  }

  /// Returns the scores of one group.
  template <class Group, class Gold, class Original = no_original>
  [[nodiscard]] constexpr scores one(const Group& group, const Gold& gold, const Original& original = {}) const {
    return detail::conditioned<condition_policy, over_policy>::one(*this, group, gold, original);
  }

  /// Returns the result of gate and combination, before the condition.
  template <class Group, class Gold, class Original = no_original>
  [[nodiscard]] constexpr scores unconditioned(const Group& group, const Gold& gold, const Original& = {}) const {
    static_assert(group_metric<Metric, std::iter_value_t<decltype(std::begin(group))>, Gold>,
                  "mhqa::grouped: the metric must have output(prediction) and score(output, gold) -> scores");
    if (!gate_policy{}(group)) return {};
    return metric.score(combine_policy{}(metric, group, among_policy{}), gold);
  }

  /// Returns the metric's score for the undivided question.
  template <class Original, class Gold>
  [[nodiscard]] constexpr scores of_original(const Original& original, const Gold& gold) const {
    return metric.score(metric.output(original), gold);
  }
};

/// Two grouped metrics as one: the joint() of their scores within each group.
///
/// Shape:  as grouped; First and Second are instances of grouped or grouped_joint. Only `condition` and `over` can be
///         given here. Conditioned parts give the published score; unconditioned parts with condition::with_original
///         give min(joint, original joint), Eq. 7 to the letter
/// Source: DiRe, metrics/base_metric.py, compute_joint_dataset_scores
template <class First, class Second, policy... Policies>
struct grouped_joint {
  static_assert(detail::no_decision_twice<Policies...>(), "mhqa::grouped_joint: two policies make the same decision");
  static_assert((... &&
                 (Policies::decides == policy_decision::condition || Policies::decides == policy_decision::over)),
                "mhqa::grouped_joint: only condition and over can be decided here; the rest belongs to the parts");
  using condition_policy = typename detail::pick<policy_decision::condition, condition::none, Policies...>::type;
  using over_policy = typename detail::pick<policy_decision::over, over::any_group, Policies...>::type;

  [[no_unique_address]] First first{};
  [[no_unique_address]] Second second{};

  template <class Groups, class Gold, class Original = no_original>
  [[nodiscard]] constexpr scores operator()(const Groups& groups, const Gold& gold,
                                            const Original& original = {}) const {
    return detail::conditioned<condition_policy, over_policy>::all(*this, groups, gold, original);
  }

  template <class Group, class Gold, class Original = no_original>
  [[nodiscard]] constexpr scores one(const Group& group, const Gold& gold, const Original& original = {}) const {
    return detail::conditioned<condition_policy, over_policy>::one(*this, group, gold, original);
  }

  template <class Group, class Gold, class Original = no_original>
  [[nodiscard]] constexpr scores unconditioned(const Group& group, const Gold& gold,
                                               const Original& original = {}) const {
    return joint(first.one(group, gold, original), second.one(group, gold, original));
  }

  template <class Original, class Gold>
  [[nodiscard]] constexpr scores of_original(const Original& original, const Gold& gold) const {
    return joint(first.of_original(original, gold), second.of_original(original, gold));
  }
};

}  // namespace mhqa::inline v0_1
