// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores token ids in arrays of NumPy, PyTorch or another library.
#pragma once

#include "arrays.hpp"

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace mhqa_python {

/// Returns columns f1, em, precision, recall and int32 common, predicted, gold, which; on a GPU only those in `out`.
///
/// Shape:  arrays are values and offsets of the predictions, values and offsets of the golds, gold_groups, marks; the
///         last two and `out` may be None; `stream` is one of the GPU
/// Errors: TypeError if it is not an array; ValueError for other invalid input, before anything is computed
[[nodiscard]] nb::dict token_f1(const nb::tuple& arrays, std::size_t per_question, const std::string& dialect,
                                bool wide, nb::handle out, device gpu, std::uintptr_t stream);

}  // namespace mhqa_python
