// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0

#include <mhqa/batch/scoring.hpp>

#include <mhqa/metrics/dialect.hpp>
#include <mhqa/random.hpp>

#include "batch/random_batch.hpp"
#include "support/thread_team.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

// What a warp of a GPU does with a batch, done by teams of threads.

namespace {

using namespace mhqa::batch;
using mhqa_test::owned_columns;
using mhqa_test::random_batch;

/// All predictions of the batch by one team, `per_team` at a time.
template <class Marks>
owned_columns<double> by_team(const random_batch<std::int32_t>& batch, Marks marks, const mhqa::dialect& d,
                              std::uint32_t size, std::uint32_t slots) {
  owned_columns<double> out{batch.prediction_offsets.size() - 1};
  const detail::scoring_job job{batch.view(), out.view(), marks, d};
  std::vector<std::int32_t> memory(2 * slots);
  const detail::count_table table{memory.data(), memory.data() + slots, slots};
  mhqa_test::run_team(size, [&](const mhqa_test::thread_team& team) {
    for (std::uint32_t first = 0; first < job.predictions; first += size) {
      detail::score_by_team(team, job, table, first, std::min(size, job.predictions - first));
    }
  });
  return out;
}

}  // namespace

TEST_CASE("scoring: a pair by hand") {
  // Prediction 5 6 6, golds 6 7 and 6 6: F1 of 1/3 and 1/2 is 0.4, of 2/3 and 2/2 is 0.8.
  const std::vector<std::int32_t> p{5, 6, 6};
  const std::vector<std::int32_t> po{0, 3};
  const std::vector<std::int32_t> g{6, 7, 6, 6};
  const std::vector<std::int32_t> go{0, 2, 4};
  const std::vector<std::int32_t> groups{0, 2};
  owned_columns<double> out{1};
  const detail::scoring_job job{token_batch<>{.predictions = {p, po}, .golds = {g, go}, .gold_groups = groups},
                                out.view(), detail::no_marks{}, mhqa::dialects::squad_1_1};
  const auto few = [](detail::token_row a, detail::token_row b) { return detail::count_few(detail::no_marks{}, a, b); };
  job.store(0, detail::score_prediction(detail::solo_team{}, job, 0, few));
  CHECK(out.f1[0] == 0.8);
  CHECK(out.em[0] == 0);
  CHECK(out.precision[0] == 2.0 / 3.0);
  CHECK(out.recall[0] == 1);
  CHECK(out.common[0] == 2);
  CHECK(out.predicted[0] == 3);
  CHECK(out.gold[0] == 2);
  CHECK(out.which[0] == 1);
}

TEST_CASE("scoring: of golds with the same F1 the first is named; each number has its own maximum") {
  // Prediction 5 6. Golds 7; 5; 6: F1 0, 2/3, 2/3. Gold 5 6 8 9 has F1 2/3 too, and the better precision.
  const std::vector<std::int32_t> p{5, 6};
  const std::vector<std::int32_t> po{0, 2};
  const std::vector<std::int32_t> g{7, 5, 6, 5, 6, 8, 9};
  const std::vector<std::int32_t> go{0, 1, 2, 3, 7};
  const std::vector<std::int32_t> groups{0, 4};
  owned_columns<double> out{1};
  const detail::scoring_job job{token_batch<>{.predictions = {p, po}, .golds = {g, go}, .gold_groups = groups},
                                out.view(), detail::no_marks{}, mhqa::dialects::squad_1_1};
  job.store(0, detail::score_prediction(detail::solo_team{}, job, 0, [](detail::token_row a, detail::token_row b) {
              return detail::count_few(detail::no_marks{}, a, b);
            }));
  CHECK(out.which[0] == 1);
  CHECK(out.gold[0] == 1);
  CHECK(out.f1[0] == 2 * 0.5 / 1.5);
  CHECK(out.precision[0] == 1);
  CHECK(out.recall[0] == 1);
}

TEST_CASE("scoring: the same words in another order are not an exact match") {
  const std::vector<std::int32_t> a{1, 4, 2};
  const std::vector<std::int32_t> b{2, 1, 4};
  const std::vector<std::uint8_t> marks{0, 0, 0, 0, token_mark::ignored};
  const auto row = [](const std::vector<std::int32_t>& v) {
    return detail::token_row{v.data(), static_cast<std::uint32_t>(v.size())};
  };
  const std::vector<std::int32_t> c{4, 1, 2, 4};
  const detail::solo_team one;
  CHECK(!detail::same_rows(one, detail::no_marks{}, row(a), row(b), 3));
  CHECK(detail::same_rows(one, detail::no_marks{}, row(a), row(a), 3));
  CHECK(!detail::same_rows(one, detail::id_marks{marks.data()}, row(a), row(b), 2));
  CHECK(detail::same_rows(one, detail::id_marks{marks.data()}, row(a), row(c), 2));
}

TEST_CASE("scoring: a team of threads gives the scores of metrics/ in every dialect" *
          doctest::test_suite("unsanitized")) {
  mhqa::draws random{5, 6};
  for (const mhqa::dialect& d : mhqa::dialects::all) {
    for (const std::uint64_t longest : {2U, 40U, 300U}) {
      const random_batch<std::int32_t> batch{{.questions = 12,
                                              .per_question = 3,
                                              .most_golds = 3,
                                              .longest = longest,
                                              .vocabulary = longest * 2,
                                              .marked = true},
                                             random};
      CAPTURE(d.name.view());
      CAPTURE(longest);
      CHECK(differing_rows(by_team(batch, detail::id_marks{batch.marks.data()}, d, 8, 64), batch.reference(d)) == 0);
    }
  }
}

TEST_CASE("scoring: teams of any size and tables of any size give the same columns") {
  mhqa::draws random{7, 8};
  const random_batch<std::int32_t> batch{{.questions = 40, .most_golds = 2, .longest = 100, .vocabulary = 30}, random};
  const detail::closed_marks marks{batch.marks.data()};
  const owned_columns<double> one = by_team(batch, marks, mhqa::dialects::hotpotqa, 1, 32);
  CHECK(differing_rows(one, batch.reference(mhqa::dialects::hotpotqa)) == 0);
  for (const std::uint32_t size : {2U, 5U, 32U}) {
    for (const std::uint32_t slots : {32U, 512U}) {
      CHECK(by_team(batch, marks, mhqa::dialects::hotpotqa, size, slots) == one);
    }
  }
}

TEST_CASE("scoring: a question whose golds are all blank is scored against the empty text where blanks are dropped") {
  // Golds: "" and a row of one ignored id. SQuAD 2.0 drops both; "" stands in.
  const std::vector<std::int32_t> p{3};
  const std::vector<std::int32_t> po{0, 0, 1};
  const std::vector<std::int32_t> g{4};
  const std::vector<std::int32_t> go{0, 0, 1};
  const std::vector<std::int32_t> groups{0, 2};
  const std::vector<std::uint8_t> marks{0, 0, 0, 0, token_mark::ignored};
  owned_columns<float> out{2};
  const detail::scoring_job job{
      token_batch<>{.predictions = {p, po}, .golds = {g, go}, .gold_groups = groups, .per_question = 2}, out.view(),
      detail::id_marks{marks.data()}, mhqa::dialects::squad_2_0};
  for (std::uint32_t i = 0; i < 2; ++i) {
    job.store(i, detail::score_prediction(detail::solo_team{}, job, i, [&](detail::token_row a, detail::token_row b) {
                return detail::count_few(detail::id_marks{marks.data()}, a, b);
              }));
  }
  CHECK(out.f1 == std::vector<float>{1, 0});
  CHECK(out.em == std::vector<float>{1, 0});
  CHECK(out.which == std::vector<std::int32_t>{-1, -1});
  CHECK(out.predicted == std::vector<std::int32_t>{0, 1});
}
