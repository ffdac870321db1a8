// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// batch/token_f1.hpp on a GPU, on a stream of the caller.
#include "gpu.hpp"

#include <mhqa/batch/token_f1.hpp>

#include <mhqa/error.hpp>

#include <thrust/execution_policy.h>
#include <thrust/system_error.h>

#include <new>
#include <stdexcept>
#include <string>
#include <variant>

namespace mhqa_python {
namespace {

[[noreturn]] void fail(cudaError_t status) {
  const std::string said = std::string{cudaGetErrorString(status)} + " (" + cudaGetErrorName(status) + ")";
  switch (status) {
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorInvalidDevice:
    case cudaErrorDevicesUnavailable:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
      mhqa::throw_data_error({}, "expected arrays on a GPU that this build of mhqa can use: " + said);
    case cudaErrorMemoryAllocation:
      throw std::bad_alloc{};
    default:
      throw std::runtime_error{"CUDA: " + said};
  }
}

void check(cudaError_t status) {
  if (status != cudaSuccess) fail(status);
}

/// Makes a GPU the current one for the lifetime of this object.
class current_gpu {
 public:
  explicit current_gpu(int gpu) {
    check(cudaGetDevice(&before_));
    check(cudaSetDevice(gpu));
  }
  ~current_gpu() { static_cast<void>(cudaSetDevice(before_)); }
  current_gpu(const current_gpu&) = delete;
  current_gpu& operator=(const current_gpu&) = delete;

 private:
  int before_ = 0;
};

}  // namespace

bool has_gpu_code() noexcept {
  return true;
}

void token_f1_on_gpu(int gpu, std::uintptr_t stream, const any_batch& batch, const any_columns& out,
                     const mhqa::dialect& rules) {
  try {
    const current_gpu chosen{gpu};
    const auto policy = thrust::cuda::par.on(reinterpret_cast<cudaStream_t>(stream));
    std::visit([&](const auto& what, const auto& columns) { mhqa::batch::token_f1(policy, what, columns, rules); },
               batch, out);
  } catch (const thrust::system_error& error) {
    fail(static_cast<cudaError_t>(error.code().value()));
  }
}

}  // namespace mhqa_python
