// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/ranking_report.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

using namespace mhqa;

namespace {

double number(const std::vector<ranking_number>& all, std::string_view name) {
  for (const ranking_number& one : all) {
    if (one.name == name) return one.value;
  }
  return -1;
}

}  // namespace

TEST_CASE("ranking_report: one of two supports at rank 1, the other at rank 3") {
  judged_query query{"q", "2hop", {{"a", 1}, {"b", 1}, {"c", 0}}, {}};
  need_all_relevant(query);
  std::vector<ranked_document> run{{"x", 0.5}, {"a", 0.9}, {"b", 0.1}};
  const std::array<std::size_t, 2> at{2, 3};
  const auto out = measure_ranking(run, query, at);
  CHECK(run[0].id == "a");  // sorted
  CHECK(number(out, "map") == (1.0 + 2.0 / 3) / 2);
  CHECK(number(out, "recip_rank") == 1);
  CHECK(number(out, "P@2") == 0.5);
  CHECK(number(out, "recall@2") == 0.5);
  CHECK(number(out, "any@2") == 1);
  CHECK(number(out, "all@2") == 0);
  CHECK(number(out, "group_recall@2") == 0.5);
  CHECK(number(out, "all@3") == 1);
  CHECK(number(out, "success@2") == 1);
}

TEST_CASE("ranking_report: the best sufficient set counts") {
  judged_query query{"q", "", {{"a", 1}, {"b", 1}, {"c", 1}}, {}};
  query.sets = {{{"a"}, {"b"}}, {{"c"}}};
  std::vector<ranked_document> run{{"c", 1}};
  const std::array<std::size_t, 1> at{1};
  CHECK(number(measure_ranking(run, query, at), "all@1") == 1);
}

TEST_CASE("ranking_report: group nDCG gains 2^level - 1, trec_eval's nDCG the level") {
  judged_query query{"q", "", {{"a", 2}, {"b", 1}}, {}};
  query.sets = {{{"a", "b"}}};
  std::vector<ranked_document> run{{"b", 1}};
  const std::array<std::size_t, 1> at{1};
  CHECK(number(measure_ranking(run, query, at), "group_ndcg@1") == 1.0 / 3);
  CHECK(number(measure_ranking(run, query, at), "ndcg@1") == 0.5);
  query.levels = {{"a", std::numeric_limits<int>::max()}, {"b", std::numeric_limits<int>::max() - 1}};
  CHECK(number(measure_ranking(run, query, at), "group_ndcg@1") == 0.5);  // no gain is infinite
}

TEST_CASE("ranking_report: nothing of a ranking is left for the next") {
  const std::array<std::size_t, 1> at{2};
  ranking_measures measures{at};
  judged_query first{"q", "", {{"a", 3}, {"z", 1}, {"a", 0}}, {}};
  first.sets = {{{"a"}, {"z", "y"}}, {{"b"}}};
  judged_query second{"r", "", {{"b", 1}}, {}};
  need_all_relevant(second);
  for (int i = 0; i < 2; ++i) {
    std::vector<ranked_document> long_run{{"a", 1}, {"b", 2}, {"c", 3}};
    const auto numbers = measures(long_run, first);
    CHECK(number({numbers.begin(), numbers.end()}, "P@2") == 0);
    CHECK(number({numbers.begin(), numbers.end()}, "any@2") == 1);
    CHECK(measures.judged_documents() == 1);  // the first judgement of "a" counts
    std::vector<ranked_document> short_run{{"b", 1}};
    const auto others = measures(short_run, second);
    CHECK(number({others.begin(), others.end()}, "map") == 1);
    CHECK(number({others.begin(), others.end()}, "all@2") == 1);
    CHECK(measures.judged_documents() == 1);
  }
  std::vector<ranked_document> twice{{"a", 1}, {"a", 2}};
  CHECK_THROWS_WITH_AS(static_cast<void>(measures(twice, second)),
                       "id \"a\": expected each document once in a run, found it twice", data_error);
}

TEST_CASE("ranking_report: needs_all_relevant() is what need_all_relevant() makes") {
  judged_query query{"q", "", {{"a", 1}, {"b", 0}, {"c", 2}}, {}};
  CHECK_FALSE(needs_all_relevant(query));
  need_all_relevant(query);
  CHECK(needs_all_relevant(query));
  query.sets[0].pop_back();
  CHECK_FALSE(needs_all_relevant(query));
  query.sets = {{{"c"}, {"a"}}};
  CHECK_FALSE(needs_all_relevant(query));
}

TEST_CASE("ranking_report: means over queries, and scores that are no numbers") {
  ranking_totals totals;
  CHECK(totals.means().empty());
  totals.add(std::vector<ranking_number>{{"map", 1}});
  totals.add(std::vector<ranking_number>{{"map", 0.5}});
  CHECK(totals.queries() == 2);
  CHECK(totals.means()[0].value == 0.75);
  CHECK_THROWS_AS(totals.add(std::vector<ranking_number>{}), usage_error);
  judged_query query{"q", "", {{"a", 1}}, {}};
  std::vector<ranked_document> run{{"a", std::numeric_limits<double>::quiet_NaN()}};
  CHECK_THROWS_AS(static_cast<void>(measure_ranking(run, query, {})), data_error);
}
