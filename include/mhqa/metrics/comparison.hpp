// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares several systems with a baseline on the same questions: differences with intervals, p-values of two paired
// tests, Holm's correction, wins and losses. All columns share the random draws of each sample (see significance.hpp).
//   compare_columns({{"f1", a, b}}, options, pool)[0].interval.low > 0
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/significance.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

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
/// Example: holm({0.01, 0.04, 0.03})  // {0.03, 0.06, 0.06}
[[nodiscard]] inline std::vector<double> holm(std::span<const double> p) {
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

/// Per-question differences as integers, in blocks of columns; within a block, the columns of one question are
/// adjacent.
struct difference_rows {
  static constexpr double unit = 0x1p-40;  // sums of 2^20 differences of up to 8 fit
  static constexpr std::size_t widest = 4;

  std::size_t questions = 0, columns = 0;
  std::vector<std::int64_t> values;
  std::vector<std::int64_t> totals;  ///< of each column

  explicit difference_rows(std::span<const compared_columns> all)
      : questions{all[0].baseline.size()}, columns{all.size()}, totals(all.size(), 0) {
    values.resize(questions * columns);
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t i = 0; i < questions; ++i) {
        const double d = all[c].system[i] - all[c].baseline[i];
        at(i, c) = static_cast<std::int64_t>(std::llround(d / unit));
        totals[c] += at(i, c);
      }
    }
  }

  [[nodiscard]] std::size_t width(std::size_t first) const noexcept { return std::min(widest, columns - first); }
  /// Returns the block that begins with a column.
  [[nodiscard]] const std::int64_t* block(std::size_t first) const noexcept {
    return values.data() + first * questions;
  }
  [[nodiscard]] std::int64_t& at(std::size_t question, std::size_t column) noexcept {
    const std::size_t first = column / widest * widest;
    return values[first * questions + question * width(first) + column - first];
  }
};

inline void check_columns(std::span<const compared_columns> all, const significance_options& options) {
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

/// The draws of one sample, which all columns share.
struct sample_draws {
  std::vector<std::uint32_t> places;  ///< the questions drawn for the bootstrap
  std::vector<std::uint64_t> coins;   ///< a bit per question: swap its two scores

  void assign(std::size_t questions, const significance_options& options, std::uint64_t k) {
    places.resize(questions);
    if (!draw_places(questions, draws{options.seed, k, bootstrap_draws})) {
      draws place{options.seed, k, bootstrap_draws};
      for (std::uint32_t& one : places) one = static_cast<std::uint32_t>(place.below(questions));
    }
    draws coin{options.seed, k, randomization_draws};
    coins.resize((questions + 63) / 64);
    coin.fill(coins);
    if (questions % 64 != 0) coins.back() &= (std::uint64_t{1} << (questions % 64)) - 1;
  }

 private:
  /// Draws as draws::below() does while no value has to be redrawn; returns false if one may have to be.
  ///
  /// Requires: questions < 2^32
  [[nodiscard]] bool draw_places(std::size_t questions, draws place) {
    const std::uint64_t n = questions;
    words.resize(questions);
    place.fill(words);
    std::uint64_t redrawn = 0;
    for (std::size_t i = 0; i < questions; ++i) {
      const std::uint64_t x = words[i];
      redrawn |= x * n < n ? 1U : 0U;
      places[i] = static_cast<std::uint32_t>(((x >> 32U) * n + (((x & 0xffffffffU) * n) >> 32U)) >> 32U);
    }
    return redrawn == 0;
  }

  std::vector<std::uint64_t> words;
};

/// Writes a block's sums of one sample: of the drawn questions, and of all with the coins' signs. A width known at
/// compile time keeps the columns in registers.
template <std::size_t Width>
void sum_block(const std::int64_t* values, const sample_draws& sample, const std::int64_t* totals,
               std::int64_t* bootstrap, std::int64_t* swapped) noexcept {
  std::int64_t drawn[Width] = {}, tails[Width] = {};
  const auto add = [values](std::int64_t* sum, std::size_t at) {
    for (std::size_t c = 0; c < Width; ++c) sum[c] += values[at * Width + c];
  };
  for (const std::uint32_t at : sample.places) add(drawn, at);
  for (std::size_t w = 0; w < sample.coins.size(); ++w) {
    for (std::uint64_t bits = sample.coins[w]; bits != 0; bits &= bits - 1) {
      add(tails, w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
    }
  }
  for (std::size_t c = 0; c < Width; ++c) {
    bootstrap[c] = drawn[c];
    swapped[c] = totals[c] - 2 * tails[c];
  }
}

/// Writes the sums of sample k for both tests.
inline void sum_sample(const difference_rows& rows, const sample_draws& sample, std::int64_t* bootstrap,
                       std::int64_t* swapped) noexcept {
  for (std::size_t first = 0; first < rows.columns; first += difference_rows::widest) {
    const std::size_t width = rows.width(first);
    const auto sum = width == 4   ? &sum_block<4>
                     : width == 3 ? &sum_block<3>
                     : width == 2 ? &sum_block<2>
                                  : &sum_block<1>;
    sum(rows.block(first), sample, rows.totals.data() + first, bootstrap + first, swapped + first);
  }
}

}  // namespace detail

/// Compares systems with a baseline on several metrics, by the paired bootstrap (interval and p) and by approximate
/// randomisation.
///
/// Shape:   columns[m] -> [m]; Holm's correction is over all m
/// Errors:  data_error for columns of different lengths, no question, more than 2^20 questions, or scores that are not
///          fractions
/// Cost:    O(samples * n * m); all columns share the draws, which cost as much as eight columns
/// Source:  Koehn 2004; Riezler and Maxwell 2005; Holm 1979
/// Differs: rounds differences to 2^-40, so that sums are exact integers; also tosses a coin for questions
///          without a difference
template <executor E = serial_executor>
[[nodiscard]] std::vector<compared> compare_columns(std::span<const compared_columns> columns,
                                                    const significance_options& options = {}, E&& exec = E{}) {
  detail::check_columns(columns, options);
  detail::difference_rows rows{columns};
  const std::size_t m = columns.size();
  const auto samples = static_cast<std::size_t>(options.samples);
  std::vector<std::int64_t> bootstrap(samples * m), swapped(samples * m);
  for_each_chunk(exec, samples, detail::samples_per_task, [&](std::size_t begin, std::size_t end) {
    detail::sample_draws sample;
    for (std::size_t k = begin; k < end; ++k) {
      sample.assign(rows.questions, options, k);
      detail::sum_sample(rows, sample, bootstrap.data() + k * m, swapped.data() + k * m);
    }
  });

  const auto n = static_cast<double>(rows.questions);
  std::vector<compared> out(m);
  std::vector<double> p(m);
  std::vector<std::int64_t> sorted(samples);
  for (std::size_t c = 0; c < m; ++c) {
    compared& one = out[c];
    const std::int64_t total = rows.totals[c];
    double sum_a = 0, sum_b = 0;
    for (std::size_t i = 0; i < rows.questions; ++i) {
      const std::int64_t d = rows.at(i, c);
      sum_a += columns[c].baseline[i];
      sum_b += columns[c].system[i];
      ++(d > 0 ? one.wins : d < 0 ? one.losses : one.ties);
    }
    one.baseline = sum_a / n;
    one.system = sum_b / n;
    one.difference = static_cast<double>(total) * detail::difference_rows::unit / n;
    std::uint64_t shifted = 0, coined = 0;
    const auto extreme = [&](std::int64_t value) {
      // Each difference is rounded, so equal sums may differ by one unit per question.
      const auto slack = static_cast<std::int64_t>(rows.questions);
      const std::int64_t size = value < 0 ? -value : value, bound = total < 0 ? -total : total;
      return options.extreme == extreme_rule::at_least ? size >= bound - slack : size > bound + slack;
    };
    for (std::size_t k = 0; k < samples; ++k) {
      sorted[k] = bootstrap[k * m + c];
      shifted += extreme(sorted[k] - total);
      coined += extreme(swapped[k * m + c]);
    }
    std::sort(sorted.begin(), sorted.end());
    const auto cut = static_cast<std::size_t>(static_cast<double>(samples) * (1 - options.confidence) / 2 + 1e-9);
    const std::size_t outside = std::min(cut, (samples - 1) / 2);
    const auto mean = [&](std::int64_t sum) { return static_cast<double>(sum) * detail::difference_rows::unit / n; };
    one.interval = {mean(sorted[outside]), mean(sorted[samples - 1 - outside])};
    one.bootstrap_p = static_cast<double>(shifted + 1) / static_cast<double>(samples + 1);
    one.randomization_p = static_cast<double>(coined + 1) / static_cast<double>(samples + 1);
    p[c] = one.randomization_p;
  }
  const std::vector<double> corrected = holm(p);
  for (std::size_t c = 0; c < m; ++c) out[c].holm_p = corrected[c];
  return out;
}

}  // namespace v0_1
}  // namespace mhqa
