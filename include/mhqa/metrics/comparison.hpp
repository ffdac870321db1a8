// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares several systems with a baseline on the same questions: differences with intervals, p-values of two paired
// tests, Holm's correction, wins and losses. All columns share the random draws of each sample (see significance.hpp).
//   compare_columns({{{a, b}}}, options, pool)[0].interval.low > 0
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/metrics/detail/sample_tiles.hpp>
#include <mhqa/metrics/significance.hpp>
#include <mhqa/parallel.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mhqa::inline v0_1 {

/// Per-question scores of one system and of the baseline.
///
/// Shape: baseline[n], system[n], the same n for all systems
struct compared_columns {
  std::span<const double> baseline;
  std::span<const double> system;
};

/// The comparison of a system with the baseline.
///
/// Units: difference and interval in units of the scores
struct compared {
  double baseline = 0;    ///< mean
  double system = 0;      ///< mean
  double difference = 0;  ///< system minus baseline
  difference_interval interval{};
  double bootstrap_p = 1;
  double randomization_p = 1;
  double holm_p = 1;  ///< randomization_p after Holm's correction over all comparisons
  std::uint64_t wins = 0, losses = 0, ties = 0;
};

/// Returns p-values after Holm's step-down correction, which bounds the probability of any false alarm.
///
/// Shape:   p[m] -> [m], never below p
/// Source:  Holm 1979
/// Example: holm({{0.01, 0.04, 0.03}})  // {0.03, 0.06, 0.06}
[[nodiscard]] std::vector<double> holm(std::span<const double> p);

namespace detail {

inline constexpr double difference_unit = 0x1p-40;  // sums of 2^20 differences of up to 8 fit

/// Returns the difference of each question, in units.
[[nodiscard]] question_values subtract_columns(std::span<const compared_columns> all);

void check_columns(std::span<const compared_columns> all, const significance_options& options);

/// Returns the interval and the p-values of one column from its samples' sums, which it reorders.
///
/// Shape: bootstrap[samples], swapped[samples]
[[nodiscard]] compared compare_column(const compared_columns& scores, const question_values& differences,
                                      std::size_t column, std::span<std::int64_t> bootstrap,
                                      std::span<const std::int64_t> swapped, const significance_options& options);

}  // namespace detail

/// Compares systems with a baseline on several metrics, by the paired bootstrap (interval and p) and by approximate
/// randomisation.
///
/// Shape:   columns[m] -> [m]; Holm's correction is over all m
/// Errors:  data_error for columns of different lengths, no question, more than 2^20 questions, or scores that are not
///          fractions
/// Cost:    O(samples * n * m); all columns share the draws. Memory: 16 bytes per sample and column; per thread, the
///          draws of a tile of samples, 4 MB or 24 n bytes
/// Source:  Koehn 2004; Riezler and Maxwell 2005; Holm 1979
/// Differs: rounds differences to 2^-40, so that sums are exact integers; also tosses a coin for questions
///          without a difference
template <executor E = serial_executor>
[[nodiscard]] std::vector<compared> compare_columns(std::span<const compared_columns> columns,
                                                    const significance_options& options = {}, E&& exec = E{}) {
  detail::check_columns(columns, options);
  const detail::question_values differences = detail::subtract_columns(columns);
  const auto samples = static_cast<std::size_t>(options.samples);
  detail::summed_samples sums = detail::sum_samples(differences, options, exec);
  std::vector<compared> out(columns.size());
  exec.for_each(columns.size(), [&](std::size_t c) {
    out[c] = detail::compare_column(columns[c], differences, c, std::span{sums.bootstrap}.subspan(c * samples, samples),
                                    std::span<const std::int64_t>{sums.swapped}.subspan(c * samples, samples), options);
  });
  std::vector<double> p;
  for (const compared& one : out) p.push_back(one.randomization_p);
  const std::vector<double> corrected = holm(p);
  for (std::size_t c = 0; c < out.size(); ++c) out[c].holm_p = corrected[c];
  return out;
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/comparison.ipp>
#endif
