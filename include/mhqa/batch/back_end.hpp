// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of a Thrust back end that this room uses besides algorithms: memory from the policy's allocator, results
// copied to the host and, for CUDA, the policy's stream and named errors.
#pragma once

#include <mhqa/config.hpp>

#include <thrust/detail/config.h>
#include <thrust/execution_policy.h>
#include <thrust/memory.h>

// Code for CUDA is omitted if CUDA is not the device system or the compiler does not support it.
#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA && defined(__CUDACC__)
#define MHQA_BATCH_CUDA 1
#include <thrust/system/cuda/error.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>
#else
#define MHQA_BATCH_CUDA 0
#endif

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::batch::detail {

/// Uninitialised memory from the policy's allocator for the lifetime of this object.
template <class T, class Policy>
class scratch {
 public:
  /// Errors: std::bad_alloc
  scratch(const Policy& policy, std::size_t size)
      : policy_{policy}, memory_{thrust::get_temporary_buffer<T>(policy, static_cast<std::ptrdiff_t>(size))} {
    if (memory_.second < static_cast<std::ptrdiff_t>(size)) {
      thrust::return_temporary_buffer(policy_, memory_.first, memory_.second);
      throw std::bad_alloc{};
    }
  }
  ~scratch() { thrust::return_temporary_buffer(policy_, memory_.first, memory_.second); }
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;

  [[nodiscard]] T* data() const { return thrust::raw_pointer_cast(memory_.first); }

 private:
  const Policy& policy_;
  decltype(thrust::get_temporary_buffer<T>(std::declval<const Policy&>(), std::ptrdiff_t{})) memory_;
};

/// Back ends whose memory the host can read.
struct host_memory {
  template <class Policy>
  static void check_ready(const Policy& /*policy*/) noexcept {}

  template <class Policy, class T>
  [[nodiscard]] static std::vector<T> read(const Policy& /*policy*/, const T* from, std::size_t size) {
    return std::vector<T>(from, from + size);
  }
};

#if MHQA_BATCH_CUDA

/// Throws thrust::system_error with CUDA's message.
inline void check_cuda(cudaError_t status) {
  if (status != cudaSuccess) throw thrust::system_error(status, thrust::cuda_category(), "mhqa::batch");
}

template <class Policy>
[[nodiscard]] cudaStream_t stream_of(const Policy& policy) {
  return thrust::cuda_cub::stream(const_cast<Policy&>(policy));
}

struct cuda_memory {
  /// Throws if there is no driver or no device, before another call fails for that reason.
  template <class Policy>
  static void check_ready(const Policy& /*policy*/) {
    int devices = 0;
    check_cuda(cudaGetDeviceCount(&devices));
  }

  /// Waits for the stream.
  template <class Policy, class T>
  [[nodiscard]] static std::vector<T> read(const Policy& policy, const T* from, std::size_t size) {
    std::vector<T> out(size);
    check_cuda(cudaMemcpyAsync(out.data(), from, size * sizeof(T), cudaMemcpyDeviceToHost, stream_of(policy)));
    check_cuda(cudaStreamSynchronize(stream_of(policy)));
    return out;
  }
};

template <class Derived>
cuda_memory memory_for(const thrust::cuda::execution_policy<Derived>&);
#endif

host_memory memory_for(...);

/// host_memory or cuda_memory, by where the policy's data is.
template <class Policy>
using memory_of = decltype(memory_for(std::declval<const Policy&>()));

}  // namespace mhqa::inline v0_1::batch::detail
