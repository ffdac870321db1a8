// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores of token ids that NumPy, PyTorch or another library holds.
#pragma once

#include "arrays.hpp"

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace mhqa_python {

/// Columns f1, em, precision, recall and int32 common, predicted, gold, which; on a GPU only those of `out`.
///
/// Shape:  arrays are values and offsets of the predictions, values and offsets of the golds, gold_groups, marks; the
///         last two and `out` may be None; `stream` is one of the GPU
/// Errors: TypeError for what is no array; ValueError for all else that does not fit, before anything is computed
[[nodiscard]] nb::dict token_f1(const nb::tuple& arrays, std::size_t per_question, const std::string& dialect,
                                bool wide, nb::handle out, device gpu, std::uintptr_t stream);

}  // namespace mhqa_python
