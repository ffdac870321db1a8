// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Means over questions. An accumulator is a monoid: add scores, merge accumulators of other threads or machines; the
// result is bit-identical for every order and split.
#pragma once

#include <mhqa/metrics/overlap.hpp>
#include <mhqa/metrics/sum.hpp>

#include <cstdint>
#include <optional>

namespace mhqa::inline v0_1 {

/// Sums of the four numbers and the number of questions.
///
/// Shape:     += scores; += accumulator (with exact_sum only); trivially copyable, so any engine can transport it
/// Undefined: no question, or a denominator of 0 -> mean() is empty
/// Cost:      72 bytes; a few dozen integer operations per question
/// Example:   accumulator total; total += scores{1, 1, 1, 1}; total += scores{}; total.mean()->f1  // 0.5
template <class Sum>
struct basic_accumulator {
  Sum em, f1, precision, recall;
  std::uint64_t count = 0;

  constexpr basic_accumulator& operator+=(const scores& s) {
    em += s.em;
    f1 += s.f1;
    precision += s.precision;
    recall += s.recall;
    ++count;
    return *this;
  }

  constexpr basic_accumulator& operator+=(const basic_accumulator& other) requires requires(Sum sum) {
    sum += other.em;
  }
  {
    em += other.em;
    f1 += other.f1;
    precision += other.precision;
    recall += other.recall;
    count += other.count;
    return *this;
  }

  /// Returns the mean over the questions that were added.
  [[nodiscard]] constexpr std::optional<scores> mean() const noexcept { return mean(count); }

  /// Returns the sum over another denominator, e.g. one that counts questions without a prediction as 0.
  [[nodiscard]] constexpr std::optional<scores> mean(std::uint64_t denominator) const noexcept {
    if (denominator == 0) return std::nullopt;
    const auto n = static_cast<double>(denominator);
    return scores{em.value() / n, f1.value() / n, precision.value() / n, recall.value() / n};
  }

  friend constexpr bool operator==(const basic_accumulator&, const basic_accumulator&) = default;
};

/// Sums that do not depend on the order, or those of the published programs, which add in the order of the file.
using accumulator = basic_accumulator<exact_sum>;
using published_accumulator = basic_accumulator<published_sum>;

}  // namespace mhqa::inline v0_1
