// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of comparison.hpp.
#pragma once

#include <mhqa/metrics/comparison.hpp>

#include <mhqa/error.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> out(p.size());
  double highest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    highest = std::max(highest, std::min(1.0, p[order[rank]] * static_cast<double>(p.size() - rank)));
    out[order[rank]] = highest;
  }
  return out;
}

namespace detail {

MHQA_INLINE question_values subtract_columns(std::span<const compared_columns> all) {
  question_values out{all[0].baseline.size(), all.size()};
  for (std::size_t c = 0; c < out.columns; ++c) {
    for (std::size_t i = 0; i < out.questions; ++i) {
      const double d = all[c].system[i] - all[c].baseline[i];
      out.set(i, c, static_cast<std::int64_t>(std::llround(d / difference_unit)));
    }
  }
  return out;
}

MHQA_INLINE void check_columns(std::span<const compared_columns> all, const significance_options& options) {
  if (all.empty()) throw_data_error({}, "comparison: expected at least one system");
  for (const compared_columns& one : all) {
    check_test(one.baseline.size(), one.system.size(), options);
    if (one.baseline.size() != all[0].baseline.size()) {
      throw_data_error({}, "comparison: expected " + std::to_string(all[0].baseline.size()) +
                               " questions in every column, found " + std::to_string(one.baseline.size()));
    }
    if (one.baseline.size() > (std::size_t{1} << 20U)) {
      throw_data_error({}, "comparison: expected at most 2^20 questions, found " + std::to_string(one.baseline.size()));
    }
    for (const std::span<const double> column : {one.baseline, one.system}) {
      for (std::size_t i = 0; i < column.size(); ++i) {
        if (!(std::fabs(column[i]) <= 2)) {
          throw_data_error({.record = i + 1}, "comparison: expected scores from -2 to 2, as fractions");
        }
      }
    }
  }
}

MHQA_INLINE compared compare_column(const compared_columns& scores, const question_values& differences,
                                    std::size_t column, std::span<std::int64_t> bootstrap,
                                    std::span<const std::int64_t> swapped, const significance_options& options) {
  compared out;
  const auto n = static_cast<double>(differences.questions);
  const std::int64_t total = differences.totals[column];
  double sum_a = 0, sum_b = 0;
  for (std::size_t i = 0; i < differences.questions; ++i) {
    const std::int64_t d = differences.at(i, column);
    sum_a += scores.baseline[i];
    sum_b += scores.system[i];
    ++(d > 0 ? out.wins : d < 0 ? out.losses : out.ties);
  }
  out.baseline = sum_a / n;
  out.system = sum_b / n;
  const auto mean = [&](std::int64_t sum) { return static_cast<double>(sum) * difference_unit / n; };
  out.difference = mean(total);
  const auto extreme = [&](std::int64_t value) {
    // Each difference is rounded, so equal sums may differ by one unit per question.
    const auto slack = static_cast<std::int64_t>(differences.questions);
    const std::int64_t size = value < 0 ? -value : value, bound = total < 0 ? -total : total;
    return options.extreme == extreme_rule::at_least ? size >= bound - slack : size > bound + slack;
  };
  std::uint64_t shifted = 0, coined = 0;
  for (const std::int64_t sum : bootstrap) shifted += extreme(sum - total);
  for (const std::int64_t sum : swapped) coined += extreme(sum);
  const std::size_t samples = bootstrap.size();
  out.bootstrap_p = static_cast<double>(shifted + 1) / static_cast<double>(samples + 1);
  out.randomization_p = static_cast<double>(coined + 1) / static_cast<double>(samples + 1);

  const auto cut = static_cast<std::size_t>(static_cast<double>(samples) * (1 - options.confidence) / 2 + 1e-9);
  const std::size_t outside = std::min(cut, (samples - 1) / 2);
  const auto nth = [&](std::size_t place) {
    const auto found = bootstrap.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(bootstrap.begin(), found, bootstrap.end());
    return *found;
  };
  out.interval.low = mean(nth(outside));
  out.interval.high = mean(nth(samples - 1 - outside));
  return out;
}

}  // namespace detail
}  // namespace mhqa::inline v0_1
