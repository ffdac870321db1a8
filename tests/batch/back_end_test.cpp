// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0

#include <mhqa/batch/back_end.hpp>

#include <doctest/doctest.h>
#include <thrust/execution_policy.h>

#include <type_traits>
#include <vector>

namespace detail = mhqa::batch::detail;

TEST_CASE("back_end: the memory of every policy of a program without CUDA is the host's") {
  static_assert(std::is_same_v<detail::memory_of<decltype(thrust::host)>, detail::host_memory>);
  static_assert(std::is_same_v<detail::memory_of<decltype(thrust::device)>, detail::host_memory>);
  static_assert(std::is_same_v<detail::memory_of<decltype(thrust::seq)>, detail::host_memory>);
  const std::vector<int> values{4, 5, 6};
  CHECK(detail::host_memory::read(thrust::device, values.data(), 2) == std::vector<int>{4, 5});
}

TEST_CASE("back_end: scratch memory is as large as was asked for") {
  const detail::scratch<double, std::remove_cvref_t<decltype(thrust::device)>> some{thrust::device, 1000};
  some.data()[999] = 1;
  CHECK(some.data()[999] == 1);
}
