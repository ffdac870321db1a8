// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "link_threads.hpp"

#include <mhqa/batch/token_f1.hpp>

#include <thrust/execution_policy.h>

namespace mhqa_test {

void score_on_threads(const mhqa::batch::token_batch<>& batch, const mhqa::batch::columns<float>& out,
                      const mhqa::dialect& d) {
  mhqa::batch::token_f1(thrust::device, batch, out, d);
}

}  // namespace mhqa_test
