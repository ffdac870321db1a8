// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Paired significance tests for two columns of per-question scores. Every executor gives the same bits: sample k draws
// from draws{seed, k}, and all sums are exact. metrics/comparison.hpp compares many systems at once.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/sum.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// Decides which samples count as extreme in p = (count + 1) / (samples + 1).
enum class extreme_rule : std::uint8_t {
  at_least,  ///< |sample| >= |observed|: Riezler and Maxwell 2005; equal systems have p = 1
  above,     ///< |sample| > |observed|: sacreBLEU and MultEval; equal systems have p = 1 / (samples + 1)
};

/// Options of a test. The default seed is sacreBLEU's.
struct significance_options {
  std::uint64_t samples = 10'000;
  std::uint64_t seed = 12345;
  double confidence = 0.95;  ///< of the interval
  extreme_rule extreme = extreme_rule::at_least;
};

/// A confidence interval of the difference.
struct difference_interval {
  double low = 0;
  double high = 0;

  friend constexpr bool operator==(const difference_interval&, const difference_interval&) = default;
};

/// The result of a paired test.
///
/// Units: difference and interval in units of the scores; p_value in (0, 1]
struct significance {
  double difference = 0;                        ///< mean of a minus mean of b
  double p_value = 1;                           ///< two-sided
  std::optional<difference_interval> interval;  ///< of the difference; only from the bootstrap
  std::uint64_t samples = 0;
  std::uint64_t seed = 0;

  friend constexpr bool operator==(const significance&, const significance&) = default;
};

/// The most samples of a test, which take 1.6 GB.
inline constexpr std::uint64_t most_samples = 100'000'000;

namespace detail {

/// Returns the largest score for which no sum of differences overflows exact_sum.
[[nodiscard]] inline double most_score(std::size_t questions) noexcept {
  return 0x1p35 / static_cast<double>(questions);
}

void check_test(std::size_t a, std::size_t b, const significance_options& o);

[[noreturn]] inline void refuse_score(std::uint64_t question) {
  throw_data_error({.record = question + 1}, "significance: expected finite scores below 2^35 / questions");
}

/// The differences a[i] - b[i], exactly, and their sum.
struct paired_differences {
  std::vector<exact_sum> column;
  exact_sum total;

  paired_differences(std::span<const double> a, std::span<const double> b, const significance_options& o);
};

/// Keys that separate the draws of the two tests.
inline constexpr std::uint64_t randomization_draws = 1;
inline constexpr std::uint64_t bootstrap_draws = 2;

/// Returns the total difference after a coin decides, for each question with a difference, whether it counts as is
/// (either[2 i]) or negated (either[2 i + 1]).
[[nodiscard]] MHQA_HD constexpr exact_sum randomized_sample(const exact_sum* either, std::size_t questions,
                                                            draws random) noexcept {
  exact_sum sum;
  std::uint64_t coins = 0;
  for (std::size_t i = 0; i < questions; ++i) {
    coins = i % 64 == 0 ? random() : coins >> 1U;
    sum += either[2 * i + (coins & 1U)];
  }
  return sum;
}

/// Returns the total difference of n questions drawn with replacement from n.
[[nodiscard]] MHQA_HD constexpr exact_sum bootstrap_sample(const exact_sum* column, std::size_t questions,
                                                           draws random) noexcept {
  exact_sum sum;
  for (std::size_t i = 0; i < questions; ++i) sum += column[static_cast<std::size_t>(random.below(questions))];
  return sum;
}

/// Returns (count + 1) / (samples + 1) for sums of differences that are centred on 0.
[[nodiscard]] double smoothed_p(std::span<const exact_sum> sums, const exact_sum& observed, extreme_rule rule);

[[nodiscard]] significance randomization_result(const exact_sum& total, std::size_t questions,
                                                std::span<const exact_sum> sums, const significance_options& o);

[[nodiscard]] significance bootstrap_result(const exact_sum& total, std::size_t questions, std::vector<exact_sum> sums,
                                            const significance_options& o);

inline constexpr std::size_t samples_per_task = 16;

/// Computes sums[k] = sample(draws of k) on the executor.
template <class E, class Sample>
[[nodiscard]] std::vector<exact_sum> sample_sums(E& exec, const significance_options& o, std::uint64_t purpose,
                                                 const Sample& sample) {
  std::vector<exact_sum> sums(static_cast<std::size_t>(o.samples));
  for_each_chunk(exec, sums.size(), samples_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) sums[k] = sample(draws{o.seed, std::uint64_t{k}, purpose});
  });
  return sums;
}

}  // namespace detail

/// Paired approximate randomisation: tests how often the difference is as large after each question's two scores are
/// swapped at random.
///
/// Shape:   a[n], b[n] paired by position -> p, without an interval
/// Errors:  data_error for columns that are empty or of different lengths, scores that are not finite, and no samples
/// Cost:    O(samples * questions whose scores differ), about 2 ns each; 16 bytes per sample
/// Source:  Noreen 1989; Riezler and Maxwell 2005; sacreBLEU's --paired-ar with extreme_rule::above
/// Differs: sums are exact, so samples equal to the observed difference always count as equal
/// Example: approximate_randomization(f1_of_a, f1_of_b, {.samples = 10'000, .seed = 1}, pool).p_value < 0.05
template <executor E = serial_executor>
[[nodiscard]] significance approximate_randomization(std::span<const double> a, std::span<const double> b,
                                                     const significance_options& options = {}, E&& exec = E{}) {
  const detail::paired_differences differences{a, b, options};
  std::vector<exact_sum> either;  // the difference and its negative, for each question that has one
  for (const exact_sum& difference : differences.column) {
    if (difference != exact_sum{}) either.insert(either.end(), {difference, -difference});
  }
  const auto sums = detail::sample_sums(exec, options, detail::randomization_draws, [&either](draws random) {
    return detail::randomized_sample(either.data(), either.size() / 2, random);
  });
  return detail::randomization_result(differences.total, a.size(), sums, options);
}

/// Paired bootstrap: estimates how much the difference varies if the questions are redrawn with replacement.
///
/// Shape:   a[n], b[n] paired by position -> p and the percentile interval, which excludes
///          floor(samples * (1 - confidence) / 2) sorted samples at each end
/// Errors:  as approximate_randomization
/// Cost:    O(samples * n), about 15 ns each; 16 bytes per sample
/// Source:  Koehn 2004; p by shifting the samples to no effect: Riezler and Maxwell 2005
/// Differs: sacreBLEU's --paired-bs (extreme_rule::above, 1,000 samples) shifts |sample| by its mean; here the signed
///          sample is shifted by the observed difference, which keeps both tails
/// Example: paired_bootstrap(f1_of_a, f1_of_b, {.samples = 1'000}).interval->low > 0
template <executor E = serial_executor>
[[nodiscard]] significance paired_bootstrap(std::span<const double> a, std::span<const double> b,
                                            const significance_options& options = {}, E&& exec = E{}) {
  const detail::paired_differences differences{a, b, options};
  std::vector<exact_sum> sums =
      detail::sample_sums(exec, options, detail::bootstrap_draws, [&differences](draws random) {
        return detail::bootstrap_sample(differences.column.data(), differences.column.size(), random);
      });
  return detail::bootstrap_result(differences.total, a.size(), std::move(sums), options);
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/significance.ipp>
#endif
