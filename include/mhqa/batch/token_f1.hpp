// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Token F1 and exact match of a whole batch of token ids on any Thrust back end: the same source and the same bits on
// one thread, on many and on a GPU.
//   using columns = mhqa::batch::columns<float>;
//   mhqa::batch::token_f1(thrust::device, batch, columns{.f1 = f1, .em = em}, mhqa::dialects::squad_1_1);
#pragma once

#include <mhqa/batch/back_end.hpp>
#include <mhqa/batch/checked.hpp>
#include <mhqa/batch/columns.hpp>
#include <mhqa/batch/counting.hpp>
#include <mhqa/batch/ragged.hpp>
#include <mhqa/batch/scoring.hpp>
#include <mhqa/batch/thread_scoring.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/parallel.hpp>

#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace mhqa::inline v0_1::batch {

namespace detail {

/// Scores on the threads of any back end whose memory the host can read.
struct on_threads {
  template <class Policy, class Offset, class Job>
  static void score(const Policy& policy, const checked_batch<Offset>& batch, const Job& job) {
    const thread_plan plan{batch, std::thread::hardware_concurrency()};
    const scratch<std::uint32_t, Policy> memory{policy, plan.cells * plan.workers};
    std::atomic<std::uint32_t> next{0};
    const thrust::counting_iterator<std::uint32_t> first{0};
    thrust::for_each(policy, first, first + plan.workers, thread_worker<Job>{job, plan, memory.data(), &next});
  }
};

#if MHQA_BATCH_CUDA

/// The 32 threads of a warp.
struct warp_team {
  static constexpr unsigned all = 0xffffffffU;
  std::uint32_t lane;

  [[nodiscard]] __device__ std::uint32_t rank() const { return lane; }
  [[nodiscard]] static constexpr __host__ __device__ std::uint32_t size() { return 32; }
  static __device__ void sync() { __syncwarp(); }
  [[nodiscard]] static __device__ std::uint32_t sum(std::uint32_t x) {
    for (int step = 16; step != 0; step /= 2) x += __shfl_xor_sync(all, x, step);
    return x;
  }
  [[nodiscard]] static __device__ bool any(bool x) { return __any_sync(all, x) != 0; }
  [[nodiscard]] static __device__ std::uint32_t ballot(bool x) { return __ballot_sync(all, x); }
  static __device__ std::int32_t claim(std::int32_t& cell, std::int32_t expected, std::int32_t value) {
    return atomicCAS(&cell, expected, value);
  }
  static __device__ std::int32_t add(std::int32_t& cell, std::int32_t change) { return atomicAdd(&cell, change); }
};

inline constexpr unsigned warps_a_block = 4;
inline constexpr unsigned slots_a_warp = 512;

template <class Job>
__global__ void __launch_bounds__(warps_a_block * 32) score_kernel(const Job job, std::uint32_t per_warp) {
  __shared__ std::int32_t words[warps_a_block][2 * slots_a_warp];
  const std::uint32_t in_block = threadIdx.x / 32;
  const count_table table{words[in_block], words[in_block] + slots_a_warp, slots_a_warp};
  const std::uint64_t first = (std::uint64_t{blockIdx.x} * warps_a_block + in_block) * per_warp;
  if (first >= job.predictions) return;  // the whole warp
  const auto left = static_cast<std::uint32_t>(job.predictions - first);
  score_by_team(warp_team{threadIdx.x % 32}, job, table, static_cast<std::uint32_t>(first),
                left < per_warp ? left : per_warp);
}

/// Scores on the policy's stream and returns without waiting.
struct on_cuda {
  template <class Policy, class Offset, class Job>
  static void score(const Policy& policy, const checked_batch<Offset>& /*batch*/, const Job& job) {
    static_cast<void>(cudaGetLastError());  // an earlier error of the caller
    int device = 0;
    int processors = 0;
    check_cuda(cudaGetDevice(&device));
    check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    // A warp takes up to 32 predictions, fewer if there would be too few warps for the device.
    const std::uint32_t warps = static_cast<std::uint32_t>(processors) * 48;
    const std::uint32_t per_warp = std::clamp(job.predictions / warps, 1U, 32U);
    const std::uint32_t per_block = per_warp * warps_a_block;
    const std::uint32_t blocks = job.predictions / per_block + (job.predictions % per_block != 0 ? 1 : 0);
    score_kernel<<<blocks, warps_a_block * 32, 0, stream_of(policy)>>>(job, per_warp);
    check_cuda(cudaPeekAtLastError());
  }
};

on_cuda back_end_for(cuda_memory);
#endif

on_threads back_end_for(host_memory);

}  // namespace detail

/// Scores each prediction of a checked batch in a dialect: each number is the maximum over the question's golds.
///
/// Shape:     batch -> the columns that are not empty, one element per prediction, in the policy's memory
/// Undefined: as the dialect defines; the caller normalises when making the ids (see interner)
/// Errors:    data_error for columns of another length, for a batch without marks if the dialect has closed answers,
///            and for a question without golds unless the dialect drops blank ones; std::bad_alloc;
///            thrust::system_error if CUDA fails
/// Cost:      about one step per token. On threads: memory from the policy's allocator for each worker, and the call
///            waits. On CUDA: one kernel on the policy's stream, no memory, no copy, and the call does not wait
/// Source:    f1_score and exact_match_score of the dialects' evaluators, on ids
template <class Policy, row_offset Offset, std::floating_point Real>
requires(!executor<Policy>) void token_f1(const Policy& policy, const checked_batch<Offset>& batch,
                                          const columns<Real>& out, const dialect& d) {
  detail::check_scorable(batch, out, d);
  using back_end = decltype(detail::back_end_for(detail::memory_of<Policy>{}));
  detail::with_job(batch, out, d, [&](const auto& job) { back_end::score(policy, batch, job); });
}

/// Checks, then scores. \overload
///
/// Errors: also those of check()
/// Cost:   also that of check(), so on a GPU the caller waits once, before the kernel starts
/// Example: token_f1(thrust::omp::par, token_batch<>{.predictions = p, .golds = g}, columns<float>{.f1 = f1},
///          dialects::squad_1_1)
template <class Policy, row_offset Offset, std::floating_point Real>
requires(!executor<Policy>) void token_f1(const Policy& policy, const token_batch<Offset>& batch,
                                          const columns<Real>& out, const dialect& d) {
  token_f1(policy, check(policy, batch), out, d);
}

}  // namespace mhqa::inline v0_1::batch
