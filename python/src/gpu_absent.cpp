// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// For builds without nvcc.
#include "gpu.hpp"

#include <mhqa/error.hpp>

namespace mhqa_python {

bool has_gpu_code() noexcept {
  return false;
}

void token_f1_on_gpu(int /*gpu*/, std::uintptr_t /*stream*/, const any_batch& /*batch*/, const any_columns& /*out*/,
                     const mhqa::dialect& /*rules*/) {
  mhqa::throw_data_error({}, "expected arrays on the CPU: this build of mhqa has no code for GPUs");
}

}  // namespace mhqa_python
