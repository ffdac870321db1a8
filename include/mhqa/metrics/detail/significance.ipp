// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of significance.hpp.
#pragma once

#include <mhqa/metrics/significance.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE void check_test(std::size_t a, std::size_t b, const significance_options& o) {
  if (a != b) {
    throw_data_error({}, "significance: expected as many scores of b as of a (" + std::to_string(a) + "), found " +
                             std::to_string(b));
  }
  if (a == 0) throw_data_error({}, "significance: expected at least one question");
  if (o.samples == 0) throw_data_error({}, "significance: expected at least one sample");
  if (o.samples > most_samples) {
    throw_data_error({}, "significance: expected at most " + std::to_string(most_samples) + " samples, found " +
                             std::to_string(o.samples));
  }
  if (!(o.confidence > 0 && o.confidence < 1)) {
    throw_data_error({}, "significance: expected a confidence between 0 and 1");
  }
}

MHQA_INLINE paired_differences::paired_differences(std::span<const double> a, std::span<const double> b,
                                                   const significance_options& o) {
  check_test(a.size(), b.size(), o);
  const double most = most_score(a.size());
  column.resize(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(std::fabs(a[i]) < most && std::fabs(b[i]) < most)) refuse_score(i);
    column[i] += a[i];
    column[i] += -b[i];
    total += column[i];
  }
}

MHQA_INLINE double smoothed_p(std::span<const exact_sum> sums, const exact_sum& observed, extreme_rule rule) {
  const double bound = std::fabs(observed.value());
  std::uint64_t count = 0;
  for (const exact_sum& sum : sums) {
    const double size = std::fabs(sum.value());
    count += size > bound || (rule == extreme_rule::at_least && size == bound) ? 1 : 0;
  }
  return static_cast<double>(count + 1) / static_cast<double>(sums.size() + 1);
}

MHQA_INLINE significance randomization_result(const exact_sum& total, std::size_t questions,
                                              std::span<const exact_sum> sums, const significance_options& o) {
  return {.difference = total.value() / static_cast<double>(questions),
          .p_value = smoothed_p(sums, total, o.extreme),
          .interval = std::nullopt,
          .samples = o.samples,
          .seed = o.seed};
}

MHQA_INLINE significance bootstrap_result(const exact_sum& total, std::size_t questions, std::vector<exact_sum> sums,
                                          const significance_options& o) {
  const auto n = static_cast<double>(questions);
  std::vector<double> means;
  means.reserve(sums.size());
  for (const exact_sum& sum : sums) means.push_back(sum.value() / n);
  std::sort(means.begin(), means.end());
  // 1e-9, because (1 - 0.9) / 2 is a little below 0.05.
  const auto cut = static_cast<std::size_t>(static_cast<double>(means.size()) * (1 - o.confidence) / 2 + 1e-9);
  const std::size_t outside = std::min(cut, (means.size() - 1) / 2);
  for (exact_sum& sum : sums) sum += -total;
  return {.difference = total.value() / n,
          .p_value = smoothed_p(sums, total, o.extreme),
          .interval = difference_interval{means[outside], means[means.size() - 1 - outside]},
          .samples = o.samples,
          .seed = o.seed};
}

}  // namespace mhqa::inline v0_1::detail
