// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A grouped metric of one's own where the columns are, on CPU threads here and on a GPU under nvcc: a question asked
// in several wordings scores what its worst wording does, and at most what the question as it stands did.
#include <mhqa/batch/checked.hpp>
#include <mhqa/batch/grouped.hpp>

#include <thrust/execution_policy.h>

#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

namespace {

/// A step of one's own is an algorithm over the same columns: a wording that was answered without confidence counts 0.
struct unless_unsure {
  const double* confidence;
  double* f1;

  MHQA_HD void operator()(std::uint32_t i) const {
    if (confidence[i] < 0.5) f1[i] = 0;
  }
};

}  // namespace

int main() {
  // Two questions with three and two wordings; the scores are what token_f1() leaves.
  std::vector<double> f1{1, 0.8, 0.5, 1, 1};
  const std::vector<double> confidence{0.9, 0.7, 0.6, 0.9, 0.3};
  const std::vector<std::int32_t> wordings{0, 3, 5};
  const std::vector<double> original{0.4, 1};
  std::vector<double> worst(2);

  const auto& where = thrust::device;
  const auto groups = mhqa::batch::check_groups(where, std::span<const std::int32_t>{wordings}, f1.size());
  thrust::for_each(where, thrust::counting_iterator<std::uint32_t>{0}, thrust::counting_iterator<std::uint32_t>{5},
                   unless_unsure{confidence.data(), f1.data()});
  mhqa::batch::bound_by_original(where, std::span<const double>{original}, groups, std::span<double>{f1});
  mhqa::batch::group_minimum(where, std::span<const double>{f1}, groups, std::span<double>{worst});
  for (const double score : worst) std::printf("%.1f\n", score);
}
