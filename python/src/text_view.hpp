// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bytes of Python's strings, without a copy.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string_view>

namespace mhqa_python {

/// Views the bytes of a string. Returns false for another object, and for lone surrogates.
inline bool view_text(PyObject* given, std::string_view& out) {
  if (given == nullptr || !PyUnicode_Check(given)) return false;
#if !defined(Py_LIMITED_API)
  if (PyUnicode_IS_COMPACT_ASCII(given)) {
    out = {static_cast<const char*>(PyUnicode_DATA(given)), static_cast<std::size_t>(PyUnicode_GET_LENGTH(given))};
    return true;
  }
#endif
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(given, &size);
  if (bytes == nullptr) {
    PyErr_Clear();
    return false;
  }
  out = {bytes, static_cast<std::size_t>(size)};
  return true;
}

}  // namespace mhqa_python
