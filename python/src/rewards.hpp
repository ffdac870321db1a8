// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores of the answers within generated texts.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace mhqa_python {

/// Columns f1, em, precision, recall, extracted, format: float64 where `wide`, else float32.
[[nodiscard]] nanobind::dict rewards(nanobind::handle texts, nanobind::handle golds, const std::string& extraction,
                                     const std::string& dialect, bool wide);

}  // namespace mhqa_python
