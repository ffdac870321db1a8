// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Token F1 and exact match of a whole batch of token ids, by any back end of Thrust: the same source and the same
// bits on one thread, on many and on a GPU.
//   mhqa::batch::token_f1(thrust::device, batch, {.f1 = f1, .em = em}, mhqa::dialects::squad_1_1);
#pragma once

#include <mhqa/batch/back_end.hpp>
#include <mhqa/batch/checked.hpp>
#include <mhqa/batch/columns.hpp>
#include <mhqa/batch/counting.hpp>
#include <mhqa/batch/ragged.hpp>
#include <mhqa/batch/scoring.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/dialect.hpp>

#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>

namespace mhqa {
inline namespace v0 {
namespace batch {

namespace detail {

/// How a batch is counted on threads.
struct thread_plan {
  std::uint32_t workers;
  std::uint32_t grain;  // predictions that a worker takes at a time
  bool dense;
  std::size_t cells;  // 32-bit words of memory a worker needs

  template <class Offset>
  explicit thread_plan(const checked_batch<Offset>& batch) noexcept {
    constexpr std::size_t most_cells = std::size_t{1} << 24U;
    const std::size_t rows = batch.predictions();
    const std::size_t tokens = batch.get().predictions.values.size() + batch.get().golds.values.size();
    grain = static_cast<std::uint32_t>(std::clamp<std::size_t>(rows * 16'384 / (tokens + 1), 1, 4'096));
    workers = static_cast<std::uint32_t>(
        std::clamp<std::size_t>((rows + grain - 1) / grain, 1, std::max(1U, std::thread::hardware_concurrency())));
    // Clearing the counters must not cost more than counting.
    dense = batch.vocabulary() <= most_cells && std::size_t{batch.vocabulary()} * workers <= 4 * tokens;
    if (dense) {
      cells = batch.vocabulary();
    } else {
      cells = 64;
      while (cells < most_cells / 256 && cells < 2 * std::size_t{batch.longest_gold()}) cells *= 2;
      cells *= 2;  // ids and counts
    }
  }
};

/// One thread's share: takes predictions until none are left.
template <class Job>
struct thread_worker {
  Job job;
  thread_plan plan;
  std::uint32_t* memory;
  std::atomic<std::uint32_t>* next;

  void operator()(std::uint32_t worker) const {
    std::uint32_t first = take();
    if (first >= job.predictions) return;
    std::uint32_t* const mine = memory + worker * plan.cells;
    std::fill_n(mine, plan.cells, 0U);
    if (plan.dense) {
      dense_counter counter{mine, plan.cells};
      run(first, [&](token_row prediction, token_row gold) { return counter.count(job.marks, prediction, gold); });
    } else {
      const auto slots = static_cast<std::uint32_t>(plan.cells / 2);
      auto* const words = reinterpret_cast<std::int32_t*>(mine);  // the signed type of the same size
      const count_table table{words, words + slots, slots};
      run(first, [&](token_row prediction, token_row gold) {
        return is_few(prediction.size, gold.size, few_comparisons)
                   ? count_few(job.marks, prediction, gold)
                   : count_hashed(solo_team{}, table, job.marks, prediction, gold);
      });
    }
  }

 private:
  [[nodiscard]] std::uint32_t take() const {
    // Stays below 2^31 + workers * grain.
    return next->load(std::memory_order_relaxed) >= job.predictions
               ? job.predictions
               : next->fetch_add(plan.grain, std::memory_order_relaxed);
  }

  template <class Common>
  void run(std::uint32_t first, const Common& common) const {
    for (; first < job.predictions; first = take()) {
      const std::uint32_t last = first + std::min(plan.grain, job.predictions - first);
      for (std::uint32_t i = first; i < last; ++i) job.store(i, score_prediction(solo_team{}, job, i, common));
    }
  }
};

/// Scores on the threads of any back end whose memory the host can read.
struct on_threads {
  template <class Policy, class Offset, class Job>
  static void score(const Policy& policy, const checked_batch<Offset>& batch, const Job& job) {
    const thread_plan plan{batch};
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
    static_cast<void>(cudaGetLastError());  // not ours
    int device = 0;
    int processors = 0;
    check_cuda(cudaGetDevice(&device));
    check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    // A warp takes up to 32 predictions, fewer where there would be too few warps for the device.
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
/// Shape:     batch -> the columns that are not empty, one element a prediction, where the policy's memory is
/// Undefined: as the dialect says; normalisation is the caller's, who made the ids (see interner)
/// Errors:    data_error for columns of another length, for a dialect with closed answers without marks that name
///            them, and for a question without golds unless the dialect drops blank ones; std::bad_alloc;
///            thrust::system_error where CUDA fails
/// Cost:      about one step a token. On threads: memory from the policy's allocator for each, and the call waits. On
///            CUDA: one kernel on the policy's stream, no memory, no copy, and the call does not wait
/// Source:    f1_score and exact_match_score of the evaluators that the dialects name, on ids
template <class Policy, row_offset Offset, std::floating_point Real>
void token_f1(const Policy& policy, const checked_batch<Offset>& batch, const columns<Real>& out, const dialect& d) {
  const token_batch<Offset>& what = batch.get();
  check_columns(out, batch.predictions());
  if (d.closed_answers && what.marks.empty()) {
    throw_data_error({.field = "marks"}, "expected marks that name the closed answers (yes, no, noanswer) of " +
                                             std::string{d.name.view()});
  }
  if (batch.lacks_golds() && !d.blank_golds_dropped) {
    throw_data_error({.field = "gold_groups"}, "expected at least one gold for each question");
  }
  using back_end = decltype(detail::back_end_for(detail::memory_of<Policy>{}));
  if (what.marks.empty()) {
    back_end::score(policy, batch, detail::scoring_job{what, out, detail::no_marks{}, d});
  } else if (!batch.some_ignored()) {
    back_end::score(policy, batch, detail::scoring_job{what, out, detail::closed_marks{what.marks.data()}, d});
  } else {
    back_end::score(policy, batch, detail::scoring_job{what, out, detail::id_marks{what.marks.data()}, d});
  }
}

/// Checks, then scores. \overload
///
/// Errors: those of check() too
/// Cost:   check()'s too, so that on a GPU the caller waits once, before the kernel starts
/// Example: token_f1(thrust::omp::par, token_batch<>{.predictions = p, .golds = g}, columns<float>{.f1 = f1},
///          dialects::squad_1_1)
template <class Policy, row_offset Offset, std::floating_point Real>
void token_f1(const Policy& policy, const token_batch<Offset>& batch, const columns<Real>& out, const dialect& d) {
  token_f1(policy, check(policy, batch), out, d);
}

}  // namespace batch
}  // namespace v0
}  // namespace mhqa
