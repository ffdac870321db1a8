// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/overlap.hpp>

#include <doctest/doctest.h>
#include <range/v3/view/iota.hpp>
#include <range/v3/view/transform.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// p = common / predicted, r = common / gold, f1 = 2 p r / (p + r), in this order of operations.

using mhqa::empty_rule;
using mhqa::overlap;
using mhqa::score;
using mhqa::scores;
using mhqa::set_overlap;

static_assert(std::is_trivially_copyable_v<overlap> && std::is_trivially_copyable_v<scores>);
static_assert(noexcept(score({}, false, empty_rule::zero)));
static_assert(score({.common = 1, .predicted = 2, .gold = 2}, false, empty_rule::zero) == scores{0, 0.5, 0.5, 0.5});
static_assert(mhqa::comparable_items<std::vector<int>, std::vector<long>>);
static_assert(!mhqa::comparable_items<std::vector<int>, std::vector<std::string>>);

TEST_CASE("overlap: hand-worked scores") {
  // "president barack obama" against "barack obama": p = 2/3, r = 1, f1 = (4/3) / (5/3) = 0.8
  const scores s = score({.common = 2, .predicted = 3, .gold = 2}, false, empty_rule::zero);
  CHECK(s.precision == 2.0 / 3.0);
  CHECK(s.recall == 1.0);
  CHECK(s.f1 == doctest::Approx(0.8).epsilon(1e-15));
  CHECK(s.em == 0.0);
  CHECK(score({.common = 3, .predicted = 3, .gold = 3}, true, empty_rule::zero) == scores{1, 1, 1, 1});
}

TEST_CASE("overlap: the published order of operations, to the last bit") {
  // 2 common / (predicted + gold) is the same fraction, but not always the same double.
  int differ = 0;
  for (std::uint64_t predicted = 1; predicted < 30; ++predicted) {
    for (std::uint64_t gold = 1; gold < 30; ++gold) {
      for (std::uint64_t common = 1; common <= std::min(predicted, gold); ++common) {
        const double p = 1.0 * static_cast<double>(common) / static_cast<double>(predicted);
        const double r = 1.0 * static_cast<double>(common) / static_cast<double>(gold);
        const scores s = score({common, predicted, gold}, false, empty_rule::one_if_both);
        CHECK(s == scores{0, (2 * p * r) / (p + r), p, r});
        if (s.f1 != static_cast<double>(2 * common) / static_cast<double>(predicted + gold)) ++differ;
      }
    }
  }
  CHECK(differ > 0);  // so the order matters
}

TEST_CASE("overlap: nothing in common, and empty sides") {
  struct row {
    overlap counts;
    double zero, one_if_both;
  };
  for (const row& r : {row{{0, 0, 0}, 0, 1}, row{{0, 3, 0}, 0, 0}, row{{0, 0, 3}, 0, 0}, row{{0, 2, 2}, 0, 0}}) {
    CAPTURE(r.counts.predicted);
    CAPTURE(r.counts.gold);
    for (const bool exact : {false, true}) {
      const double em = exact ? 1 : 0;
      CHECK(score(r.counts, exact, empty_rule::zero) == scores{em, r.zero, r.zero, r.zero});
      CHECK(score(r.counts, exact, empty_rule::one_if_both) == scores{em, r.one_if_both, r.one_if_both, r.one_if_both});
    }
  }
}

TEST_CASE("overlap: sets count repeats once, in any order") {
  using facts = std::vector<std::pair<std::string, int>>;
  const facts predicted = {{"Ed Wood", 0}, {"Ed Wood", 1}, {"Ed Wood", 0}};
  const facts gold = {{"Scott Derrickson", 0}, {"Ed Wood", 0}, {"Ed Wood", 0}, {"Ed Wood", 0}};
  CHECK(set_overlap(predicted, gold) == overlap{1, 2, 2});
  CHECK(set_overlap(gold, predicted) == overlap{1, 2, 2});
  CHECK(set_overlap(facts{}, gold) == overlap{0, 0, 2});
  CHECK(set_overlap(facts{}, facts{}) == overlap{0, 0, 0});
}

TEST_CASE("overlap: any range, of types that compare with each other or have no order") {
  CHECK(set_overlap(std::forward_list<std::string>{"a", "b"}, std::vector<std::string_view>{"b", "b"}) ==
        overlap{1, 2, 1});
  struct unordered {
    int value;
    bool operator==(const unordered&) const = default;
  };
  std::vector<unordered> many;
  for (int i = 0; i < 300; ++i) many.push_back({i % 100});
  CHECK(set_overlap(many, many) == overlap{100, 100, 100});
}

TEST_CASE("overlap: sets small and large agree with std::set") {
  std::uint32_t state = 1;
  const auto draw = [&state](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return static_cast<int>((state >> 8U) % below);
  };
  for (const std::size_t size : {0U, 1U, 5U, 60U, 64U, 65U, 500U, 4000U}) {
    for (const std::size_t other : {0U, 3U, 64U, 700U}) {
      std::vector<int> a(size);
      std::vector<int> b(other);
      for (int& x : a) x = draw(200);
      for (int& x : b) x = draw(300);
      const std::set<int> left(a.begin(), a.end());
      const std::set<int> right(b.begin(), b.end());
      std::uint64_t common = 0;
      for (const int x : left) common += right.count(x);
      CAPTURE(size);
      CAPTURE(other);
      CHECK(set_overlap(a, b) == overlap{common, left.size(), right.size()});
    }
  }
}

TEST_CASE("overlap: many items that a range makes are counted as stored ones are") {
  const auto made =
      ranges::views::iota(0, 300) | ranges::views::transform([](int i) { return std::to_string(i % 200); });
  const std::vector<std::string> stored(made.begin(), made.end());
  const std::vector<std::string> gold{"3", "7", "7", "x"};
  CHECK(set_overlap(made, gold) == overlap{2, 200, 3});
  CHECK(set_overlap(gold, made) == overlap{2, 3, 200});
  CHECK(set_overlap(made, made) == overlap{200, 200, 200});
  CHECK(set_overlap(made, stored) == set_overlap(stored, stored));

  // Sorting needs fewer comparisons than all pairs.
  struct counted {
    int value;
    int* comparisons;
    bool operator==(const counted& other) const { return ++*comparisons, value == other.value; }
    auto operator<=>(const counted& other) const { return ++*comparisons, value <=> other.value; }
  };
  int comparisons = 0;
  const auto many = ranges::views::iota(0, 1000) | ranges::views::transform([&](int i) {
                      return counted{i, &comparisons};
                    });
  CHECK(set_overlap(many, many) == overlap{1000, 1000, 1000});
  CHECK(comparisons < 50'000);

  const std::vector<bool> bits(100, true);
  CHECK(set_overlap(bits, bits) == overlap{1, 1, 1});
  CHECK(set_overlap(bits, std::vector<bool>{false}) == overlap{0, 1, 1});
}
