// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The interface between a unit compiled by nvcc and one compiled by a C++ compiler: without Thrust types.
#pragma once

#include <mhqa/batch/columns.hpp>
#include <mhqa/batch/ragged.hpp>
#include <mhqa/metrics/dialect.hpp>

namespace mhqa_test {

/// token_f1 on threads.
void score_on_threads(const mhqa::batch::token_batch<>& batch, const mhqa::batch::columns<float>& out,
                      const mhqa::dialect& d);

}  // namespace mhqa_test
