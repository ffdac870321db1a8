// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Validates arrays in the memory of a Thrust policy. check() returns a value that later calls accept without checking,
// or waiting for a GPU, again.
#pragma once

#include <mhqa/batch/back_end.hpp>
#include <mhqa/batch/checking.hpp>
#include <mhqa/batch/ragged.hpp>
#include <mhqa/batch/thread_scoring.hpp>
#include <mhqa/parallel.hpp>

#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/transform_reduce.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace mhqa::inline v0_1::batch {

namespace detail {

/// Reads arrays through Thrust: in ranges if the host can read them, otherwise one element per thread.
template <class Policy>
struct policy_reader {
  const Policy& policy;

  template <class F, class Result, class Join>
  [[nodiscard]] Result all(std::uint32_t n, const F& f, const Result& init, const Join& join) const {
    const thrust::counting_iterator<std::uint32_t> first{0};
    if constexpr (std::is_same_v<memory_of<Policy>, host_memory>) {
      const auto run = [this, first](std::uint32_t ranges, const auto& range) {
        thrust::for_each(policy, first, first + ranges, range);
      };
      return range_reader{run}.all(n, f, init, join);
    } else {
      return thrust::transform_reduce(policy, first, first + n, f, init, join);
    }
  }
};

}  // namespace detail

/// Validates a batch in the memory of `policy`.
///
/// Errors: data_error for no prediction; offsets that are negative, decrease or exceed the end; ids that are negative
///         or exceed the marks; 2^31 or more ids; inconsistent counts of predictions, questions and golds;
///         thrust::system_error if CUDA has no driver or fails
/// Cost:   reads each id, offset and mark once; on a GPU the caller waits for it
template <class Policy, row_offset Offset>
requires(!executor<Policy>)
    [[nodiscard]] checked_batch<Offset> check(const Policy& policy, const token_batch<Offset>& batch) {
  detail::checks::counts(batch);
  detail::memory_of<Policy>::check_ready(policy);
  return detail::checks::batch(detail::policy_reader<Policy>{policy}, batch);
}

/// Validates the offsets of groups over a column of `elements` elements.
///
/// Errors: data_error for no offset, and for offsets that are negative, decrease or exceed the end
/// Cost:   reads each offset once; on a GPU the caller waits for it
template <class Policy, row_offset Offset>
[[nodiscard]] checked_groups<Offset> check_groups(const Policy& policy, std::span<const Offset> offsets,
                                                  std::size_t elements) {
  detail::memory_of<Policy>::check_ready(policy);
  return detail::checks::groups(detail::policy_reader<Policy>{policy}, offsets, elements);
}

}  // namespace mhqa::inline v0_1::batch
