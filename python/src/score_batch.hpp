// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores of answers.
#pragma once

#include <mhqa/metrics/dialect.hpp>

#include <nanobind/nanobind.h>

#include <string>

namespace mhqa_python {

/// The dialect of a name; ValueError with all names for another.
[[nodiscard]] const mhqa::dialect& dialect_of(const std::string& name);

/// {"f1": …, "em": …, "precision": …, "recall": …}: float64 where `wide`, else float32; `out` as for results.
[[nodiscard]] nanobind::dict score_batch(nanobind::handle predictions, nanobind::handle golds,
                                         const std::string& dialect, bool wide, nanobind::handle out);

}  // namespace mhqa_python
