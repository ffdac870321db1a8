// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// update_sp of the HotpotQA evaluator: predicted and gold facts are sets. Where both are empty, exact match is 1 and F1
// is 0 in HotpotQA, 1 in MuSiQue.
#include <mhqa/metrics/support.hpp>

#include <mhqa/types.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

using mhqa::empty_rule;
using mhqa::score_set;
using mhqa::score_support;
using mhqa::scores;
using mhqa::supporting_fact;

static_assert(score_set({2, 2, 2}, empty_rule::zero) == scores{1, 1, 1, 1});

TEST_CASE("support: worked by hand, repeats count once") {
  // {1, 2} against {2, 3}: 1 common of 2 and 2
  CHECK(score_support(std::vector{1, 2, 2}, std::vector{2, 3}) == scores{0, 0.5, 0.5, 0.5});
  const std::vector<supporting_fact> gold{{"Paris", 0}, {"France", 3}};
  CHECK(score_support(std::vector<supporting_fact>{{"France", 3}, {"Paris", 0}, {"Paris", 0}}, gold) ==
        scores{1, 1, 1, 1});
  // A title alone is not enough, and neither is a number.
  CHECK(score_support(std::vector<supporting_fact>{{"Paris", 3}, {"France", 0}}, gold) == scores{});
  // {(Paris, 0), (Lyon, 1), (Lyon, 2)}: precision 1/3, recall 1/2
  CHECK(score_support(std::vector<supporting_fact>{{"Paris", 0}, {"Lyon", 1}, {"Lyon", 2}}, gold) ==
        scores{0, (2 * (1.0 / 3) * 0.5) / (1.0 / 3 + 0.5), 1.0 / 3, 0.5});
}

TEST_CASE("support: empty sides") {
  const std::vector<int> none, some{1};
  CHECK(score_support(none, none, empty_rule::zero) == scores{1, 0, 0, 0});
  CHECK(score_support(none, none, empty_rule::one_if_both) == scores{1, 1, 1, 1});
  for (const empty_rule rule : {empty_rule::zero, empty_rule::one_if_both}) {
    CHECK(score_support(none, some, rule) == scores{});
    CHECK(score_support(some, none, rule) == scores{});
    CHECK(score_support(some, some, rule) == scores{1, 1, 1, 1});
  }
}

TEST_CASE("support: all pairs of lists of up to four facts agree with the published loops") {
  std::vector<std::vector<int>> lists{{}};
  for (std::size_t from = 0, size = 1; size <= 4; ++size) {
    const std::size_t to = lists.size();
    for (; from < to; ++from) {
      for (int item = 0; item < 3; ++item) {
        lists.push_back(lists[from]);
        lists.back().push_back(item);
      }
    }
  }
  for (const auto& predicted : lists) {
    for (const auto& gold : lists) {
      const std::set<int> p(predicted.begin(), predicted.end()), g(gold.begin(), gold.end());
      const auto tp = static_cast<double>(std::count_if(p.begin(), p.end(), [&](int x) { return g.count(x) != 0; }));
      const double fp = static_cast<double>(p.size()) - tp, fn = static_cast<double>(g.size()) - tp;
      const double precision = tp + fp > 0 ? tp / (tp + fp) : 0.0;
      const double recall = tp + fn > 0 ? tp / (tp + fn) : 0.0;
      const double f1 = precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0.0;
      REQUIRE(score_support(predicted, gold) == scores{fp + fn == 0 ? 1.0 : 0.0, f1, precision, recall});
    }
  }
}

TEST_CASE("support: hundreds of facts score as their sets do") {
  std::vector<std::string> titles;
  for (int i = 0; i < 400; ++i) titles.push_back("title " + std::to_string(i));
  std::vector<supporting_fact> predicted, gold;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    for (int twice = 0; twice < 2; ++twice) {
      if (i % 2 == 0) predicted.push_back({titles[i], static_cast<std::int64_t>(i % 7)});
      if (i % 3 == 0) gold.push_back({titles[i], static_cast<std::int64_t>(i % 7)});
    }
  }
  // 200 predicted, 134 gold, 67 in both
  const double precision = 67.0 / 200, recall = 67.0 / 134;
  CHECK(score_support(predicted, gold) ==
        scores{0, (2 * precision * recall) / (precision + recall), precision, recall});
}
