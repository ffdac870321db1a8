// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of judge_agreement.hpp.
#pragma once

#include <mhqa/metrics/judge_agreement.hpp>

#include <algorithm>
#include <cmath>

namespace mhqa::inline v0_1 {

MHQA_INLINE difference_interval wilson_interval(std::uint64_t hits, std::uint64_t trials, double z) noexcept {
  if (trials == 0) return {0, 1};
  const auto n = static_cast<double>(trials);
  const double p = static_cast<double>(hits) / n;
  const double scale = 1 + z * z / n;
  const double middle = (p + z * z / (2 * n)) / scale;
  const double half = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale;
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

MHQA_INLINE std::optional<difference_interval> kappa_interval(const judge_agreement& a, double z) noexcept {
  const std::optional<double> kappa = a.kappa();
  if (!kappa) return std::nullopt;
  const auto n = static_cast<double>(a.size());
  const double agreed = *a.accuracy();
  const double chance_left = *kappa == 1 ? 1 : (1 - agreed) / (1 - *kappa);  // 1 - pe
  const double half = z * std::sqrt(agreed * (1 - agreed) / n) / chance_left;
  return difference_interval{std::max(-1.0, *kappa - half), std::min(1.0, *kappa + half)};
}

}  // namespace mhqa::inline v0_1
