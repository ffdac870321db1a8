// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// token_f1 on a GPU: in gpu.cu, compiled by nvcc, or gpu_absent.cpp. This header uses neither Python nor Thrust.
#pragma once

#include <mhqa/batch/columns.hpp>
#include <mhqa/batch/ragged.hpp>
#include <mhqa/metrics/dialect.hpp>

#include <cstdint>
#include <variant>

namespace mhqa_python {

using any_batch = std::variant<mhqa::batch::token_batch<std::int32_t>, mhqa::batch::token_batch<std::int64_t>>;
using any_columns = std::variant<mhqa::batch::columns<float>, mhqa::batch::columns<double>>;

/// Returns true if this build has code for GPUs.
[[nodiscard]] bool has_gpu_code() noexcept;

/// Validates a batch on a GPU, then scores it on a stream of that GPU (a cudaStream_t; 0 is the default one) and
/// returns without waiting for the scores.
///
/// Errors: mhqa::data_error for a batch that check() refuses, and if there is no GPU code, driver or such GPU;
///         std::bad_alloc; std::runtime_error if CUDA fails
void token_f1_on_gpu(int gpu, std::uintptr_t stream, const any_batch& batch, const any_columns& out,
                     const mhqa::dialect& rules);

}  // namespace mhqa_python
