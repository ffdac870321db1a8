// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// find_best_thresh starts from every answer taken back, so that each question without an answer is right, and lets
// answers stand from the surest to the least sure. make_precision_recall_eval puts a step after each probability.
#include <mhqa/metrics/thresholds.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

using mhqa::rejectable;

namespace {

constexpr auto f1 = [](const rejectable& row) { return row.score.f1; };

rejectable row(double no_answer, std::uint64_t position, double score, bool has_answer, bool answered = true) {
  return {no_answer, position, {score == 1 ? 1.0 : 0.0, score, score, score}, has_answer, answered};
}

// What any threshold gives when the answers at and below it stand, and the rest are taken back.
double score_at(std::span<const rejectable> rows, double threshold) {
  double sum = 0;
  for (const rejectable& r : rows) {
    if (r.no_answer > threshold) {
      sum += r.has_answer ? 0 : 1;
    } else {
      sum += r.has_answer ? r.score.f1 : r.answered ? 0 : 1;
    }
  }
  return sum / static_cast<double>(rows.size());
}

}  // namespace

TEST_CASE("thresholds: the best threshold keeps the answers that gain more than they cost") {
  // Taken back, all: 1 of 4 right (the third). Then +1, +0.5, -1 (an answer where there is none), +0.75.
  // Sums 1, 2, 2.5, 1.5, 2.25: the best is 2.5 / 4 at the second probability.
  std::vector<rejectable> rows{row(0.1, 0, 1, true), row(0.2, 1, 0.5, true), row(0.3, 2, 0, false),
                               row(0.4, 3, 0.75, true)};
  const auto best = mhqa::best_threshold(std::span<const rejectable>{rows}, f1);
  REQUIRE(best.has_value());
  CHECK(best->sum == 2.5);
  CHECK(best->questions == 4);
  CHECK(best->mean() == 0.625);
  CHECK(best->mean(100) == 62.5);
  CHECK(best->threshold == 0.2);
  CHECK(best->position == std::optional<std::uint64_t>{1});
}

TEST_CASE("thresholds: where no answer gains anything all are taken back, at 0") {
  const std::vector<rejectable> rows{row(0.3, 0, 0, true), row(0.5, 1, 1, false), row(0.7, 2, 1, false, false)};
  const auto best = mhqa::best_threshold(std::span<const rejectable>{rows}, f1);
  REQUIRE(best.has_value());
  CHECK(best->sum == 2);
  CHECK(best->threshold == 0);
  CHECK_FALSE(best->position.has_value());
}

TEST_CASE("thresholds: equal probabilities keep the order of their positions, and the best may lie between them") {
  // 0.5 twice: the right answer first gives 1 and stops there although the wrong one has the same probability.
  std::vector<rejectable> rows{row(0.5, 1, 0, false), row(0.5, 0, 1, true)};
  mhqa::sort_by_no_answer(rows);
  CHECK(rows[0].position == 0);
  CHECK(mhqa::best_threshold(std::span<const rejectable>{rows}, f1)->sum == 2);
  // The other order: -1 + 1 never exceeds the start.
  rows[0].position = 1;
  rows[1].position = 0;
  mhqa::sort_by_no_answer(rows);
  const auto best = mhqa::best_threshold(std::span<const rejectable>{rows}, f1);
  CHECK(best->sum == 1);
  CHECK_FALSE(best->position.has_value());
}

TEST_CASE("thresholds: with distinct probabilities no threshold beats the best one") {
  constexpr std::array<double, 3> values{0, 0.5, 1};
  for (unsigned code = 0; code < 9 * 9 * 9 * 9; ++code) {
    std::vector<rejectable> rows;
    unsigned rest = code;
    for (std::uint64_t i = 0; i < 4; ++i, rest /= 9) {
      const unsigned kind = rest % 9;
      const double score = values[kind % 3];
      rows.push_back(kind < 3   ? row(0.1 * static_cast<double>(i + 1), i, score, true)
                     : kind < 6 ? row(0.1 * static_cast<double>(i + 1), i, 0, false)
                                : row(0.1 * static_cast<double>(i + 1), i, 1, false, false));
    }
    const auto best = mhqa::best_threshold(std::span<const rejectable>{rows}, f1);
    double highest = score_at(rows, 0);
    for (const rejectable& r : rows) highest = std::max(highest, score_at(rows, r.no_answer));
    CAPTURE(code);
    CHECK(best->mean() == highest);
    CHECK(score_at(rows, best->threshold) == highest);
  }
}

TEST_CASE("thresholds: average precision adds precision times the gain in recall") {
  // Two questions with an answer. Steps: right at once (p 1, r 1/2), one without answer (p 1/2), half right (p 1/2, r
  // 3/4).
  const std::vector<rejectable> rows{row(0.1, 0, 1, true), row(0.2, 1, 0, false), row(0.3, 2, 0.5, true)};
  CHECK(mhqa::average_precision(std::span<const rejectable>{rows}, f1) == std::optional{1 * 0.5 + 0.5 * 0.25});
}

TEST_CASE("thresholds: equal probabilities make one step of the curve, in any order") {
  std::vector<rejectable> rows{row(0.5, 0, 1, true), row(0.5, 1, 0, false), row(0.5, 2, 0, true), row(0.9, 3, 1, true)};
  // After three: precision 1/3, recall 1/3. After four: 2/4, 2/3.
  const double want = 1.0 / 3 * (1.0 / 3) + 0.5 * (2.0 / 3 - 1.0 / 3);
  CHECK(*mhqa::average_precision(std::span<const rejectable>{rows}, f1) == doctest::Approx(want).epsilon(1e-15));
  const auto before = mhqa::average_precision(std::span<const rejectable>{rows}, f1);
  std::swap(rows[0], rows[2]);
  CHECK(mhqa::average_precision(std::span<const rejectable>{rows}, f1) == before);
}

TEST_CASE("thresholds: nothing to choose from has no best threshold, and no answer has no average precision") {
  const std::vector<rejectable> none;
  CHECK_FALSE(mhqa::best_threshold(std::span<const rejectable>{none}, f1).has_value());
  CHECK_FALSE(mhqa::average_precision(std::span<const rejectable>{none}, f1).has_value());
  const std::vector<rejectable> impossible{row(0.5, 0, 1, false, false)};
  CHECK(mhqa::best_threshold(std::span<const rejectable>{impossible}, f1)->mean() == 1);
  CHECK_FALSE(mhqa::average_precision(std::span<const rejectable>{impossible}, f1).has_value());
}
