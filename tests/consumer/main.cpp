// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The installed package must be complete; elsewhere one header of each library is enough.
#if defined(MHQA_CONSUMER_USES_ALL)
#include <mhqa/mhqa.hpp>
#elif defined(MHQA_CONSUMER_USES_IO)
#include <mhqa/io/json_records.hpp>
#elif defined(MHQA_CONSUMER_USES_BASE)
#include <mhqa/metrics/answer.hpp>
#else
#include <mhqa/probe/bipartition.hpp>
#endif
#include <mhqa/config.hpp>
#include <mhqa/random.hpp>

#if defined(MHQA_CONSUMER_USES_BATCH)
#include <mhqa/batch/token_f1.hpp>

#include <thrust/execution_policy.h>

#include <vector>
#endif

#include <cstdio>

int main() {
#if defined(MHQA_CONSUMER_USES_BATCH)
  const std::vector<int> ids{1, 2};
  const std::vector<int> offsets{0, 2};
  std::vector<float> f1(1);
  mhqa::batch::token_f1(thrust::device,
                        mhqa::batch::token_batch<>{.predictions = {ids, offsets}, .golds = {ids, offsets}},
                        mhqa::batch::columns<float>{.f1 = f1}, mhqa::dialects::musique);
  if (f1[0] != 1) return 1;
#endif
  std::printf("mhqa %s\n", MHQA_VERSION_STRING);
  return mhqa::philox4x32({}, {})[0] == 0x6627e8d5U ? 0 : 1;
}
