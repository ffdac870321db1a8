// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See rankings.hpp.
#include "rankings.hpp"

#include "gil_pause.hpp"

#include <mhqa/io/retrieval_files.hpp>
#include <mhqa/metrics/ranking_report.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace nb = nanobind;

namespace mhqa_python {
namespace {

#if !defined(Py_GIL_DISABLED)  // without the GIL, another thread may change a dict meanwhile

/// Returns the bytes of an id of qrels; nothing for another object.
std::optional<std::string_view> id_of(PyObject* object) {
  if (!PyUnicode_CheckExact(object)) return std::nullopt;
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(object, &size);
  if (bytes == nullptr) {
    PyErr_Clear();
    return std::nullopt;
  }
  const std::string_view text{bytes, static_cast<std::size_t>(size)};
  if (text.empty() || text.find_first_of("\t\r\n") != text.npos) return std::nullopt;
  return text;
}

std::optional<double> score_of(PyObject* object) {
  if (!PyFloat_CheckExact(object) && !PyLong_CheckExact(object)) return std::nullopt;
  const double value = PyFloat_AsDouble(object);
  if (PyErr_Occurred() != nullptr) {  // an integer beyond a double
    PyErr_Clear();
    return std::nullopt;
  }
  return std::isfinite(value) ? std::optional{value} : std::nullopt;
}

std::optional<int> level_of(PyObject* object) {
  if (!PyLong_CheckExact(object)) return std::nullopt;
  int overflow = 0;
  const long value = PyLong_AsLongAndOverflow(object, &overflow);
  const bool fits = value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max();
  return overflow == 0 && fits ? std::optional{static_cast<int>(value)} : std::nullopt;
}

/// Calls query(id) for each query, and the function that it returns with each of its documents and values.
/// Returns false, and has called some, if the dicts are not plain.
template <class Value, class Query>
bool for_each(PyObject* given, Value&& value_of, Query&& query) {
  if (!PyDict_CheckExact(given) || PyDict_Size(given) == 0) return false;
  PyObject *key = nullptr, *documents = nullptr;
  const Py_ssize_t size = PyDict_Size(given);
  gil_pause pause;
  for (Py_ssize_t at = 0; PyDict_Next(given, &at, &key, &documents) != 0;) {
    const auto id = id_of(key);
    if (!id || !PyDict_CheckExact(documents)) return false;
    auto& list = query(*id);
    list.reserve(static_cast<std::size_t>(PyDict_Size(documents)));
    PyObject *name = nullptr, *member = nullptr;
    for (Py_ssize_t i = 0; PyDict_Next(documents, &i, &name, &member) != 0;) {
      const auto document = id_of(name);
      const auto value = value_of(member);
      if (!document || !value) return false;
      list.emplace_back(*document, *value);
    }
    pause();
    if (PyDict_Size(given) != size) throw nb::value_error("expected queries that no other thread changes meanwhile");
  }
  return true;
}

template <class T>
nb::object capsule_of(std::unique_ptr<T> data) {
  return nb::capsule(data.release(), [](void* at) noexcept { delete static_cast<T*>(at); });
}

#endif

}  // namespace

nb::object plain_run([[maybe_unused]] nb::handle given) {
#if !defined(Py_GIL_DISABLED)
  auto run = std::make_unique<mhqa::io::rankings>();
  if (for_each(
          given.ptr(), score_of, [&](std::string_view id) -> auto& { return run->at(id).documents; })) {
    return capsule_of(std::move(run));
  }
#endif
  return nb::none();
}

nb::object plain_judgements([[maybe_unused]] nb::handle given) {
#if !defined(Py_GIL_DISABLED)
  auto queries = std::make_unique<std::vector<mhqa::judged_query>>();
  if (for_each(
          given.ptr(), level_of, [&](std::string_view id) -> auto& {
            queries->emplace_back().id = id;
            return queries->back().levels;
          })) {
    for (mhqa::judged_query& query : *queries) mhqa::need_all_relevant(query);
    return capsule_of(std::move(queries));
  }
#endif
  return nb::none();
}

}  // namespace mhqa_python
