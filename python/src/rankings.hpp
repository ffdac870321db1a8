// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs and judgements in plain dicts, taken without files.
#pragma once

#include <nanobind/nanobind.h>

namespace mhqa_python {

/// Returns a capsule of mhqa::io::rankings from {query: {document: score}}; None for other data, which a file holds:
/// keys that are no strings, other numbers than finite ones of Python.
///
/// Cost: linear, with the GIL held
[[nodiscard]] nanobind::object plain_run(nanobind::handle given);

/// Returns a capsule of std::vector<mhqa::judged_query> from {query: {document: level}}; None for other data.
[[nodiscard]] nanobind::object plain_judgements(nanobind::handle given);

/// Returns what a capsule holds; null for another object.
template <class T>
[[nodiscard]] T* held(nanobind::handle object) {
  return PyCapsule_CheckExact(object.ptr()) ? static_cast<T*>(PyCapsule_GetPointer(object.ptr(), nullptr)) : nullptr;
}

}  // namespace mhqa_python
