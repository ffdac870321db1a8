// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Nanoseconds per pair of batched token F1 on ids, compared with the floor (bytes moved divided by the read bandwidth
// of the same run and threads) and with sort + set_intersection. One JSON object per line.
//   batch [--pairs-of-256 N] [--vocabulary N]

#include <mhqa/batch/token_f1.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/random.hpp>

#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/reduce.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

namespace batch = mhqa::batch;

template <class Job>
double fastest(const Job& job, int least_runs = 5) {
  using clock = std::chrono::steady_clock;
  double best = 1e300;
  const auto start = clock::now();
  for (int run = 0; run < least_runs || clock::now() - start < std::chrono::seconds{1}; ++run) {
    const auto before = clock::now();
    job();
    best = std::min(best, std::chrono::duration<double, std::nano>(clock::now() - before).count());
  }
  return best;
}

struct rows {
  std::vector<std::int32_t> values;
  std::vector<std::int32_t> offsets{0};
};

/// Rows of mean length `mean` (uniform in [0, 2 mean]) whose ids are as unevenly spread as words.
rows make(std::size_t count, std::uint64_t mean, double vocabulary, mhqa::draws& random) {
  rows out;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::uint64_t n = random.below(2 * mean + 1); n != 0; --n) {
      out.values.push_back(static_cast<std::int32_t>(std::pow(vocabulary, random.unit())) - 1);
    }
    out.offsets.push_back(static_cast<std::int32_t>(out.values.size()));
  }
  return out;
}

/// Bytes a nanosecond that all threads read together.
double read_bandwidth() {
  const std::vector<std::uint64_t> words(std::size_t{1} << 25U, 1);
  volatile std::uint64_t sink = 0;
  const double time =
      fastest([&] { sink = thrust::reduce(thrust::device, words.data(), words.data() + words.size()); });
  static_cast<void>(sink);
  return static_cast<double>(words.size() * sizeof words[0]) / time;
}

/// The textbook way: rows as sorted keys (row, id), their intersection, and how much of it each row has.
double sort_and_intersect(const rows& predictions, const rows& golds) {
  const auto keys = [](const rows& r) {
    std::vector<std::uint64_t> out(r.values.size());
    const auto first = thrust::counting_iterator<std::uint32_t>{0};
    thrust::for_each(
        thrust::device, first, first + static_cast<std::uint32_t>(r.offsets.size() - 1), [&](std::uint32_t i) {
          for (auto j = static_cast<std::size_t>(r.offsets[i]); j < static_cast<std::size_t>(r.offsets[i + 1]); ++j) {
            out[j] = (std::uint64_t{i} << 32U) | static_cast<std::uint32_t>(r.values[j]);
          }
        });
    return out;
  };
  std::vector<std::uint64_t> common(std::min(predictions.values.size(), golds.values.size()));
  return fastest(
      [&] {
        std::vector<std::uint64_t> a = keys(predictions);
        std::vector<std::uint64_t> b = keys(golds);
        thrust::sort(thrust::device, a.data(), a.data() + a.size());
        thrust::sort(thrust::device, b.data(), b.data() + b.size());
        const auto end = thrust::set_intersection(thrust::device, a.data(), a.data() + a.size(), b.data(),
                                                  b.data() + b.size(), common.data());
        static_cast<void>(end);
      },
      1);
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t pairs_of_256 = 50'000;
  double vocabulary = 50'000;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::string_view{argv[i]} == "--pairs-of-256") pairs_of_256 = std::strtoul(argv[i + 1], nullptr, 10);
    if (std::string_view{argv[i]} == "--vocabulary") vocabulary = std::strtod(argv[i + 1], nullptr);
  }
  const double bandwidth = read_bandwidth();
  std::printf("{\"read_bandwidth_gb_s\": %.1f}\n", bandwidth);
  for (const std::size_t mean : {4U, 32U, 256U}) {
    mhqa::draws random{1, mean};
    const std::size_t pairs = pairs_of_256 * 256 / mean;
    const rows predictions = make(pairs, mean, vocabulary, random);
    const rows golds = make(pairs, mean, vocabulary, random);
    std::vector<float> f1(pairs);
    std::vector<float> em(pairs);
    const batch::token_batch<> ids{.predictions = {predictions.values, predictions.offsets},
                                   .golds = {golds.values, golds.offsets}};
    const batch::columns<float> out{.f1 = f1, .em = em};
    const batch::checked_batch<> checked = batch::check(thrust::device, ids);
    const auto n = static_cast<double>(pairs);
    const double bytes = 4.0 * static_cast<double>(predictions.values.size() + golds.values.size() +
                                                   predictions.offsets.size() + golds.offsets.size() + 2 * pairs);
    const double floor = bytes / bandwidth / n;
    const double ours = fastest([&] { batch::token_f1(thrust::device, checked, out, mhqa::dialects::squad_1_1); }) / n;
    const double with_check =
        fastest([&] { batch::token_f1(thrust::device, ids, out, mhqa::dialects::squad_1_1); }) / n;
    const double sorted = sort_and_intersect(predictions, golds) / n;
    std::printf(
        "{\"mean_length\": %zu, \"pairs\": %zu, \"floor_ns\": %.2f, \"ns_per_pair\": %.2f, \"times_floor\": %.1f, "
        "\"with_check_ns\": %.2f, \"sort_and_intersect_ns\": %.1f, \"times_faster\": %.1f}\n",
        mean, pairs, floor, ours, ours / floor, with_check, sorted, sorted / ours);
  }
}
