// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Batched token F1 on a GPU compared with one CPU thread, by batch and mean length: nanoseconds per pair with the data
// on the device and with their transfer, and the kernel's share of the same run's copy bandwidth.
#include <mhqa/batch/token_f1.hpp>

#include <mhqa/metrics/dialect.hpp>
#include <mhqa/random.hpp>

#include "device_batch.hpp"

#include <thrust/execution_policy.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

namespace batch = mhqa::batch;

/// The fastest of some runs, in nanoseconds; each ends when the device is done.
template <class Job>
double fastest(const Job& job) {
  using clock = std::chrono::steady_clock;
  double best = 1e300;
  const auto start = clock::now();
  for (int run = 0; run < 3 || (clock::now() - start < std::chrono::milliseconds{300} && run < 200); ++run) {
    cudaDeviceSynchronize();
    const auto before = clock::now();
    job();
    cudaDeviceSynchronize();
    best = std::min(best, std::chrono::duration<double, std::nano>(clock::now() - before).count());
  }
  return best;
}

struct rows {
  std::vector<std::int32_t> values;
  std::vector<std::int32_t> offsets{0};
};

/// Rows of mean length `mean` whose ids are as unevenly spread as words.
rows make(std::size_t count, std::uint64_t mean, mhqa::draws& random) {
  rows out;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::uint64_t n = random.below(2 * mean + 1); n != 0; --n) {
      out.values.push_back(static_cast<std::int32_t>(std::pow(50'000.0, random.unit())) - 1);
    }
    out.offsets.push_back(static_cast<std::int32_t>(out.values.size()));
  }
  return out;
}

/// Bytes a nanosecond that a copy on the device reads and writes together.
double copy_bandwidth() {
  constexpr std::size_t bytes = std::size_t{1} << 30U;
  thrust::device_vector<char> from(bytes);
  thrust::device_vector<char> to(bytes);
  return 2.0 * bytes / fastest([&] {
           cudaMemcpyAsync(thrust::raw_pointer_cast(to.data()), thrust::raw_pointer_cast(from.data()), bytes,
                           cudaMemcpyDeviceToDevice);
         });
}

}  // namespace

int main() {
  if (!mhqa_test::has_gpu()) {
    std::puts("mhqa-skip: no GPU");
    return 77;
  }
  cudaDeviceProp device{};
  cudaGetDeviceProperties(&device, 0);
  const double bandwidth = copy_bandwidth();
  std::printf("%s, copy bandwidth %.0f GB/s\n\n", device.name, bandwidth);
  std::printf(
      "| mean length | pairs | 1 CPU thread ns/pair | GPU resident | GPU with check | GPU with transfer "
      "| share of copy bandwidth |\n|---|---|---|---|---|---|---|\n");
  for (const std::size_t mean : {4U, 32U, 256U}) {
    const std::size_t most = std::size_t{100'000'000} / mean;
    for (std::size_t pairs = 256; pairs <= most; pairs *= pairs * 8 > most && pairs < most / 2 ? 2 : 8) {
      mhqa::draws random{1, std::uint64_t{mean}};
      const rows predictions = make(pairs, mean, random);
      const rows golds = make(pairs, mean, random);
      std::vector<float> f1(pairs);
      std::vector<float> em(pairs);
      const batch::token_batch<> here{.predictions = {predictions.values, predictions.offsets},
                                      .golds = {golds.values, golds.offsets}};
      const batch::columns<float> out{.f1 = f1, .em = em};
      const auto& d = mhqa::dialects::squad_1_1;
      const auto n = static_cast<double>(pairs);

      const double cpu = fastest([&] { batch::token_f1(thrust::host, here, out, d); }) / n;
      const mhqa_test::device_batch<std::int32_t> there{here};
      thrust::device_vector<float> there_f1(pairs);
      thrust::device_vector<float> there_em(pairs);
      const batch::columns<float> there_out{.f1 = mhqa_test::span_of(there_f1), .em = mhqa_test::span_of(there_em)};
      const auto checked = batch::check(thrust::device, there.view());
      const double resident = fastest([&] { batch::token_f1(thrust::device, checked, there_out, d); }) / n;
      const double with_check = fastest([&] { batch::token_f1(thrust::device, there.view(), there_out, d); }) / n;
      const double with_transfer = fastest([&] {
                                     const mhqa_test::device_batch<std::int32_t> moved{here};
                                     batch::token_f1(thrust::device, moved.view(), there_out, d);
                                     thrust::copy(there_f1.begin(), there_f1.end(), f1.begin());
                                     thrust::copy(there_em.begin(), there_em.end(), em.begin());
                                   }) /
                                   n;
      const double bytes = 4.0 * static_cast<double>(predictions.values.size() + golds.values.size() +
                                                     predictions.offsets.size() + golds.offsets.size() + 2 * pairs);
      std::printf("| %zu | %zu | %.1f | %.3f | %.3f | %.3f | %.0f %% |\n", mean, pairs, cpu, resident, with_check,
                  with_transfer, 100 * bytes / (resident * n) / bandwidth);
    }
  }
}
