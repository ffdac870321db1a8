// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// recall@k = |relevant and first k retrieved| / |relevant|, both as sets; StrategyQA takes the annotator with the most.
#include <mhqa/metrics/retrieval.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace {

using items = std::vector<int>;

double recall(const items& retrieved, const items& relevant, std::size_t k) {
  return mhqa::recall_at<int>(retrieved, relevant, k);
}

}  // namespace

static_assert(mhqa::recall_at<int>(std::array{7, 1, 2}, std::array{1, 2}, 2) == 0.5);

TEST_CASE("retrieval: recall counts the relevant items among the first k") {
  const items retrieved{5, 1, 9, 2};
  struct {
    items relevant;
    std::size_t k;
    double want;
    const char* why;
  } const rows[] = {
      {{1, 2}, 4, 1, "both are there"},
      {{1, 2}, 3, 0.5, "2 stands fourth"},
      {{1, 2}, 1, 0, "neither is first"},
      {{1, 2}, 0, 0, "nothing is looked at"},
      {{1, 2}, 100, 1, "k beyond the list is the whole list"},
      {{1, 1, 2, 3}, 4, 2.0 / 3, "a relevant item that stands twice counts once"},
      {{}, 4, 0, "nothing relevant"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.why);
    CHECK(recall(retrieved, row.relevant, row.k) == row.want);
  }
  CHECK(recall({}, {1}, 10) == 0);
  CHECK(recall({1, 1, 1, 2}, {1, 2}, 3) == 0.5);  // repeats use up places
}

TEST_CASE("retrieval: recall never falls with k and is the same for any order of the relevant items") {
  for (unsigned code = 0; code < 256; ++code) {
    items retrieved, relevant;
    for (unsigned i = 0; i < 4; ++i) retrieved.push_back(static_cast<int>((code >> (2 * i)) & 3U));
    for (int item = 0; item < 3; ++item) relevant.push_back(item);
    const items backwards{relevant.rbegin(), relevant.rend()};
    double last = 0;
    for (std::size_t k = 0; k <= 5; ++k) {
      const double now = recall(retrieved, relevant, k);
      CHECK(now >= last);
      CHECK(now == recall(retrieved, backwards, k));
      last = now;
    }
    CHECK(last <= 1);
  }
}

TEST_CASE("retrieval: the best annotator decides, one without evidence has 0, and no annotators give an empty result") {
  const items retrieved{1, 2, 3};
  const std::vector<items> annotators{{1, 9}, {}, {1, 2, 8}};
  CHECK(mhqa::best_recall_at<int>(retrieved, annotators, 3) == std::optional{2.0 / 3});
  CHECK(mhqa::best_recall_at<int>(retrieved, std::vector<items>{{}}, 3) == std::optional{0.0});
  CHECK_FALSE(mhqa::best_recall_at<int>(retrieved, std::vector<items>{}, 3).has_value());
}

TEST_CASE("retrieval: paragraph ids are compared whole") {
  const std::vector<std::string_view> retrieved{"Albany-1", "Albany-10"};
  const std::vector<std::string_view> relevant{"Albany-10"};
  CHECK(mhqa::recall_at<std::string_view>(retrieved, relevant, 1) == 0);
  CHECK(mhqa::recall_at<std::string_view>(retrieved, relevant, 2) == 1);
}
