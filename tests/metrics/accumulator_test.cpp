// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/accumulator.hpp>

#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <thread>
#include <type_traits>
#include <vector>

using mhqa::accumulator;
using mhqa::scores;

static_assert(std::is_trivially_copyable_v<accumulator>);
static_assert(sizeof(accumulator) == 72);

namespace {

// A sum of doubles depends on the order, so that there must be no merge.
template <class A>
concept merges = requires(A a, const A& b) {
  a += b;
};
static_assert(merges<accumulator>);
static_assert(!merges<mhqa::published_accumulator>);

std::vector<scores> random_scores(std::size_t n) {
  mhqa::draws random{11, "accumulator"};
  const auto ratio = [&] {
    const auto over = 1 + random.below(30);
    return static_cast<double>(random.below(over + 1)) / static_cast<double>(over);
  };
  std::vector<scores> out(n);
  for (scores& s : out) s = {static_cast<double>(random.below(2)), ratio(), ratio(), ratio()};
  return out;
}

}  // namespace

TEST_CASE("accumulator: the mean of two questions") {
  accumulator total;
  total += scores{1, 1, 1, 1};
  total += scores{0, 0.5, 0.25, 1};
  CHECK(total.count == 2);
  CHECK(total.mean() == scores{0.5, 0.75, 0.625, 1});
}

TEST_CASE("accumulator: without questions there is no mean") {
  CHECK_FALSE(accumulator{}.mean().has_value());
  CHECK_FALSE(accumulator{}.mean(0).has_value());
  CHECK(accumulator{}.mean(3) == scores{});  // three questions, none of them answered
}

TEST_CASE("accumulator: another denominator counts the unanswered as 0") {
  accumulator total;
  total += scores{1, 1, 1, 1};
  CHECK(total.mean(4) == scores{0.25, 0.25, 0.25, 0.25});
}

TEST_CASE("accumulator: constant evaluation gives the same") {
  constexpr double f1 = [] {
    accumulator total;
    total += scores{1, 0.1, 0, 0};
    total += scores{1, 0.2, 0, 0};
    return total.mean()->f1;
  }();
  accumulator total;
  total += scores{1, 0.1, 0, 0};
  total += scores{1, 0.2, 0, 0};
  CHECK(total.mean()->f1 == f1);
}

TEST_CASE("accumulator: random splits over pools of one to four threads give the same bytes") {
  const std::vector<scores> all = random_scores(5000);
  accumulator serial;
  for (const scores& s : all) serial += s;

  mhqa::draws random{12, "accumulator"};
  for (std::size_t threads = 1; threads <= 4; ++threads) {
    mhqa::thread_pool pool{threads};
    for (int round = 0; round < 10; ++round) {
      const std::size_t grain = 1 + random.below(700);
      std::vector<accumulator> parts((all.size() + grain - 1) / grain);
      mhqa::for_each_chunk(pool, all.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) parts[begin / grain] += all[i];
      });
      accumulator merged;
      while (!parts.empty()) {
        const std::size_t at = random.below(parts.size());
        merged += parts[at];
        parts[at] = parts.back();
        parts.pop_back();
      }
      REQUIRE(std::memcmp(&merged, &serial, sizeof merged) == 0);
    }
  }
}

TEST_CASE("accumulator: merging nothing changes nothing") {
  accumulator total;
  total += scores{1, 0.3, 0.2, 0.1};
  accumulator same = total;
  same += accumulator{};
  CHECK(same == total);
  accumulator other;
  other += total;
  CHECK(other == total);
}
