// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Executes steps whose answers are lists, with a reader in Python.
#pragma once

#include <nanobind/nanobind.h>

namespace mhqa_python {

namespace nb = nanobind;

/// Returns the questions and the answers of each step, as execute_fan_out() of graph/fan_out.hpp; the arguments are
/// those of _core.pyi.
[[nodiscard]] nb::tuple execute_fan_out(const nb::list& steps, const nb::callable& reader);

}  // namespace mhqa_python
