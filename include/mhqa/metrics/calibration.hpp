// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Calibration of probabilities: reliability bins, expected calibration error and Brier score, e.g. of a model's
// probability that a context is sufficient.
//   calibration c; c.add(0.9, true); c.expected_error()
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/sum.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mhqa::inline v0_1 {

/// The probabilities in [low, high), in the last bin [low, 1].
struct calibration_bin {
  double low = 0, high = 0;
  std::uint64_t count = 0;
  std::uint64_t positives = 0;        ///< with a true label
  std::optional<double> mean{};       ///< of the probabilities; empty without one
  std::optional<double> frequency{};  ///< positives / count

  friend constexpr bool operator==(const calibration_bin&, const calibration_bin&) = default;
};

/// Returns 1 / (1 + exp(-logit)) without overflow.
///
/// Example: probability_of_logit(0) == 0.5
[[nodiscard]] inline double probability_of_logit(double logit) noexcept {
  if (logit >= 0) return 1 / (1 + std::exp(-logit));
  const double e = std::exp(logit);
  return e / (1 + e);
}

/// Counts probabilities and labels in bins of equal width; a commutative monoid.
///
/// Undefined: without a probability the errors are empty
/// Errors:    data_error for a probability outside [0, 1] or NaN, for no bins, and for a sum of different bins
/// Cost:      O(1) per probability; exact sums, so that the order does not matter
/// Source:    Naeini et al. 2015 and Guo et al. 2017: expected calibration error; Brier 1950
class calibration {
 public:
  explicit calibration(std::size_t bins = 10) : bins_(bins) {
    if (bins == 0) throw_data_error({}, "calibration: expected at least one bin");
  }

  void add(double probability, bool label);

  calibration& operator+=(const calibration& other);

  [[nodiscard]] std::uint64_t size() const noexcept { return count_; }

  [[nodiscard]] std::vector<calibration_bin> bins() const;

  /// Returns the mean over the probabilities of |frequency - mean| of their bin.
  [[nodiscard]] std::optional<double> expected_error() const {
    if (count_ == 0) return std::nullopt;
    double sum = 0;
    for (const bin& of : bins_) sum += std::fabs(static_cast<double>(of.positives) - of.sum.value());
    return sum / static_cast<double>(count_);
  }

  /// Returns the mean squared distance of the probability from the label.
  [[nodiscard]] std::optional<double> brier() const {
    if (count_ == 0) return std::nullopt;
    return brier_.value() / static_cast<double>(count_);
  }

 private:
  struct bin {
    std::uint64_t count = 0, positives = 0;
    exact_sum sum{};
  };

  [[nodiscard]] double edge(std::size_t i) const noexcept {
    return static_cast<double>(i) / static_cast<double>(bins_.size());
  }
  [[nodiscard]] std::size_t place(double probability) const noexcept;

  std::vector<bin> bins_;
  exact_sum brier_{};
  std::uint64_t count_ = 0;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/calibration.ipp>
#endif
