// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Nanoseconds per pair of normalise + F1 + exact match, one thread. Each line of the file is
// "prediction <tab> gold"; "score_pairs FILE" prints one JSON object. "--compiled 8" compiles each gold once and
// scores it against 8 predictions (its own and those of the lines that follow).

#include <mhqa/metrics/overlap.hpp>
#include <mhqa/metrics/token_bag.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using pairs = std::vector<std::pair<std::string, std::string>>;

pairs read(const char* path) {
  pairs out;
  std::ifstream in{path, std::ios::binary};
  for (std::string line; std::getline(in, line);) {
    const std::size_t tab = line.find('\t');
    if (tab != std::string::npos) out.emplace_back(line.substr(0, tab), line.substr(tab + 1));
  }
  return out;
}

/// Runs the job until a second has passed and gives the fastest run, in nanoseconds, and the sum that it returned.
template <class Job>
std::pair<double, double> fastest(const Job& job) {
  using clock = std::chrono::steady_clock;
  double best = 1e300;
  double sum = 0;
  const auto start = clock::now();
  for (int run = 0; run < 5 || clock::now() - start < std::chrono::seconds{1}; ++run) {
    const auto before = clock::now();
    sum = job();
    best = std::min(best, std::chrono::duration<double, std::nano>(clock::now() - before).count());
  }
  return {best, sum};
}

double score_once(const pairs& all) {
  mhqa::normalized prediction;
  mhqa::normalized gold;
  mhqa::bag_scratch scratch;
  double sum = 0;
  for (const auto& [p, g] : all) {
    prediction.assign(p);
    gold.assign(g);
    const auto counts = mhqa::bag_overlap(prediction, gold, scratch);
    const auto s = mhqa::score(counts, prediction == gold, mhqa::empty_rule::zero);
    sum += s.f1 + s.em;
  }
  return sum;
}

double score_compiled(const pairs& all, std::size_t predictions_per_gold) {
  mhqa::normalized text;
  mhqa::token_bag gold;
  mhqa::bag_scratch scratch;
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); i += predictions_per_gold) {
    text.assign(all[i].second);
    gold.assign(text);
    for (std::size_t k = 0; k < predictions_per_gold; ++k) {
      text.assign(all[(i + k) % all.size()].first);
      const auto s = mhqa::score(gold.count(text, scratch), text.text() == gold.text(), mhqa::empty_rule::zero);
      sum += s.f1 + s.em;
    }
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const bool compiled = argc == 4 && std::string_view{argv[2]} == "--compiled";
  if (argc != 2 && !compiled) {
    std::fputs("usage: score_pairs FILE [--compiled PREDICTIONS_PER_GOLD]\n", stderr);
    return 2;
  }
  const pairs all = read(argv[1]);
  const std::size_t per_gold = compiled ? std::strtoul(argv[3], nullptr, 10) : 1;
  if (all.empty() || per_gold == 0) {
    std::fputs("score_pairs: no pairs\n", stderr);
    return 2;
  }
  const auto [time, sum] = fastest([&] { return compiled ? score_compiled(all, per_gold) : score_once(all); });
  const std::size_t scored = (all.size() + per_gold - 1) / per_gold * per_gold;
  std::printf("{\"pairs\": %zu, \"ns_per_pair\": %.2f, \"checksum\": %.17g}\n", scored,
              time / static_cast<double>(scored), sum);
}
