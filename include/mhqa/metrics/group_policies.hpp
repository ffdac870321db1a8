// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The policies that make up a grouped metric: which predictions of a group are scored, how they are combined, which
// condition the group must meet, what bounds its score, and how groups fold. Your own policy is a struct with the
// constant `decides` and one call operator. metrics/grouped.hpp combines them.
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
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The five decisions of a grouped metric, in the order in which they apply. A policy is a default-constructible type
/// whose constant `decides` names one of them; a condition also has the constant `needs_original`.
enum class step : std::uint8_t {
  among,      ///< selects predictions of a group: bool operator()(prediction)
  combine,    ///< merges their outputs: operator()(metric, predictions, among) -> output
  gate,       ///< if false, the group scores 0: bool operator()(predictions)
  condition,  ///< bounds a group's scores by the undivided question's: operator()(group's scores, original's) -> scores
  over,       ///< folds the groups of a question: operator()(scores so far, next) -> scores
};

/// Use this name: elsewhere, `step` means a hop.
using policy_decision = step;

/// The number of values of policy_decision.
inline constexpr std::size_t decision_count = 5;

/// A type that makes one decision of a grouped metric.
template <class P>
concept policy = requires {
  { P::decides } -> std::convertible_to<policy_decision>;
};

namespace detail {

template <class T>
[[nodiscard]] constexpr const auto& required(const T& field, const char* what) {
  if constexpr (requires { field.has_value(); }) {
    if (!field.has_value()) throw_data_error({.field = what}, "expected a value, found none");
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

[[noreturn]] inline void wrong_group_size(std::size_t found, const char* expected) {
  throw_data_error({}, "expected " + std::string{expected} + " to score in a group, found " + std::to_string(found));
}

}  // namespace detail

namespace among {

/// Scores every prediction of the group. The default.
struct every {
  static constexpr policy_decision decides = policy_decision::among;
  [[nodiscard]] constexpr bool operator()(const auto&) const noexcept { return true; }
};

/// Scores only predictions with this label_sufficiency: 1 in T(q) and MuSiQue-Full, 0 in P(T(q)).
template <int Label>
struct labelled {
  static constexpr policy_decision decides = policy_decision::among;
  [[nodiscard]] constexpr bool operator()(const auto& prediction) const noexcept {
    return static_cast<int>(prediction.label_sufficiency) == Label;
  }
};

}  // namespace among

namespace combine {

/// Returns the output of the only prediction. The default.
///
/// Errors: data_error unless there is exactly one
struct the_only {
  static constexpr policy_decision decides = policy_decision::combine;
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

/// Which prediction wins if confidences are equal.
enum class tie : std::uint8_t { last_received, first_received };

/// Returns the output of the prediction with the highest `confidence`.
///
/// Shape:  on a tie the prediction received last (as published) or first wins
/// Errors: data_error if there is no prediction, or a confidence is absent or NaN
/// Source: Trivedi et al. 2020, Sec. 3.1 (arg max); DiRe, metrics/probe_answer_metric.py for ties
template <tie Tie>
struct most_confident {
  static constexpr policy_decision decides = policy_decision::combine;
  template <class Metric, class Predictions, class Among>
  [[nodiscard]] constexpr decltype(auto) operator()(const Metric& metric, const Predictions& predictions,
                                                    const Among& chosen) const {
    auto best = std::end(predictions);
    double highest = 0;
    for (auto at = std::begin(predictions); at != std::end(predictions); ++at) {
      if (!chosen(*at)) continue;
      const auto confidence = static_cast<double>(detail::required((*at).confidence, "confidence"));
      if (confidence != confidence) throw_data_error({.field = "confidence"}, "expected a number, found NaN");
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

/// Concatenates the outputs, for a metric that takes them as a set.
///
/// Source: Trivedi et al. 2020, Sec. 3.1 (set union for support identification)
struct union_of {
  static constexpr policy_decision decides = policy_decision::combine;
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
  static constexpr policy_decision decides = policy_decision::gate;
  [[nodiscard]] constexpr bool operator()(const auto&) const noexcept { return true; }
};

/// The group scores 0 unless each prediction's `sufficiency` equals its `label_sufficiency`; this includes predictions
/// that `among` leaves out.
///
/// Errors: data_error if a predicted sufficiency is absent
/// Source: Trivedi et al. 2020, Sec. 4.2 and App. A.4; MuSiQue-Full, metrics/group_answer_sufficiency.py
struct sufficiency_right {
  static constexpr policy_decision decides = policy_decision::gate;
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

/// Leaves the group's score as it is (Eq. 8). The default.
struct none {
  static constexpr policy_decision decides = policy_decision::condition;
  static constexpr bool needs_original = false;
};

/// Takes the minimum of the group's score and the undivided question's, number by number (Eq. 7).
struct with_original {
  static constexpr policy_decision decides = policy_decision::condition;
  static constexpr bool needs_original = true;
  [[nodiscard]] constexpr scores operator()(const scores& group, const scores& original) const noexcept {
    return minimum(group, original);
  }
};

}  // namespace condition

namespace over {

/// A question scores the maximum over its groups, number by number (Eq. 5). The default.
struct any_group {
  static constexpr policy_decision decides = policy_decision::over;
  [[nodiscard]] constexpr scores operator()(const scores& a, const scores& b) const noexcept { return maximum(a, b); }
};
using any_bipartition = any_group;

/// A question scores the minimum over its groups, number by number: the trivial transform (App. G).
struct every_group {
  static constexpr policy_decision decides = policy_decision::over;
  [[nodiscard]] constexpr scores operator()(const scores& a, const scores& b) const noexcept { return minimum(a, b); }
};
using every_copy = every_group;

}  // namespace over

}  // namespace mhqa::inline v0_1
