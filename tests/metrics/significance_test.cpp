// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Small cases are enumerated: all 2^n swaps for randomisation, all n^n resamples for the bootstrap. The sampled
// p-values must come close to those, must not depend on the executor, and must be calibrated where nothing differs.
#include <mhqa/metrics/significance.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

using column = std::vector<double>;
using mhqa::extreme_rule;

namespace {

// Share of all swaps whose difference is as large as the observed one. The scores are multiples of 1/8: sums are exact.
double exact_randomization(const column& a, const column& b, extreme_rule rule) {
  double observed = 0;
  for (std::size_t i = 0; i < a.size(); ++i) observed += a[i] - b[i];
  int count = 0;
  for (unsigned mask = 0; mask < 1U << a.size(); ++mask) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += ((mask >> i) & 1U) != 0 ? b[i] - a[i] : a[i] - b[i];
    const double size = std::fabs(sum), bound = std::fabs(observed);
    count += size > bound || (rule == extreme_rule::at_least && size == bound) ? 1 : 0;
  }
  return count / std::pow(2, static_cast<double>(a.size()));
}

struct enumerated {
  double p = 0;
  column sums;  // of all resamples, sorted
};

enumerated exact_bootstrap(const column& a, const column& b) {
  enumerated out;
  double observed = 0;
  for (std::size_t i = 0; i < a.size(); ++i) observed += a[i] - b[i];
  std::vector<std::size_t> pick(a.size(), 0);
  for (;;) {
    double sum = 0;
    for (const std::size_t i : pick) sum += a[i] - b[i];
    out.sums.push_back(sum);
    out.p += std::fabs(sum - observed) >= std::fabs(observed) ? 1 : 0;
    std::size_t at = 0;
    while (at < pick.size() && ++pick[at] == a.size()) pick[at++] = 0;
    if (at == pick.size()) break;
  }
  out.p /= static_cast<double>(out.sums.size());
  std::ranges::sort(out.sums);
  return out;
}

const column better{1, 0.75, 0.5, 1, 0.25, 1, 0, 0.875};
const column worse{0.5, 0.75, 0.25, 0, 0.5, 0.5, 0, 0.75};

column noise(std::uint64_t seed, std::size_t size) {
  mhqa::draws random{seed, std::uint64_t{size}};
  column out(size);
  for (double& x : out) x = random.unit();
  return out;
}

}  // namespace

TEST_CASE("significance: approximate randomisation comes close to the exact permutation test") {
  for (const extreme_rule rule : {extreme_rule::at_least, extreme_rule::above}) {
    const auto got = mhqa::approximate_randomization(better, worse, {.samples = 100'000, .seed = 1, .extreme = rule});
    const double want = exact_randomization(better, worse, rule);
    CAPTURE(want);
    // Five standard errors of a share p over 100,000 samples.
    CHECK(std::fabs(got.p_value - want) < 5 * std::sqrt(want * (1 - want) / 100'000));
    CHECK(got.difference == (0.5 + 0.25 + 1 - 0.25 + 0.5 + 0.125) / 8);
    CHECK_FALSE(got.interval.has_value());
    CHECK(got.samples == 100'000);
    CHECK(got.seed == 1);
  }
}

TEST_CASE("significance: a difference that cancels is 0, not the rounding noise of doubles") {
  // The same three scores in another order. Added as doubles, 0.1 - 0.2, 0.2 - 0.9 and 0.9 - 0.1 leave 1.1e-16.
  const column a{0.1, 0.2, 0.9}, b{0.2, 0.9, 0.1};
  CHECK((a[0] - b[0]) + (a[1] - b[1]) + (a[2] - b[2]) != 0);
  const auto got = mhqa::approximate_randomization(a, b, {.samples = 1000});
  CHECK(got.difference == 0);
  CHECK(got.p_value == 1);
  // No swap of all three reaches more than the total of |a - b|, so "above" counts the swaps that do not cancel.
  const double above =
      mhqa::approximate_randomization(a, b, {.samples = 50'000, .extreme = extreme_rule::above}).p_value;
  CHECK(above == doctest::Approx(0.75).epsilon(0.02));  // 6 of 8: only the observed signs and their opposites cancel
}

TEST_CASE("significance: the bootstrap comes close to all resamples, in p and in both ends of the interval") {
  const column a{1, 0.75, 0.5, 1, 0.25}, b{0.5, 0.75, 0.25, 0, 0.5};
  const enumerated all = exact_bootstrap(a, b);
  REQUIRE(all.sums.size() == 3125);
  const auto got = mhqa::paired_bootstrap(a, b, {.samples = 100'000, .seed = 2, .confidence = 0.9});
  CHECK(std::fabs(got.p_value - all.p) < 5 * std::sqrt(all.p * (1 - all.p) / 100'000));
  REQUIRE(got.interval.has_value());
  // The 5 % and 95 % points of the full distribution, whose steps are 1/8 of a sum.
  CHECK(got.interval->low == all.sums[156] / 5);
  CHECK(got.interval->high == all.sums[3124 - 156] / 5);
  CHECK(got.difference == 0.3);
}

TEST_CASE("significance: p is smoothed by one, so that it is never 0") {
  const column ones(200, 1), zeros(200, 0);
  for (const extreme_rule rule : {extreme_rule::at_least, extreme_rule::above}) {
    CHECK(mhqa::approximate_randomization(ones, zeros, {.samples = 999, .extreme = rule}).p_value == 1.0 / 1000);
    CHECK(mhqa::paired_bootstrap(ones, zeros, {.samples = 999, .extreme = rule}).p_value == 1.0 / 1000);
  }
}

TEST_CASE("significance: equal systems have p = 1, or 1 / (samples + 1) by sacreBLEU's rule") {
  CHECK(mhqa::approximate_randomization(better, better, {.samples = 99}).p_value == 1);
  CHECK(mhqa::paired_bootstrap(better, better, {.samples = 99}).p_value == 1);
  CHECK(mhqa::approximate_randomization(better, better, {.samples = 99, .extreme = extreme_rule::above}).p_value ==
        0.01);
  CHECK(mhqa::paired_bootstrap(better, better, {.samples = 99, .extreme = extreme_rule::above}).p_value == 0.01);
  CHECK(mhqa::paired_bootstrap(better, better, {.samples = 99}).interval == mhqa::difference_interval{0, 0});
}

TEST_CASE("significance: exchanging the systems turns the signs and keeps p") {
  const mhqa::significance_options options{.samples = 500, .seed = 9};
  const auto forward = mhqa::paired_bootstrap(better, worse, options);
  const auto back = mhqa::paired_bootstrap(worse, better, options);
  CHECK(back.difference == -forward.difference);
  CHECK(back.p_value == forward.p_value);
  CHECK(back.interval == mhqa::difference_interval{-forward.interval->high, -forward.interval->low});
  CHECK(mhqa::approximate_randomization(worse, better, options).p_value ==
        mhqa::approximate_randomization(better, worse, options).p_value);
}

TEST_CASE("significance: one, two and four threads give the same bits") {
  const column a = noise(1, 997), b = noise(2, 997);
  const mhqa::significance_options options{.samples = 301, .seed = 5};
  const auto randomized = mhqa::approximate_randomization(a, b, options);
  const auto resampled = mhqa::paired_bootstrap(a, b, options);
  for (const std::size_t threads : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
    mhqa::thread_pool pool{threads};
    CHECK(mhqa::approximate_randomization(a, b, options, pool) == randomized);
    CHECK(mhqa::paired_bootstrap(a, b, options, pool) == resampled);
  }
  CHECK(mhqa::paired_bootstrap(a, b, {.samples = 301, .seed = 6}) != resampled);
}

TEST_CASE("significance: which draws a sample takes is fixed, so that another device can give the same bits") {
  // Randomisation (purpose 1): question i of those that differ is swapped by bit i % 64 of draw i / 64. Bootstrap
  // (purpose 2): one bounded draw a question.
  const std::size_t n = 150;
  column a = noise(3, n), b = noise(4, n);
  for (std::size_t i = 0; i < n; i += 10) b[i] = a[i];  // these 15 take no coin
  const mhqa::significance_options options{.samples = 400, .seed = 77};
  mhqa::exact_sum observed;
  for (std::size_t i = 0; i < n; ++i) {
    observed += a[i];
    observed += -b[i];
  }
  const double bound = std::fabs(observed.value());
  int randomized = 0, resampled = 0;
  for (std::uint64_t k = 0; k < options.samples; ++k) {
    mhqa::draws coins{77, k, 1}, picks{77, k, 2};
    std::vector<std::uint64_t> words;
    mhqa::exact_sum swapped, drawn;
    std::size_t differing = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const auto pick = static_cast<std::size_t>(picks.below(n));
      drawn += a[pick];
      drawn += -b[pick];
      if (a[i] == b[i]) continue;
      if (differing % 64 == 0) words.push_back(coins());
      const bool swap = ((words.back() >> (differing++ % 64)) & 1U) != 0;
      swapped += swap ? b[i] : a[i];
      swapped += swap ? -a[i] : -b[i];
    }
    for (std::size_t i = 0; i < n; ++i) {
      drawn += b[i];
      drawn += -a[i];
    }
    randomized += std::fabs(swapped.value()) >= bound ? 1 : 0;
    resampled += std::fabs(drawn.value()) >= bound ? 1 : 0;
  }
  CHECK(randomized > 0);
  CHECK(mhqa::approximate_randomization(a, b, options).p_value == (randomized + 1) / 401.0);
  CHECK(mhqa::paired_bootstrap(a, b, options).p_value == (resampled + 1) / 401.0);
}

TEST_CASE("significance: where nothing differs, p is below 5 % about 5 % of the time") {
  // 400 pairs of equally distributed columns; a rate of 0.05 gives 20 rejections, standard deviation 4.4.
  int randomized = 0, resampled = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const column a = noise(1000 + i, 60), b = noise(5000 + i, 60);
    randomized += mhqa::approximate_randomization(a, b, {.samples = 199, .seed = i}).p_value <= 0.05 ? 1 : 0;
    resampled += mhqa::paired_bootstrap(a, b, {.samples = 199, .seed = i}).p_value <= 0.05 ? 1 : 0;
  }
  CHECK(randomized >= 8);
  CHECK(randomized <= 34);
  CHECK(resampled >= 8);
  CHECK(resampled <= 38);  // the bootstrap is a little liberal on 60 questions
}

TEST_CASE("significance: the interval of a 95 % bootstrap covers the true difference about 95 % of the time") {
  int covered = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    column a = noise(20'000 + i, 80);
    const column b = noise(30'000 + i, 80);
    for (double& x : a) x += 0.25;
    const auto interval = *mhqa::paired_bootstrap(a, b, {.samples = 199, .seed = i}).interval;
    covered += interval.low <= 0.25 && 0.25 <= interval.high ? 1 : 0;
  }
  CHECK(covered >= 266);  // 285 expected, standard deviation 3.8
  CHECK(covered <= 299);
}

TEST_CASE("significance: one question, one sample") {
  const auto randomized = mhqa::approximate_randomization(column{1}, column{0}, {.samples = 1});
  CHECK(randomized.p_value == 1);  // both swaps are as large
  const auto resampled = mhqa::paired_bootstrap(column{1}, column{0}, {.samples = 1});
  CHECK(resampled.difference == 1);
  CHECK(resampled.p_value == 0.5);
  CHECK(resampled.interval == mhqa::difference_interval{1, 1});
}

TEST_CASE("significance: columns that cannot be compared are refused with the expected input") {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const auto refused = [](const column& a, const column& b, const mhqa::significance_options& o = {}) {
    std::string first, second;
    try {
      static_cast<void>(mhqa::approximate_randomization(a, b, o));
    } catch (const mhqa::data_error& e) {
      first = e.what();
    }
    try {
      static_cast<void>(mhqa::paired_bootstrap(a, b, o));
    } catch (const mhqa::data_error& e) {
      second = e.what();
    }
    CHECK(first == second);
    return first;
  };
  CHECK(refused({1, 2}, {1}) == "significance: expected as many scores of b as of a (2), found 1");
  CHECK(refused({}, {}) == "significance: expected at least one question");
  CHECK(refused({1}, {1}, {.samples = 0}) == "significance: expected at least one sample");
  CHECK(refused({1}, {1}, {.samples = 18446744073709551615U}) ==
        "significance: expected at most 100000000 samples, found 18446744073709551615");
  CHECK(refused({1}, {1}, {.confidence = 1}) == "significance: expected a confidence between 0 and 1");
  CHECK(refused({1}, {1}, {.confidence = nan}) == "significance: expected a confidence between 0 and 1");
  CHECK(refused({1, nan}, {1, 1}) == "record 2: significance: expected finite scores below 2^35 / questions");
  CHECK(refused({1, 1}, {1, infinity}) == "record 2: significance: expected finite scores below 2^35 / questions");
  CHECK(refused({0x1p35}, {0}) == "record 1: significance: expected finite scores below 2^35 / questions");
}

TEST_CASE("significance: 90 percent of twenty samples leave one out at either end") {
  std::vector<mhqa::exact_sum> sums(20);
  for (int i = 0; i < 20; ++i) sums[static_cast<std::size_t>(i)] += i + 1;  // (1 - 0.9) / 2 is a little below 1 / 20
  const auto result = mhqa::detail::bootstrap_result(mhqa::exact_sum::of(10), 1, sums, {.confidence = 0.9});
  REQUIRE(result.interval);
  CHECK(result.interval->low == 2);
  CHECK(result.interval->high == 19);
}
