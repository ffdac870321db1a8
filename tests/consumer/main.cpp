// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The installed library is used with all headers; elsewhere one of each library is enough. install.cmake sees that all
// bodies are installed, too.
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

#if defined(MHQA_CONSUMER_USES_COMPILED)
#include <mhqa/metrics/sari.hpp>

#include <array>
#include <span>
#include <string_view>

double kept_by_another_unit(std::span<const std::string_view> text);
#endif

int main() {
#if defined(MHQA_CONSUMER_USES_COMPILED)
  constexpr std::array<std::string_view, 2> words{"two", "words"};
  const std::span<const std::string_view> text{words};
  if (mhqa::sari_scorer{}(text, text, text).keep != kept_by_another_unit(text)) return 1;
#endif
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
