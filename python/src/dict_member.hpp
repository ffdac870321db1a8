// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Members of plain dicts, without exceptions for those that are missing.
#pragma once

#include <nanobind/nanobind.h>

namespace mhqa_python {

/// Returns a member of a plain dict, borrowed, or null.
inline PyObject* member(PyObject* record, const nanobind::str& name) {
  if (record == nullptr || !PyDict_CheckExact(record)) return nullptr;
  return PyDict_GetItemWithError(record, name.ptr());
}

}  // namespace mhqa_python
