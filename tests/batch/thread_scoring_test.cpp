// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0

#include <mhqa/batch/thread_scoring.hpp>

#include <mhqa/error.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include "batch/random_batch.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

namespace batch = mhqa::batch;
using mhqa_test::batch_shape;
using mhqa_test::owned_columns;
using mhqa_test::random_batch;

template <class Real, class Offset, class Executor>
owned_columns<Real> scored(Executor& threads, const random_batch<Offset>& from, const mhqa::dialect& d) {
  owned_columns<Real> out{from.prediction_offsets.size() - 1};
  batch::token_f1(threads, from.view(), out.view(), d);
  return out;
}

/// Has each worker wait for none: every task runs, one after another, on a claim of many threads.
struct many_threads {
  [[nodiscard]] static std::size_t concurrency() { return 7; }
  template <class F>
  void for_each(std::size_t n, F&& f) const {
    for (std::size_t i = n; i-- != 0;) f(i);
  }
};

}  // namespace

TEST_CASE("thread_scoring: any number of threads gives metrics/'s bits") {
  mhqa::draws random{41, std::uint64_t{42}};
  mhqa::thread_pool pool{3};
  mhqa::serial_executor one;
  many_threads many;
  for (const std::uint64_t vocabulary : {3U, 200U, 1'000'000U}) {
    for (const batch_shape shape : {batch_shape{.questions = 400, .per_question = 2, .most_golds = 3, .longest = 12},
                                    batch_shape{.questions = 20, .longest = 2'000, .marked = true}}) {
      batch_shape full = shape;
      full.vocabulary = vocabulary;
      const random_batch<std::int64_t> from{full, random};
      for (const mhqa::dialect& d : {mhqa::dialects::hotpotqa, mhqa::dialects::squad_2_0}) {
        const auto found = scored<double>(one, from, d);
        CHECK(differing_rows(found, from.reference(d)) == 0);
        CHECK(scored<double>(pool, from, d) == found);
        CHECK(scored<double>(many, from, d) == found);
      }
    }
  }
}

TEST_CASE("thread_scoring: a batch of many rows is checked in parts") {
  // 200,000 rows are several parts of the check; the first that is wrong is named.
  const std::vector<std::int32_t> values{1};
  std::vector<std::int32_t> offsets(200'001, 1);
  offsets[0] = 0;
  mhqa::thread_pool pool{2};
  CHECK(batch::check(pool, batch::token_batch<>{.predictions = {values, offsets}, .golds = {values, offsets}})
            .longest_gold() == 1);
  offsets[150'000] = 2;
  offsets[70'000] = -5;
  CHECK_THROWS_WITH_AS(static_cast<void>(batch::check(
                           pool, batch::token_batch<>{.predictions = {values, offsets}, .golds = {values, offsets}})),
                       "field \"predictions.offsets\": expected offsets that rise from 0 or more to at most 1; those "
                       "of row 69999 do not",
                       mhqa::data_error);
}

TEST_CASE("thread_scoring: a batch that a dialect cannot score is refused, and nothing is written") {
  const std::vector<std::int32_t> values{1};
  const std::vector<std::int32_t> offsets{0, 1};
  std::vector<float> f1{-1};
  CHECK_THROWS_WITH_AS(
      batch::token_f1(mhqa::serial_executor{},
                      batch::token_batch<>{.predictions = {values, offsets}, .golds = {values, offsets}},
                      batch::columns<float>{.f1 = f1}, mhqa::dialects::hotpotqa),
      "field \"marks\": expected marks that name the closed answers (yes, no, noanswer) of hotpotqa", mhqa::data_error);
  CHECK(f1.front() == -1);
}
