// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The paired tests of metrics/significance.hpp over score columns on a back end. Draws and exact sums are the same, so
// a GPU gives the same p-value and interval as one CPU thread, bit for bit.
#pragma once

#include <mhqa/batch/back_end.hpp>
#include <mhqa/batch/columns.hpp>
#include <mhqa/metrics/significance.hpp>
#include <mhqa/metrics/sum.hpp>
#include <mhqa/random.hpp>

#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::batch {

namespace detail {

/// Writes a[i] - b[i] exactly; returns i if a score is out of range or NaN, otherwise the largest integer.
template <class Real>
struct subtract_exactly {
  const Real* a;
  const Real* b;
  exact_sum* out;
  double most;

  MHQA_HD std::uint64_t operator()(std::uint64_t i) const {
    const auto left = static_cast<double>(a[i]);
    const auto right = static_cast<double>(b[i]);
    const bool good = left < most && left > -most && right < most && right > -most;
    exact_sum difference;
    if (good) {
      difference = exact_sum::of(left);
      difference += exact_sum::of(-right);
    }
    out[i] = difference;
    return good ? ~std::uint64_t{0} : i;
  }
};

struct smaller_of {
  MHQA_HD std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return a < b ? a : b; }
};

struct add_exactly {
  MHQA_HD exact_sum operator()(exact_sum a, const exact_sum& b) const { return a += b; }
};

struct is_difference {
  MHQA_HD bool operator()(const exact_sum& x) const { return !(x == exact_sum{}); }
};

struct write_either {
  const exact_sum* differences;
  exact_sum* either;

  MHQA_HD void operator()(std::uint64_t i) const {
    either[2 * i] = differences[i];
    either[2 * i + 1] = -differences[i];
  }
};

/// Sample k of a test.
template <bool Bootstrap>
struct draw_sample {
  const exact_sum* from;
  std::size_t questions;
  std::uint64_t seed;
  exact_sum* sums;

  MHQA_HD void operator()(std::uint64_t k) const {
    if constexpr (Bootstrap) {
      sums[k] = mhqa::detail::bootstrap_sample(from, questions, draws{seed, k, mhqa::detail::bootstrap_draws});
    } else {
      sums[k] = mhqa::detail::randomized_sample(from, questions, draws{seed, k, mhqa::detail::randomization_draws});
    }
  }
};

/// The differences of two columns in the policy's memory, and their sum.
template <class Real, class Policy>
struct device_differences {
  scratch<exact_sum, Policy> column;
  exact_sum total;

  device_differences(const Policy& policy, std::span<const Real> a, std::span<const Real> b)
      : column{policy, a.size()} {
    const thrust::counting_iterator<std::uint64_t> first{0};
    const subtract_exactly<Real> subtract{a.data(), b.data(), column.data(), mhqa::detail::most_score(a.size())};
    const std::uint64_t bad = thrust::transform_reduce(policy, first, first + static_cast<std::ptrdiff_t>(a.size()),
                                                       subtract, ~std::uint64_t{0}, smaller_of{});
    if (bad != ~std::uint64_t{0}) mhqa::detail::refuse_score(bad);
    total = thrust::reduce(policy, column.data(), column.data() + a.size(), exact_sum{}, add_exactly{});
  }
};

template <bool Bootstrap, class Policy>
[[nodiscard]] std::vector<exact_sum> device_samples(const Policy& policy, const exact_sum* from, std::size_t questions,
                                                    const significance_options& o) {
  const auto samples = static_cast<std::size_t>(o.samples);
  const scratch<exact_sum, Policy> sums{policy, samples};
  const thrust::counting_iterator<std::uint64_t> first{0};
  thrust::for_each(policy, first, first + static_cast<std::ptrdiff_t>(samples),
                   draw_sample<Bootstrap>{from, questions, o.seed, sums.data()});
  return memory_of<Policy>::read(policy, sums.data(), samples);
}

}  // namespace detail

/// mhqa::approximate_randomization over columns in the policy's memory; the same result, bit for bit.
///
/// Errors: those of mhqa::approximate_randomization; std::bad_alloc; thrust::system_error if CUDA fails
/// Cost:   O(samples * questions whose scores differ); memory from the policy's allocator: 48 bytes per question and 16
///         per sample, which are copied to the host; the call waits
template <class Policy, score_element Real>
[[nodiscard]] significance approximate_randomization(const Policy& policy, std::span<Real> a,
                                                     std::span<const std::type_identity_t<Real>> b,
                                                     const significance_options& options = {}) {
  mhqa::detail::check_test(a.size(), b.size(), options);
  detail::memory_of<Policy>::check_ready(policy);
  const detail::device_differences<std::remove_const_t<Real>, Policy> differences{policy, a, b};
  const detail::scratch<exact_sum, Policy> kept{policy, a.size()};
  const detail::scratch<exact_sum, Policy> either{policy, 2 * a.size()};
  const exact_sum* const column = differences.column.data();
  const auto count =
      thrust::copy_if(policy, column, column + a.size(), kept.data(), detail::is_difference{}) - kept.data();
  const thrust::counting_iterator<std::uint64_t> first{0};
  thrust::for_each(policy, first, first + count, detail::write_either{kept.data(), either.data()});
  const auto sums = detail::device_samples<false>(policy, either.data(), static_cast<std::size_t>(count), options);
  return mhqa::detail::randomization_result(differences.total, a.size(), sums, options);
}

/// mhqa::paired_bootstrap over columns in the policy's memory; the same result, bit for bit.
///
/// Errors: those of mhqa::paired_bootstrap; std::bad_alloc; thrust::system_error if CUDA fails
/// Cost:   O(samples * questions); memory from the policy's allocator: 16 bytes per question and 16 per sample, which
///         are copied to the host; the call waits
/// Example: paired_bootstrap(thrust::device, f1_of_a, f1_of_b).interval->low > 0
template <class Policy, score_element Real>
[[nodiscard]] significance paired_bootstrap(const Policy& policy, std::span<Real> a,
                                            std::span<const std::type_identity_t<Real>> b,
                                            const significance_options& options = {}) {
  mhqa::detail::check_test(a.size(), b.size(), options);
  detail::memory_of<Policy>::check_ready(policy);
  const detail::device_differences<std::remove_const_t<Real>, Policy> differences{policy, a, b};
  auto sums = detail::device_samples<true>(policy, differences.column.data(), a.size(), options);
  return mhqa::detail::bootstrap_result(differences.total, a.size(), std::move(sums), options);
}

}  // namespace mhqa::inline v0_1::batch
