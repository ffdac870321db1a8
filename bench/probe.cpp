// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Probing: nanoseconds per bi-partition read, and megabytes per second of all four files.
// "probe --lazy" and "probe FORMAT GOLD FOLDER [THREADS]" print one JSON object each.
#include <mhqa/io/probe_files.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/probe/bipartition.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace {

using clock_type = std::chrono::steady_clock;

double seconds_since(clock_type::time_point start) {
  return std::chrono::duration<double>(clock_type::now() - start).count();
}

/// The fastest of some runs over all bi-partitions of 24 facts.
template <class Order>
double ns_per_bipartition(Order order, std::uint64_t& sum) {
  double best = 1e9;
  const auto all = mhqa::views::bipartitions(24, order);
  for (int run = 0; run < 7; ++run) {
    const auto start = clock_type::now();
    for (const auto [left, right] : all) sum += (left * 2654435761U) ^ right;
    best = std::min(best, seconds_since(start) * 1e9 / static_cast<double>(all.size()));
  }
  return best;
}

int lazy() {
  std::uint64_t sum = 0;
  const double binary = ns_per_bipartition(mhqa::in_binary_order, sum);
  const double gray = ns_per_bipartition(mhqa::in_gray_order, sum);
  std::printf("{\"ns_per_bipartition\": %.3f, \"gray_order\": %.3f, \"sum\": %llu}\n", binary, gray,
              static_cast<unsigned long long>(sum));
  return 0;
}

int files(std::string_view format, const std::string& gold, const std::string& folder, std::size_t threads) {
  const auto known = mhqa::io::find_probe_format(format);
  if (!known) return 2;
  mhqa::thread_pool pool{threads};
  double best = 1e9;
  std::uint64_t bytes = 0, records = 0;
  for (int run = 0; run < 7; ++run) {
    std::filesystem::remove_all(folder);  // else the cost of freeing the old files would be measured
    std::filesystem::create_directories(folder);
    const auto start = clock_type::now();
    mhqa::io::probe_records source{gold, *known};
    const auto counts = mhqa::io::write_probe_files(source, folder, {}, pool);
    best = std::min(best, seconds_since(start));
    bytes = 0;
    for (const std::string& path : counts.paths) bytes += std::filesystem::file_size(path);
    records = counts.questions.used;
  }
  std::printf("{\"seconds\": %.4f, \"megabytes\": %.1f, \"megabytes_a_second\": %.0f, \"records\": %llu}\n", best,
              static_cast<double>(bytes) / 1e6, static_cast<double>(bytes) / 1e6 / best,
              static_cast<unsigned long long>(records));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view{argv[1]} == "--lazy") return lazy();
  if (argc == 4 || argc == 5)
    return files(argv[1], argv[2], argv[3], argc == 5 ? std::strtoul(argv[4], nullptr, 10) : 1);
  std::fprintf(stderr, "probe --lazy | probe FORMAT GOLD FOLDER [THREADS]\n");
  return 2;
}
