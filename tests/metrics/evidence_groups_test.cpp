// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of AutoRAG-Research's tests of its retrieval metrics, with their numbers.
#include <mhqa/metrics/evidence_groups.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
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
