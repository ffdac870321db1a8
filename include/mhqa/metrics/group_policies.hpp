// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The words from which a grouped metric is said: which predictions of a group are scored, how they are
// combined, what gates them, what bounds them and how groups fold. A word of one's own is a struct with
// the constant `decides` and one call operator. mhqa/metrics/grouped.hpp makes the sentence.
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

namespace mhqa {
inline namespace v0 {

/// The five things a grouped metric decides, in the order in which they happen. A policy is a default
/// constructible type whose constant `decides` names one of them.
enum class step : std::uint8_t {
  among,      ///< which predictions of a group are scored: bool operator()(prediction)
  combine,    ///< how their outputs become one: operator()(metric, predictions, among) -> output
  gate,       ///< whether the group scores at all: bool operator()(predictions)
  condition,  ///< how the score of the undivided question bounds the group's, if `needs_original`:
              ///< operator()(group's scores, original's) -> scores
  over,       ///< how the groups of a question become one score: operator()(scores so far, next) -> scores
};

inline constexpr std::size_t step_count = 5;

template <class P>
concept policy = requires {
  { P::decides } -> std::convertible_to<step>;
};

namespace detail {

template <class T>
[[nodiscard]] constexpr const auto& required(const T& field, const char* what) {
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

}  // namespace detail

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

}  // namespace v0
}  // namespace mhqa
