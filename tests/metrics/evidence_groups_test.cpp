// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/evidence_groups.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

using set = mhqa::evidence_set<std::string>;
using mhqa::evidence_scores;

namespace {

evidence_scores scored(const std::vector<std::string>& ranking, const std::vector<set>& sets,
                       std::size_t k = static_cast<std::size_t>(-1)) {
  return mhqa::score_evidence<std::string>(ranking, sets, k);
}

}  // namespace

TEST_CASE("evidence_groups: any is not all") {
  const std::vector<set> two{{{"a"}, {"b"}}};
  const evidence_scores half = scored({"x", "a"}, two);
  CHECK(half.any == 1);
  CHECK(half.all == 0);
  CHECK(half.recall == 0.5);
  CHECK(half.mrr == 0.25);
  CHECK(half.map == 0.25);
  CHECK(half.ndcg == doctest::Approx(1 / std::log2(3) / (1 + 1 / std::log2(3))).epsilon(1e-12));
  CHECK(scored({"b", "a"}, two).all == 1);
  CHECK(scored({"b", "a"}, two).ndcg == 1);
  CHECK(scored({"b", "a"}, two, 1).all == 0);
}

TEST_CASE("evidence_groups: alternatives of a group count once, a document may satisfy two groups") {
  const std::vector<set> groups{{{"a", "b"}, {"c"}}};
  CHECK(scored({"a", "c"}, groups).ndcg == 1);
  const evidence_scores redundant = scored({"a", "b"}, groups);
  CHECK(redundant.recall == 0.5);
  CHECK(redundant.ndcg == doctest::Approx(1 / (1 + 1 / std::log2(3))).epsilon(1e-12));
  CHECK(redundant.map == 0.5);  // (1/1 + 2/2) / 2 for the first group
  CHECK(scored({"a"}, {{{"a"}, {"a"}}}).all == 1);
  CHECK(scored({"x", "y"}, groups) == evidence_scores{});
}

TEST_CASE("evidence_groups: of several sufficient sets the best counts; nothing wanted scores 0") {
  CHECK(scored({"c"}, {{{"a"}, {"b"}}, {{"c"}}}).all == 1);
  CHECK(scored({"c"}, {}) == evidence_scores{});
  CHECK(scored({"c"}, {{}}) == evidence_scores{});
  CHECK(scored({"c"}, {{{}, {"c"}}}).all == 1);
  CHECK(scored({}, {{{"c"}}}) == evidence_scores{});
}

TEST_CASE("evidence_groups: the rankings and numbers of AutoRAG-Research's tests") {
  struct row {
    std::vector<std::string> ranking;
    set groups;
    double recall, all, ndcg, mrr, map;
  };
  const double second = 1 / std::log2(3);
  const row rows[] = {
      {{"1", "x", "2", "y"}, {{"1", "2"}, {"3"}}, 0.5, 0, 1 / (1 + second), 0.5, 5.0 / 12},
      {{"6", "x", "y", "z"}, {{"4", "5"}, {"6", "7"}, {"8"}}, 1.0 / 3, 0, 1 / (1.5 + second), 1.0 / 3, 1.0 / 3},
      {{"9", "x", "y", "z"}, {{"9", "10"}}, 1, 1, 1, 1, 1},
      {{"13", "12", "x", "y"}, {{"11"}, {"12"}, {"13"}}, 2.0 / 3, 0, (1 + second) / (1.5 + second), 0.5, 0.5},
      {{"14", "x"}, {{"14"}}, 1, 1, 1, 1, 1},
      {{"x", "y", "15"}, {{"15"}}, 1, 1, 0.5, 1.0 / 3, 1.0 / 3},
  };
  for (const row& one : rows) {
    CAPTURE(one.ranking.front());
    const evidence_scores out = scored(one.ranking, {one.groups});
    CHECK(out.recall == doctest::Approx(one.recall).epsilon(1e-14));
    CHECK(out.all == one.all);
    CHECK(out.ndcg == doctest::Approx(one.ndcg).epsilon(1e-14));
    CHECK(out.mrr == doctest::Approx(one.mrr).epsilon(1e-14));
    CHECK(out.map == doctest::Approx(one.map).epsilon(1e-14));
  }
}

TEST_CASE("evidence_groups: gains count for the first document of a group, against the best of each group") {
  const auto gain = [](const std::string& id) { return id == "a" || id == "c" ? 3.0 : id == "b" ? 1.0 : 0.0; };
  const auto graded = [&](const std::vector<std::string>& ranking, const set& groups) {
    return mhqa::score_evidence<std::string>(ranking, std::vector<set>{groups}, 10, gain).ndcg;
  };
  const double second = 1 / std::log2(3);
  CHECK(graded({"a", "b"}, {{"a", "b"}}) == 1);
  CHECK(graded({"b", "a"}, {{"a", "b"}}) == 1.0 / 3);
  CHECK(graded({"x", "a"}, {{"a"}}) == doctest::Approx(second).epsilon(1e-15));
  CHECK(graded({"a", "c", "b"}, {{"a", "b"}, {"c"}}) == 1);
  CHECK(graded({"b", "c"}, {{"a", "b"}, {"c"}}) == doctest::Approx((1 + 3 * second) / (3 + 3 * second)).epsilon(1e-15));
  CHECK(graded({"a", "d"}, {{"b"}, {"a"}}) ==
        doctest::Approx(3 / (3 + second)).epsilon(1e-15));  // the ideal order has the best group first
  CHECK(graded({}, {{"a"}}) == 0);
  CHECK(graded({"d"}, {{"d"}}) == 0);  // nothing has a gain
}

TEST_CASE("evidence groups: the alternatives that are left out change no score") {
  std::mt19937 random{7};
  const auto gain = [](int id) { return id % 4; };
  for (int round = 0; round < 500; ++round) {
    const auto ids = [&](std::size_t most) {
      std::vector<int> out(random() % (most + 1));
      for (int& id : out) id = static_cast<int>(random() % 12);
      return out;
    };
    std::vector<mhqa::evidence_set<int>> sets(random() % 3);
    for (auto& one : sets) {
      for (auto groups = random() % 4; groups > 0; --groups) one.push_back(ids(4));
    }
    const std::vector<int> ranking = ids(8);
    const auto fewer = mhqa::sets_that_count<int>(ranking, sets, gain);
    for (const std::size_t k : {1U, 3U, 8U}) {
      CHECK(mhqa::score_evidence<int>(ranking, fewer, k, gain) == mhqa::score_evidence<int>(ranking, sets, k, gain));
    }
  }
}
