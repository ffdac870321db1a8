// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0

#include <mhqa/batch/significance.hpp>

#include <mhqa/error.hpp>
#include <mhqa/metrics/significance.hpp>
#include <mhqa/random.hpp>

#include <doctest/doctest.h>
#include <thrust/execution_policy.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

namespace batch = mhqa::batch;

/// Scores such as F1 has, of which about a third are equal.
template <class Real>
std::vector<std::vector<Real>> two_columns(std::size_t n, std::uint64_t seed) {
  mhqa::draws random{seed, std::uint64_t{1}};
  std::vector<std::vector<Real>> out(2);
  for (std::size_t i = 0; i < n; ++i) {
    const Real a = static_cast<Real>(random.below(7)) / static_cast<Real>(1 + random.below(9));
    out[0].push_back(a);
    out[1].push_back(random.below(3) == 0 ? a : static_cast<Real>(random.unit()));
  }
  return out;
}

template <class Real>
std::span<const Real> span(const std::vector<Real>& v) {
  return v;
}

}  // namespace

TEST_CASE("significance: columns on any back end give the bits of metrics/") {
  for (const std::size_t n : {1U, 2U, 63U, 64U, 65U, 1'000U}) {
    const auto scores = two_columns<double>(n, n);
    for (const auto rule : {mhqa::extreme_rule::at_least, mhqa::extreme_rule::above}) {
      const mhqa::significance_options options{.samples = 333, .seed = n, .confidence = 0.9, .extreme = rule};
      CAPTURE(n);
      CHECK(batch::paired_bootstrap(thrust::device, span(scores[0]), span(scores[1]), options) ==
            mhqa::paired_bootstrap(scores[0], scores[1], options));
      CHECK(batch::approximate_randomization(thrust::device, span(scores[0]), span(scores[1]), options) ==
            mhqa::approximate_randomization(scores[0], scores[1], options));
    }
  }
}

TEST_CASE("significance: columns of float are taken as the doubles that they are") {
  const auto scores = two_columns<float>(200, 5);
  const std::vector<double> a(scores[0].begin(), scores[0].end());
  const std::vector<double> b(scores[1].begin(), scores[1].end());
  CHECK(batch::paired_bootstrap(thrust::device, span(scores[0]), span(scores[1]), {.samples = 100}) ==
        mhqa::paired_bootstrap(a, b, {.samples = 100}));
}

TEST_CASE("significance: the largest and smallest scores, and one sample of one question") {
  const double most = std::nextafter(0x1p35 / 4, 0.0);
  const std::vector<double> a{most, -most, 0x1p-1074, -0.0};
  const std::vector<double> b{-most, most, -0x1p-1074, 0.0};
  for (const std::uint64_t samples : {1U, 2U, 1'000U}) {
    const mhqa::significance_options options{.samples = samples, .confidence = 0.999};
    CHECK(batch::paired_bootstrap(thrust::device, span(a), span(b), options) == mhqa::paired_bootstrap(a, b, options));
    CHECK(batch::approximate_randomization(thrust::device, span(a), span(b), options) ==
          mhqa::approximate_randomization(a, b, options));
  }
  const auto one = batch::paired_bootstrap(thrust::device, span(a).first(1), span(b).first(1), {.samples = 1});
  auto writable = a;
  CHECK(batch::paired_bootstrap(thrust::device, std::span{writable}, b, {.samples = 9}) ==
        mhqa::paired_bootstrap(a, b, {.samples = 9}));
  CHECK(one.interval == mhqa::difference_interval{2 * most, 2 * most});
}

#ifdef _OPENMP
TEST_CASE("significance: p and interval are the same on one, two and three threads") {
  const auto scores = two_columns<double>(500, 8);
  const auto at_rest = omp_get_max_threads();
  for (const int threads : {1, 2, 3}) {
    omp_set_num_threads(threads);
    CHECK(batch::paired_bootstrap(thrust::device, span(scores[0]), span(scores[1]), {.samples = 500}) ==
          mhqa::paired_bootstrap(scores[0], scores[1], {.samples = 500}));
    CHECK(batch::approximate_randomization(thrust::device, span(scores[0]), span(scores[1]), {.samples = 500}) ==
          mhqa::approximate_randomization(scores[0], scores[1], {.samples = 500}));
  }
  omp_set_num_threads(at_rest);
}
#endif

TEST_CASE("significance: equal columns have no difference and p = 1") {
  const std::vector<double> a{0.5, 0.25, 1};
  const auto result = batch::approximate_randomization(thrust::device, span(a), span(a), {.samples = 50});
  CHECK(result.difference == 0);
  CHECK(result.p_value == 1);
}

TEST_CASE("significance: bad columns and options are refused as metrics/ refuses them") {
  const std::vector<double> good{0.5, 0.25, 1};
  const std::vector<double> shorter{0.5};
  std::vector<double> bad = good;
  const auto problem = [&](const std::vector<double>& a, const std::vector<double>& b, mhqa::significance_options o) {
    try {
      static_cast<void>(batch::paired_bootstrap(thrust::device, span(a), span(b), o));
    } catch (const mhqa::data_error& error) {
      return std::string{error.what()};
    }
    return std::string{"none"};
  };
  CHECK(problem(good, shorter, {}) == "significance: expected as many scores of b as of a (3), found 1");
  CHECK(problem({}, {}, {}) == "significance: expected at least one question");
  CHECK(problem(good, good, {.samples = 0}) == "significance: expected at least one sample");
  CHECK(problem(good, good, {.confidence = 1}) == "significance: expected a confidence between 0 and 1");
  for (const double x : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1e300,
                         -0x1p35 / 3, 0x1p35 / 3}) {
    bad[1] = x;
    CHECK(problem(bad, good, {}) == "record 2: significance: expected finite scores below 2^35 / questions");
    CHECK(problem(good, bad, {}) == "record 2: significance: expected finite scores below 2^35 / questions");
  }
}
