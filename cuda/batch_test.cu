// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The columns of a GPU are those of metrics/ on the host, bit for bit.
#include <mhqa/batch/grouped.hpp>
#include <mhqa/batch/significance.hpp>
#include <mhqa/batch/token_f1.hpp>

#include <mhqa/error.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/significance.hpp>
#include <mhqa/random.hpp>

#include "batch/random_batch.hpp"
#include "device_batch.hpp"

#include <doctest/doctest.h>
#include <thrust/execution_policy.h>
#include <thrust/system_error.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace {

namespace batch = mhqa::batch;
using mhqa_test::batch_shape;
using mhqa_test::device_batch;
using mhqa_test::device_columns;
using mhqa_test::owned_columns;
using mhqa_test::random_batch;

bool gpu() {
  if (mhqa_test::has_gpu()) return true;
  std::puts("mhqa-skip: no GPU");
  return false;
}

template <class Real>
owned_columns<Real> to_host(const device_columns<Real>& from) {
  owned_columns<Real> out{from.f1.size()};
  out.f1 = mhqa_test::to_host(from.f1);
  out.em = mhqa_test::to_host(from.em);
  out.precision = mhqa_test::to_host(from.precision);
  out.recall = mhqa_test::to_host(from.recall);
  out.common = mhqa_test::to_host(from.common);
  out.predicted = mhqa_test::to_host(from.predicted);
  out.gold = mhqa_test::to_host(from.gold);
  out.which = mhqa_test::to_host(from.which);
  return out;
}

template <class Real, class Offset, class Policy>
owned_columns<Real> on_gpu(const Policy& policy, const random_batch<Offset>& from, const mhqa::dialect& d) {
  const device_batch<Offset> there{from.view()};
  device_columns<Real> out{from.prediction_offsets.size() - 1};
  batch::token_f1(policy, there.view(), out.view(), d);
  cudaDeviceSynchronize();
  return to_host(out);
}

template <class Real, class Offset>
owned_columns<Real> on_host(const random_batch<Offset>& from, const mhqa::dialect& d) {
  owned_columns<Real> out{from.prediction_offsets.size() - 1};
  batch::token_f1(thrust::host, from.view(), out.view(), d);
  return out;
}

}  // namespace

TEST_CASE("cuda: random batches have the bits of metrics/ in every dialect") {
  if (!gpu()) return;
  mhqa::draws random{21, std::uint64_t{22}};
  for (const std::uint64_t vocabulary : {2U, 40U, 3'000U, 1'000'000U}) {
    for (const batch_shape shape : {batch_shape{.questions = 3'000, .longest = 8},
                                    batch_shape{.questions = 500, .per_question = 4, .most_golds = 5, .longest = 40},
                                    batch_shape{.questions = 400, .most_golds = 3, .longest = 600, .marked = true},
                                    batch_shape{.questions = 30, .per_question = 2, .longest = 5'000}}) {
      batch_shape full = shape;
      full.vocabulary = vocabulary;
      const random_batch<std::int32_t> from{full, random};
      for (const mhqa::dialect& d : mhqa::dialects::all) {
        CAPTURE(full.longest);
        const auto found = on_gpu<double>(thrust::device, from, d);
        CHECK(differing_rows(found, from.reference(d)) == 0);
        CHECK(found == on_host<double>(from, d));
        CHECK(on_gpu<float>(thrust::device, from, d) == on_host<float>(from, d));
      }
    }
  }
}

TEST_CASE("cuda: offsets of 64 bits and a stream of the caller's") {
  if (!gpu()) return;
  mhqa::draws random{23, std::uint64_t{24}};
  const random_batch<std::int64_t> from{{.questions = 100'000, .longest = 30, .vocabulary = 500}, random};
  cudaStream_t stream{};
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(on_gpu<float>(thrust::cuda::par.on(stream), from, mhqa::dialects::hotpotqa) ==
        on_host<float>(from, mhqa::dialects::hotpotqa));
  cudaStreamDestroy(stream);
}

TEST_CASE("cuda: bad batches are refused before any kernel runs") {
  if (!gpu()) return;
  const std::vector<std::int32_t> values{1, -2};
  const std::vector<std::int32_t> offsets{0, 2};
  const std::vector<std::int32_t> beyond{0, 3};
  const device_batch<std::int32_t> negative{{.predictions = {values, offsets}, .golds = {values, offsets}}};
  const device_batch<std::int32_t> past{{.predictions = {values, beyond}, .golds = {values, offsets}}};
  CHECK_THROWS_WITH_AS(static_cast<void>(batch::check(thrust::device, negative.view())),
                       "field \"predictions.values\": expected ids of 0 or more; the one at 1 is negative",
                       mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(batch::check(thrust::device, past.view())), mhqa::data_error);
}

TEST_CASE("cuda: without a driver it is one exception that says so") {
  if (mhqa_test::has_gpu()) return;
  const std::vector<std::int32_t> values{1};
  const std::vector<std::int32_t> offsets{0, 1};
  std::vector<float> f1(1);
  CHECK_THROWS_AS(batch::token_f1(thrust::device,
                                  batch::token_batch<>{.predictions = {values, offsets}, .golds = {values, offsets}},
                                  batch::columns<float>{.f1 = f1}, mhqa::dialects::musique),
                  thrust::system_error);
}

TEST_CASE("cuda: the tests of significance have the host's bits") {
  if (!gpu()) return;
  mhqa::draws random{25, std::uint64_t{26}};
  std::vector<double> a(3'000);
  std::vector<double> b(3'000);
  for (auto& x : a) x = random.unit();
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = random.below(3) == 0 ? a[i] : random.unit();
  const auto there_a = mhqa_test::to_device(std::span<const double>{a});
  const auto there_b = mhqa_test::to_device(std::span<const double>{b});
  const mhqa::significance_options options{.samples = 2'000, .seed = 3};
  CHECK(batch::paired_bootstrap(thrust::device, mhqa_test::span_of(there_a), mhqa_test::span_of(there_b), options) ==
        mhqa::paired_bootstrap(a, b, options));
  CHECK(batch::approximate_randomization(thrust::device, mhqa_test::span_of(there_a), mhqa_test::span_of(there_b),
                                         options) == mhqa::approximate_randomization(a, b, options));
}

TEST_CASE("cuda: grouped columns are the host's") {
  if (!gpu()) return;
  mhqa::draws random{27, std::uint64_t{28}};
  std::vector<std::int32_t> offsets{0};
  for (int i = 0; i < 5'000; ++i) offsets.push_back(offsets.back() + static_cast<std::int32_t>(random.below(9)));
  const auto elements = static_cast<std::size_t>(offsets.back());
  std::vector<float> values(elements);
  for (auto& x : values) x = static_cast<float>(random.below(5));
  std::vector<float> maxima(5'000);
  std::vector<std::int32_t> which(5'000);
  const auto groups = batch::check_groups(thrust::host, std::span<const std::int32_t>{offsets}, elements);
  batch::group_maximum(thrust::host, std::span<const float>{values}, groups, maxima);
  batch::most_confident(thrust::host, std::span<const float>{values}, groups, which);

  const auto there_offsets = mhqa_test::to_device(std::span<const std::int32_t>{offsets});
  const auto there = mhqa_test::to_device(std::span<const float>{values});
  thrust::device_vector<float> there_maxima(5'000);
  thrust::device_vector<std::int32_t> there_which(5'000);
  const auto there_groups = batch::check_groups(thrust::device, mhqa_test::span_of(there_offsets), elements);
  batch::group_maximum(thrust::device, mhqa_test::span_of(there), there_groups, mhqa_test::span_of(there_maxima));
  batch::most_confident(thrust::device, mhqa_test::span_of(there), there_groups, mhqa_test::span_of(there_which));
  CHECK(mhqa_test::to_host(there_maxima) == maxima);
  CHECK(mhqa_test::to_host(there_which) == which);
}
