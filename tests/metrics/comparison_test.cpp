// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/comparison.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

using mhqa::compare_columns;
using mhqa::compared;
using mhqa::compared_columns;

namespace {

/// Scores of n questions by a system that is right on each with some probability, times a fraction.
std::vector<double> scores(std::uint64_t seed, std::size_t n, std::uint64_t percent) {
  std::vector<double> out(n);
  mhqa::draws random{seed, std::uint64_t{0}, std::uint64_t{9}};
  for (double& s : out) s = random.below(100) < percent ? static_cast<double>(1 + random.below(3)) / 3 : 0;
  return out;
}

}  // namespace

TEST_CASE("comparison: Holm's correction by hand") {
  // Sorted 0.01, 0.03, 0.04: times 3, 2, 1, and never below the one before.
  const std::vector<double> p{0.01, 0.04, 0.03};
  const std::vector<double> corrected = mhqa::holm(p);
  CHECK(corrected[0] == doctest::Approx(0.03));
  CHECK(corrected[1] == doctest::Approx(0.06));
  CHECK(corrected[2] == doctest::Approx(0.06));
  CHECK(mhqa::holm(std::vector<double>{0.7, 0.9})[0] == 1);
  CHECK(mhqa::holm({}).empty());
}

TEST_CASE("comparison: each column has the interval and p-value of the paired bootstrap, which draws the same") {
  const std::vector<double> base = scores(1, 300, 40), good = scores(2, 300, 60), same = scores(3, 300, 41);
  const std::vector<compared_columns> columns{{base, good}, {base, same}, {base, base}, {same, good}, {good, base}};
  const mhqa::significance_options options{.samples = 500, .seed = 7};
  for (const std::size_t m : {1U, 2U, 3U, 4U, 5U}) {
    const auto got = compare_columns(std::span{columns}.first(m), options);
    REQUIRE(got.size() == m);
    for (std::size_t c = 0; c < m; ++c) {
      CAPTURE(c);
      const auto one = mhqa::paired_bootstrap(columns[c].system, columns[c].baseline, options);
      CHECK(got[c].difference == doctest::Approx(one.difference).epsilon(1e-9));
      CHECK(got[c].interval.low == doctest::Approx(one.interval->low).epsilon(1e-9));
      CHECK(got[c].interval.high == doctest::Approx(one.interval->high).epsilon(1e-9));
      CHECK(std::fabs(got[c].bootstrap_p - one.p_value) < 0.02);  // exact sums of thirds tie or not by their last bit
      CHECK(got[c].wins + got[c].losses + got[c].ties == 300);
      CHECK(got[c].holm_p >= got[c].randomization_p);
    }
  }
}

TEST_CASE("comparison: a column has the same numbers alone as among others, and coins swap its scores") {
  const std::size_t n = 130;  // two words of coins and a part of a third
  const std::vector<double> base = scores(1, n, 40), good = scores(2, n, 45), same = scores(3, n, 41);
  const std::vector<compared_columns> columns{{base, good}, {base, same}, {good, same}, {same, good}, {good, base},
                                              {same, base}, {base, good}, {base, base}, {same, good}};
  const mhqa::significance_options options{.samples = 300, .seed = 11};
  const auto all = compare_columns(columns, options);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    CAPTURE(c);
    const auto alone = compare_columns(std::span{columns}.subspan(c, 1), options)[0];
    CHECK(all[c].interval == alone.interval);
    CHECK(all[c].bootstrap_p == alone.bootstrap_p);
    CHECK(all[c].randomization_p == alone.randomization_p);
    CHECK(all[c].wins == alone.wins);
    std::uint64_t extreme = 0;  // by hand: a coin per question, 64 of a draw
    for (std::uint64_t k = 0; k < options.samples; ++k) {
      mhqa::draws coins{options.seed, k, mhqa::detail::randomization_draws};
      std::uint64_t word = 0;
      double sum = 0, whole = 0;
      for (std::size_t i = 0; i < n; ++i) {
        if (i % 64 == 0) word = coins();
        const double d = columns[c].system[i] - columns[c].baseline[i];
        sum += (word >> (i % 64) & 1U) != 0 ? -d : d;
        whole += d;
      }
      extreme += std::fabs(sum) >= std::fabs(whole) - 1e-9 ? 1 : 0;
    }
    CHECK(alone.randomization_p == static_cast<double>(extreme + 1) / static_cast<double>(options.samples + 1));
  }
}

TEST_CASE("comparison: tables give the sums of the questions that each sample draws, one by one") {
  // Keys hold 8 questions for the bootstrap and 16 for coins, tiles 64 samples or more, blocks 4 columns; questions of
  // few are drawn more often than a key can say.
  for (const std::size_t n : {1U, 3U, 8U, 9U, 16U, 17U, 63U, 64U, 65U, 200U}) {
    for (const std::size_t columns : {1U, 2U, 3U, 5U, 8U}) {
      CAPTURE(n);
      CAPTURE(columns);
      mhqa::detail::question_values values{n, columns};
      mhqa::draws random{5, n, columns};
      for (std::size_t c = 0; c < columns; ++c) {
        for (std::size_t i = 0; i < n; ++i) {
          values.set(i, c, 7);  // replaced at once
          values.set(i, c, static_cast<std::int64_t>(random() >> 22U) - (std::int64_t{1} << 41U));
        }
      }
      const mhqa::significance_options options{.samples = 150, .seed = 3};
      mhqa::thread_pool pool{2};
      const auto got = mhqa::detail::sum_samples(values, options, pool);
      std::size_t wrong = 0;
      for (std::uint64_t k = 0; k < options.samples; ++k) {
        std::vector<std::int64_t> drawn(columns), swapped(columns);
        mhqa::draws place{options.seed, k, mhqa::detail::bootstrap_draws};
        mhqa::draws coin{options.seed, k, mhqa::detail::randomization_draws};
        std::uint64_t coins = 0;
        for (std::size_t i = 0; i < n; ++i) {
          const auto at = static_cast<std::size_t>(place.below(n));
          coins = i % 64 == 0 ? coin() : coins >> 1U;
          for (std::size_t c = 0; c < columns; ++c) {
            drawn[c] += values.at(at, c);
            swapped[c] += (coins & 1U) != 0 ? -values.at(i, c) : values.at(i, c);
          }
        }
        for (std::size_t c = 0; c < columns; ++c) {
          wrong += got.bootstrap[c * options.samples + k] != drawn[c];
          wrong += got.swapped[c * options.samples + k] != swapped[c];
        }
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("comparison: a tile takes a few megabytes, and gives work to every thread") {
  CHECK(mhqa::detail::samples_per_tile(7405, 10'000, 2) == 1024);
  CHECK(mhqa::detail::samples_per_tile(7405, 10'000, 16) == 157);
  CHECK(mhqa::detail::samples_per_tile(1, 10, 1) == 64);
  CHECK(mhqa::detail::samples_per_tile(std::size_t{1} << 20U, 1'000'000, 2) == 64);
}

TEST_CASE("comparison: equal systems cannot be told apart, and a clear winner can") {
  const std::vector<double> base = scores(1, 400, 30), good = scores(2, 400, 70);
  const std::vector<compared_columns> columns{{base, base}, {base, good}};
  const auto got = compare_columns(columns, {.samples = 1000});
  CHECK(got[0].randomization_p == 1);
  CHECK(got[0].interval == mhqa::difference_interval{0, 0});
  CHECK(got[0].ties == 400);
  CHECK(got[1].randomization_p < 0.01);
  CHECK(got[1].interval.low > 0);
  CHECK(got[1].holm_p < 0.01);
  const auto exact = mhqa::approximate_randomization(good, base, {.samples = 1000});
  CHECK(std::fabs(got[1].randomization_p - exact.p_value) < 0.01);
}

TEST_CASE("comparison: the same bits with threads, and bad columns are refused") {
  const std::vector<double> base = scores(1, 100, 30), good = scores(2, 100, 50);
  const std::vector<compared_columns> columns{{base, good}};
  mhqa::thread_pool pool{3};
  const auto one = compare_columns(columns, {.samples = 200});
  const auto three = compare_columns(columns, {.samples = 200}, pool);
  CHECK(one[0].interval == three[0].interval);
  CHECK(one[0].randomization_p == three[0].randomization_p);
  const std::vector<double> short_one(5), large(100, 50.0), none;
  CHECK_THROWS_AS(static_cast<void>(compare_columns(std::vector<compared_columns>{{base, short_one}})),
                  mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(compare_columns(std::vector<compared_columns>{{base, large}})), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(compare_columns(std::vector<compared_columns>{{none, none}})), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(compare_columns({})), mhqa::data_error);
}

TEST_CASE("comparison: the interval is that of a plain bootstrap by another generator, within the sampling error") {
  const std::vector<double> a = scores(5, 200, 40), b = scores(6, 200, 60);
  const std::vector<compared_columns> columns{{a, b}};
  const auto ours = compare_columns(columns, {.samples = 10'000, .seed = 3})[0];
  std::mt19937_64 random{17};
  std::vector<double> means(20'000);
  for (double& mean : means) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto at = static_cast<std::size_t>(random() % a.size());
      sum += b[at] - a[at];
    }
    mean = sum / static_cast<double>(a.size());
  }
  std::sort(means.begin(), means.end());
  // A quantile of N samples has the rank p N +- sqrt(p (1 - p) N); four standard deviations of both sides.
  const double spread = 4 * std::sqrt(0.025 * 0.975 * (1 / 10'000.0 + 1 / 20'000.0));
  const auto at = [&](double share) { return means[static_cast<std::size_t>(share * 20'000.0)]; };
  CHECK(ours.interval.low >= at(0.025 - spread) - 1e-9);
  CHECK(ours.interval.low <= at(0.025 + spread) + 1e-9);
  CHECK(ours.interval.high >= at(0.975 - spread) - 1e-9);
  CHECK(ours.interval.high <= at(0.975 + spread) + 1e-9);
}
