// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A custom grouped metric over columns: a question asked in several wordings scores the minimum over them, bounded by
// the score of the original question. The same source runs on CPU threads and, compiled by nvcc (nvcc -x cu -std=c++20
// --expt-relaxed-constexpr --fmad=false), on a GPU.
#include <mhqa/batch/checked.hpp>
#include <mhqa/batch/grouped.hpp>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

namespace {

/// A custom step is an algorithm over the same columns: a wording answered without confidence scores 0.
struct unless_unsure {
  const double* confidence;
  double* f1;

  MHQA_HD void operator()(std::uint32_t i) const {
    if (confidence[i] < 0.5) f1[i] = 0;
  }
};

/// Copies numbers to a column in the back end's memory.
template <class T>
std::span<T> column(thrust::device_vector<T>& numbers) {
  return {thrust::raw_pointer_cast(numbers.data()), numbers.size()};
}
template <class T>
std::span<const T> column(const thrust::device_vector<T>& numbers) {
  return {thrust::raw_pointer_cast(numbers.data()), numbers.size()};
}

}  // namespace

int main() {
  // Two questions with three and two wordings; the scores are what token_f1() leaves on the device.
  thrust::device_vector<double> f1 = std::vector<double>{1, 0.8, 0.5, 1, 1};
  const thrust::device_vector<double> confidence = std::vector<double>{0.9, 0.7, 0.6, 0.9, 0.3};
  const thrust::device_vector<std::int32_t> wordings = std::vector<std::int32_t>{0, 3, 5};
  const thrust::device_vector<double> original = std::vector<double>{0.4, 1};
  thrust::device_vector<double> worst(2);

  const auto& where = thrust::device;
  const auto groups = mhqa::batch::check_groups(where, column(wordings), f1.size());
  thrust::for_each(where, thrust::counting_iterator<std::uint32_t>{0}, thrust::counting_iterator<std::uint32_t>{5},
                   unless_unsure{column(confidence).data(), column(f1).data()});
  mhqa::batch::bound_by_original(where, column(original), groups, column(f1));
  mhqa::batch::group_minimum(where, column(f1), groups, column(worst));
  for (const double score : worst) std::printf("%.1f\n", score);
}
