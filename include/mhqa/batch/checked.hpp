// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks of arrays that lie where a policy of Thrust runs. check() is the one place that reads a batch on the host's
// behalf: it says what is wrong, or gives a value that later calls take without looking or waiting again.
#pragma once

#include <mhqa/batch/back_end.hpp>
#include <mhqa/batch/checking.hpp>
#include <mhqa/batch/ragged.hpp>
#include <mhqa/parallel.hpp>

#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/transform_reduce.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace mhqa {
inline namespace v0 {
namespace batch {

namespace detail {

/// Reads arrays by Thrust.
template <class Policy>
struct policy_reader {
  const Policy& policy;

  template <class F, class Result, class Join>
  [[nodiscard]] Result rows(std::uint32_t n, const F& f, const Result& init, const Join& join) const {
    const thrust::counting_iterator<std::uint32_t> first{0};
    return thrust::transform_reduce(policy, first, first + n, f, init, join);
  }
  template <class T, class F, class Result, class Join>
  [[nodiscard]] Result values(const T* first, std::uint32_t n, const F& f, const Result& init, const Join& join) const {
    return thrust::transform_reduce(policy, first, first + n, f, init, join);
  }
};

}  // namespace detail

/// Looks at a batch that lies where `policy` runs.
///
/// Errors: data_error for no prediction; offsets that are negative, decrease or go past the end; negative ids, ids
///         beyond the marks; 2^31 or more ids; counts of predictions, questions and golds that do not fit together;
///         thrust::system_error where CUDA has no driver or fails
/// Cost:   reads each id, offset and mark once; on a GPU the caller waits for it
template <class Policy, row_offset Offset>
requires(!executor<Policy>)
    [[nodiscard]] checked_batch<Offset> check(const Policy& policy, const token_batch<Offset>& batch) {
  detail::checks::counts(batch);
  detail::memory_of<Policy>::check_ready(policy);
  return detail::checks::batch(detail::policy_reader<Policy>{policy}, batch);
}

/// Looks at the offsets of groups over a column of so many elements.
///
/// Errors: data_error for no offset, offsets that are negative, decrease or go past the end
/// Cost:   reads each offset once; on a GPU the caller waits for it
template <class Policy, row_offset Offset>
[[nodiscard]] checked_groups<Offset> check_groups(const Policy& policy, std::span<const Offset> offsets,
                                                  std::size_t elements) {
  detail::memory_of<Policy>::check_ready(policy);
  return detail::checks::groups(detail::policy_reader<Policy>{policy}, offsets, elements);
}

}  // namespace batch
}  // namespace v0
}  // namespace mhqa
