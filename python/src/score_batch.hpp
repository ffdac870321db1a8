// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores of answers.
#pragma once

#include <mhqa/metrics/dialect.hpp>

#include <nanobind/nanobind.h>

#include <string>

namespace mhqa_python {

/// Returns the dialect with this name; throws ValueError with all names for another.
[[nodiscard]] const mhqa::dialect& dialect_of(const std::string& name);

/// Returns {"f1": …, "em": …, "precision": …, "recall": …}: float64 if `wide`, otherwise float32; `out` as for results.
[[nodiscard]] nanobind::dict score_batch(nanobind::handle predictions, nanobind::handle golds,
                                         const std::string& dialect, bool wide, nanobind::handle out);

/// Returns the means {"exact_match": …, "f1": …, "precision": …, "recall": …} in the dialect's scale; the sums are
/// exact.
[[nodiscard]] nanobind::dict mean_scores(nanobind::handle predictions, nanobind::handle golds,
                                         const std::string& dialect);

}  // namespace mhqa_python
