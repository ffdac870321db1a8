// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The seam between a unit that nvcc compiles and one that a C++ compiler compiles for threads: no type of Thrust.
#pragma once

#include <mhqa/batch/columns.hpp>
#include <mhqa/batch/ragged.hpp>
#include <mhqa/metrics/dialect.hpp>

namespace mhqa_test {

/// token_f1 on threads.
void score_on_threads(const mhqa::batch::token_batch<>& batch, const mhqa::batch::columns<float>& out,
                      const mhqa::dialect& d);

}  // namespace mhqa_test
