// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores of token ids that NumPy, PyTorch or another library holds.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>

namespace mhqa_python {

/// Columns f1, em, precision, recall and int32 common, predicted, gold, which.
///
/// Shape:  predictions and golds are (values, offsets); gold_groups and marks may be None
/// Errors: TypeError for what is no array; ValueError for all else that does not fit, before anything is computed
[[nodiscard]] nanobind::dict token_f1(nanobind::handle predictions, nanobind::handle golds,
                                      nanobind::handle gold_groups, std::size_t per_question, nanobind::handle marks,
                                      const std::string& dialect, bool wide);

}  // namespace mhqa_python
