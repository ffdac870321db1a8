// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/batch/token_f1.hpp>

#include "device_batch.hpp"
#include "link_threads.hpp"

#include <doctest/doctest.h>
#include <thrust/execution_policy.h>

#include <cstdint>
#include <cstdio>
#include <vector>

TEST_CASE("cuda: a unit for the GPU and a unit for threads are one program, and agree") {
  const std::vector<std::int32_t> values{1, 2, 3, 3, 2};
  const std::vector<std::int32_t> offsets{0, 3, 5};
  const std::vector<std::int32_t> golds{3, 2, 2, 2};
  const std::vector<std::int32_t> gold_offsets{0, 1, 4};
  const mhqa::batch::token_batch<> batch{.predictions = {values, offsets}, .golds = {golds, gold_offsets}};
  // 1 of 3 and 1: F1 1/2. 1 of 2 and 3: F1 2/5.
  const std::vector<float> want{0.5F, 0.4F};
  std::vector<float> f1(2);
  mhqa_test::score_on_threads(batch, {.f1 = f1}, mhqa::dialects::musique);
  CHECK(f1 == want);
  mhqa::batch::token_f1(thrust::host, batch, mhqa::batch::columns<float>{.f1 = f1}, mhqa::dialects::musique);
  CHECK(f1 == want);
  if (!mhqa_test::has_gpu()) {
    std::puts("mhqa-skip: no GPU");
    return;
  }
  const mhqa_test::device_batch<std::int32_t> there{batch};
  thrust::device_vector<float> found(2);
  mhqa::batch::token_f1(thrust::device, there.view(), mhqa::batch::columns<float>{.f1 = mhqa_test::span_of(found)},
                        mhqa::dialects::musique);
  CHECK(mhqa_test::to_host(found) == want);
}
