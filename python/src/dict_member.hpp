// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Members of plain dicts and items of plain lists, without exceptions for those that are missing.
#pragma once

#include <nanobind/nanobind.h>

namespace mhqa_python {

/// A part of a plain dict or list. With the GIL it is borrowed; without it, another thread may change its owner, so
/// that it is a reference.
#if defined(Py_GIL_DISABLED)
using part = nanobind::object;
#else
using part = nanobind::handle;
#endif

inline part part_of(PyObject* object) {
#if defined(Py_GIL_DISABLED)
  return nanobind::borrow(object);
#else
  return object;
#endif
}

/// Returns a member of a plain dict; null for another object and for a missing name.
inline part member(PyObject* record, const nanobind::handle& name) {
  if (record == nullptr || !PyDict_CheckExact(record)) return {};
#if defined(Py_GIL_DISABLED)
  PyObject* found = nullptr;
  PyDict_GetItemRef(record, name.ptr(), &found);
  return nanobind::steal(found);
#else
  return PyDict_GetItemWithError(record, name.ptr());
#endif
}

/// Returns an item of a list; null without the GIL if another thread has made the list shorter.
inline part item_of(PyObject* list, Py_ssize_t i) {
#if defined(Py_GIL_DISABLED)
  PyObject* const found = PyList_GetItemRef(list, i);
  if (found == nullptr) PyErr_Clear();
  return nanobind::steal(found);
#elif defined(Py_LIMITED_API)
  return PyList_GetItem(list, i);
#else
  return PyList_GET_ITEM(list, i);
#endif
}

}  // namespace mhqa_python
