// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores of groups of predictions, said as a sentence of policies over any metric:
//   using dire_answer = mhqa::grouped<my_answer, mhqa::combine::highest_confidence,
//                                     mhqa::condition::with_original, mhqa::over::any_group>;
// Trivedi et al. 2020 (DiRe) and MuSiQue-Full are such sentences; no policy computes an F1 of its own.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/overlap.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// The five things a grouped metric decides, in the order in which they happen. A policy is a default
/// constructible type whose constant `decides` names one of them.
enum class step : std::uint8_t {
  among,      ///< which predictions of a group are scored: bool operator()(prediction)
  combine,    ///< how their outputs become one: operator()(metric, predictions, among) -> output
  gate,       ///< whether the group scores at all: bool operator()(predictions)
  condition,  ///< how the score of the undivided question bounds the group's: operator()(group, original) -> scores
  over,       ///< how the groups of a question become one score: operator()(scores so far, next) -> scores
};

template <class P>
concept policy = requires {
  { P::decides } -> std::convertible_to<step>;
};

/// A metric that can be grouped: what it reads of a prediction, and what that scores against the gold.
/// `score` must also take what the chosen combination returns (for combine::union_of, a std::vector).
template <class M, class Prediction, class Gold>
concept group_metric = requires(const M& metric, const Prediction& prediction, const Gold& gold) {
  { metric.score(metric.output(prediction), gold) } -> std::same_as<scores>;
};

namespace detail {

template <class T>
[[nodiscard]] constexpr auto required(const T& field, const char* what) {
  if constexpr (requires { field.has_value(); }) {
    if (!field.has_value()) throw_data_error({.field = what}, "expected a value, the prediction has none");
    return *field;
  } else {
    return field;
  }
}

template <class Predictions, class Among>
[[nodiscard]] constexpr std::size_t count_among(const Predictions& predictions, const Among& among) {
  std::size_t n = 0;
  for (const auto& prediction : predictions) n += among(prediction) ? 1 : 0;
  return n;
}

[[noreturn]] inline void wrong_group_size(std::size_t got, const char* expected) {
  throw_data_error({}, "expected " + std::string{expected} + " to score in a group, got " + std::to_string(got));
}

template <step Step, class Default, class... Policies>
struct pick {
  using type = Default;
};
template <step Step, class Default, class First, class... Rest>
struct pick<Step, Default, First, Rest...> {
  using type = typename std::conditional_t<First::decides == Step, std::type_identity<First>,
                                           pick<Step, Default, Rest...>>::type;
};

template <step Step, class... Policies>
inline constexpr bool at_most_one = (std::size_t{0} + ... + (Policies::decides == Step ? 1 : 0)) <= 1;

template <class... Policies>
inline constexpr bool no_step_twice =
    at_most_one<step::among, Policies...>&& at_most_one<step::combine, Policies...>&& at_most_one<
        step::gate, Policies...>&& at_most_one<step::condition, Policies...>&& at_most_one<step::over, Policies...>;

}  // namespace detail

/// The smaller of each number.
[[nodiscard]] constexpr scores minimum(const scores& a, const scores& b) noexcept {
  return {std::min(a.em, b.em), std::min(a.f1, b.f1), std::min(a.precision, b.precision), std::min(a.recall, b.recall)};
}

/// The larger of each number.
[[nodiscard]] constexpr scores maximum(const scores& a, const scores& b) noexcept {
  return {std::max(a.em, b.em), std::max(a.f1, b.f1), std::max(a.precision, b.precision), std::max(a.recall, b.recall)};
}

/// The joint score of two tests: precision and recall are products, F1 is made of them, EM is the smaller.
///
/// Undefined: precision + recall == 0 -> F1 0
/// Source:    DiRe, metrics/base_metric.py, compute_joint_dataset_scores; HotpotQA's joint F1. EM is 0 or 1 in
///            both, so that the smaller is also the product
[[nodiscard]] constexpr scores joint_scores(const scores& a, const scores& b) noexcept {
  const double precision = a.precision * b.precision;
  const double recall = a.recall * b.recall;
  const double f1 = precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0.0;
  return {std::min(a.em, b.em), f1, precision, recall};
}

namespace among {

/// Every prediction of the group is scored. The default.
struct every {
  static constexpr step decides = step::among;
  [[nodiscard]] constexpr bool operator()(const auto&) const noexcept { return true; }
};

/// Only those whose label_sufficiency is this one: 1 in T(q) and MuSiQue-Full, 0 in P(T(q)).
template <int Label>
struct labelled {
  static constexpr step decides = step::among;
  [[nodiscard]] constexpr bool operator()(const auto& prediction) const noexcept {
    return static_cast<int>(prediction.label_sufficiency) == Label;
  }
};

}  // namespace among

namespace combine {

/// The output of the one prediction there is. The default.
///
/// Errors: data_error when there is none or more than one
struct the_only {
  static constexpr step decides = step::combine;
  template <class Metric, class Predictions, class Among>
  [[nodiscard]] constexpr decltype(auto) operator()(const Metric& metric, const Predictions& predictions,
                                                    const Among& chosen) const {
    if (const std::size_t n = detail::count_among(predictions, chosen); n != 1) {
      detail::wrong_group_size(n, "one prediction");
    }
    auto at = std::begin(predictions);
    while (!chosen(*at)) ++at;
    return metric.output(*at);
  }
};

/// Who wins when two confidences are equal.
enum class tie : std::uint8_t { last_received, first_received };

/// The output of the prediction with the highest `confidence`.
///
/// Shape:  a strictly higher confidence wins; a tie goes to the prediction received last (as published) or first
/// Errors: data_error when there is no prediction, or a confidence is absent or not a number
/// Source: Trivedi et al. 2020, Sec. 3.1 (arg max); DiRe, metrics/probe_answer_metric.py for ties
template <tie Tie>
struct most_confident {
  static constexpr step decides = step::combine;
  template <class Metric, class Predictions, class Among>
  [[nodiscard]] constexpr decltype(auto) operator()(const Metric& metric, const Predictions& predictions,
                                                    const Among& chosen) const {
    auto best = std::end(predictions);
    double highest = 0;
    for (auto at = std::begin(predictions); at != std::end(predictions); ++at) {
      if (!chosen(*at)) continue;
      const auto confidence = static_cast<double>(detail::required((*at).confidence, "confidence"));
      if (confidence != confidence) throw_data_error({.field = "confidence"}, "expected a number, got NaN");
      const bool wins = Tie == tie::last_received ? !(highest > confidence) : confidence > highest;
      if (best == std::end(predictions) || wins) {
        best = at;
        highest = confidence;
      }
    }
    if (best == std::end(predictions)) detail::wrong_group_size(0, "a prediction");
    return metric.output(*best);
  }
};
using highest_confidence = most_confident<tie::last_received>;

/// The outputs one after another, for a metric that takes them as a set.
///
/// Source: Trivedi et al. 2020, Sec. 3.1 (set union for support identification)
struct union_of {
  static constexpr step decides = step::combine;
  template <class Metric, class Predictions, class Among>
  [[nodiscard]] constexpr auto operator()(const Metric& metric, const Predictions& predictions,
                                          const Among& chosen) const {
    using output = std::remove_cvref_t<decltype(metric.output(*std::begin(predictions)))>;
    std::vector<std::remove_cvref_t<decltype(*std::begin(std::declval<const output&>()))>> all;
    for (const auto& prediction : predictions) {
      if (!chosen(prediction)) continue;
      const auto& one = metric.output(prediction);
      all.insert(all.end(), std::begin(one), std::end(one));
    }
    return all;
  }
};

}  // namespace combine

namespace gate {

/// Every group scores. The default.
struct open {
  static constexpr step decides = step::gate;
  [[nodiscard]] constexpr bool operator()(const auto&) const noexcept { return true; }
};

/// The group scores 0 unless each prediction's `sufficiency` is its `label_sufficiency`, also of those that
/// `among` leaves out.
///
/// Errors: data_error when a predicted sufficiency is absent
/// Source: Trivedi et al. 2020, Sec. 4.2 and App. A.4; MuSiQue-Full, metrics/group_answer_sufficiency.py
struct sufficiency_right {
  static constexpr step decides = step::gate;
  [[nodiscard]] constexpr bool operator()(const auto& predictions) const {
    bool right = true;
    for (const auto& prediction : predictions) {
      const auto predicted = static_cast<int>(detail::required(prediction.sufficiency, "sufficiency"));
      right = right && predicted == static_cast<int>(prediction.label_sufficiency);
    }
    return right;
  }
};

}  // namespace gate

namespace condition {

/// The group's score stands by itself (Eq. 8). The default.
struct none {
  static constexpr step decides = step::condition;
  static constexpr bool needs_original = false;
};

/// The smaller of the group's score and the undivided question's, for each number (Eq. 7).
struct with_original {
  static constexpr step decides = step::condition;
  static constexpr bool needs_original = true;
  [[nodiscard]] constexpr scores operator()(const scores& group, const scores& original) const noexcept {
    return minimum(group, original);
  }
};

}  // namespace condition

namespace over {

/// The question scores what its best group does, each number by itself (Eq. 5). The default.
struct any_group {
  static constexpr step decides = step::over;
  [[nodiscard]] constexpr scores operator()(const scores& a, const scores& b) const noexcept { return maximum(a, b); }
};
using any_bipartition = any_group;

/// The question scores what its worst group does, each number by itself: the trivial transform (App. G).
struct every_group {
  static constexpr step decides = step::over;
  [[nodiscard]] constexpr scores operator()(const scores& a, const scores& b) const noexcept { return minimum(a, b); }
};
using every_copy = every_group;

}  // namespace over

/// Stands for the prediction of the undivided question where there is none.
struct no_original {};

namespace detail {

/// The part of grouped and joint that is common: bound a group's score, then fold the groups.
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

/// A metric over groups of predictions: combine, then gate, then bound by the original, then fold the groups.
///
/// Shape:     (groups, gold[, original]) -> the scores of one question; a group is a range of predictions, of
///            which the policies read the fields `confidence`, `sufficiency` and `label_sufficiency` and the
///            metric its own. `one` scores a single group. Policies stand in any order; one that is left
///            out is the step's default
/// Undefined: no group -> zeros
/// Errors:    as the policies say
/// Cost:      one metric per group, and one more when conditioned
/// Source:    Trivedi et al. 2020, Eq. (5)-(8)
template <class Metric, policy... Policies>
struct grouped {
  static_assert(detail::no_step_twice<Policies...>, "mhqa::grouped: two policies decide the same step");
  using among_policy = typename detail::pick<step::among, among::every, Policies...>::type;
  using combine_policy = typename detail::pick<step::combine, combine::the_only, Policies...>::type;
  using gate_policy = typename detail::pick<step::gate, gate::open, Policies...>::type;
  using condition_policy = typename detail::pick<step::condition, condition::none, Policies...>::type;
  using over_policy = typename detail::pick<step::over, over::any_group, Policies...>::type;

  [[no_unique_address]] Metric metric{};

  template <class Groups, class Gold, class Original = no_original>
  [[nodiscard]] constexpr scores operator()(const Groups& groups, const Gold& gold,
                                            const Original& original = {}) const {
    return detail::conditioned<condition_policy, over_policy>::all(*this, groups, gold, original);
  }

  /// The scores of one group alone.
  template <class Group, class Gold, class Original = no_original>
  [[nodiscard]] constexpr scores one(const Group& group, const Gold& gold, const Original& original = {}) const {
    return detail::conditioned<condition_policy, over_policy>::one(*this, group, gold, original);
  }

  /// What the gate and the combination give, before the condition.
  template <class Group, class Gold, class Original = no_original>
  [[nodiscard]] constexpr scores unconditioned(const Group& group, const Gold& gold, const Original& = {}) const {
    static_assert(group_metric<Metric, std::iter_value_t<decltype(std::begin(group))>, Gold>,
                  "mhqa::grouped: the metric must have output(prediction) and score(output, gold) -> scores");
    if (!gate_policy{}(group)) return {};
    return metric.score(combine_policy{}(metric, group, among_policy{}), gold);
  }

  /// The metric's score of the undivided question.
  template <class Original, class Gold>
  [[nodiscard]] constexpr scores of_original(const Original& original, const Gold& gold) const {
    return metric.score(metric.output(original), gold);
  }
};

/// Two grouped metrics as one: within each group the products of their precisions and recalls.
///
/// Shape:  as grouped, of which First and Second are instances (or other joints); `condition` and `over` are the
///         only steps left to decide. Conditioned parts give the published score; unconditioned parts under
///         condition::with_original give min(joint, original joint), Eq. 7 to the letter
/// Source: DiRe, metrics/base_metric.py, compute_joint_dataset_scores
template <class First, class Second, policy... Policies>
struct joint {
  static_assert(detail::no_step_twice<Policies...>, "mhqa::joint: two policies decide the same step");
  static_assert((... && (Policies::decides == step::condition || Policies::decides == step::over)),
                "mhqa::joint: only condition and over can be decided here; the rest belongs to the parts");
  using condition_policy = typename detail::pick<step::condition, condition::none, Policies...>::type;
  using over_policy = typename detail::pick<step::over, over::any_group, Policies...>::type;

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
    return joint_scores(first.one(group, gold, original), second.one(group, gold, original));
  }

  template <class Original, class Gold>
  [[nodiscard]] constexpr scores of_original(const Original& original, const Gold& gold) const {
    return joint_scores(first.of_original(original, gold), second.of_original(original, gold));
  }
};

}  // namespace v0
}  // namespace mhqa
