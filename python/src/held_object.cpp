// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See held_object.hpp.
#include "held_object.hpp"

#include "dict_member.hpp"
#include "text_view.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

namespace nb = nanobind;

namespace mhqa_python {

using mhqa::io::held_value;

held_value held_values::make(PyObject* given, int depth, bool pauses) {
  if (depth > 200) throw not_plain{};
  if (PyUnicode_Check(given)) return text(given);
  if (PyDict_CheckExact(given)) return members(given, depth, pauses);
  if (PyList_CheckExact(given) || PyTuple_CheckExact(given)) return elements(given, depth, pauses);
  if (given == Py_None) return {};
  if (given == Py_True || given == Py_False) return held_value{given == Py_True};
  return number(given, depth, pauses);
}

void held_values::clear() {
  for (PyObject* const one : kept_) Py_DECREF(one);
  kept_.clear();
  block_ = used_ = 0;
}

held_value* held_values::reserve(std::size_t size) {
  constexpr std::size_t usual = 4096;
  while (block_ < blocks_.size() && blocks_[block_].size - used_ < size) {
    ++block_;
    used_ = 0;
  }
  if (block_ == blocks_.size()) {
    const std::size_t room = std::max(size, usual);
    blocks_.push_back({std::make_unique<held_value[]>(room), room});
  }
  held_value* const out = blocks_[block_].values.get() + used_;
  used_ += size;
  return out;
}

held_value held_values::text(PyObject* given) {
  std::string_view bytes;
  if (!view_text(given, bytes) || bytes.size() > std::numeric_limits<std::uint32_t>::max()) throw not_plain{};
  keep(given);
  return held_value{bytes};
}

held_value held_values::number(PyObject* given, int depth, bool pauses) {
  if (PyLong_CheckExact(given)) {
    int beyond = 0;
    const long long whole = PyLong_AsLongLongAndOverflow(given, &beyond);
    if (beyond != 0) throw not_plain{};
    return held_value{static_cast<std::int64_t>(whole)};
  }
  if (PyFloat_Check(given)) {
    const double real = PyFloat_AsDouble(given);
    if (!std::isfinite(real)) throw not_plain{};
    return held_value{real};
  }
  if (!nb::hasattr(given, "tolist")) throw not_plain{};
  const nb::object plain = nb::handle{given}.attr("tolist")();  // NumPy's
  keep(plain.ptr());
  return make(plain.ptr(), depth + 1, pauses);
}

held_value held_values::elements(PyObject* given, int depth, bool pauses) {
  const bool is_list = PyList_CheckExact(given);
  const auto size_of = [&] { return is_list ? PyList_Size(given) : PyTuple_Size(given); };
  const Py_ssize_t size = size_of();
  held_value* const out = reserve(static_cast<std::size_t>(size));
  if (pauses) keep(given);
  for (Py_ssize_t i = 0; i < size; ++i) {
    if (i >= size_of()) throw nb::value_error("expected a list that no other thread changes meanwhile");
    const part one = is_list ? item_of(given, i) : part_of(PyTuple_GetItem(given, i));
    out[i] = make(one.ptr(), depth + 1, pauses && depth == 0);
    if (pauses) pause_();
  }
  return held_value::array({out, static_cast<std::size_t>(size)});
}

held_value held_values::members(PyObject* given, int depth, bool pauses) {
  const Py_ssize_t size = PyDict_Size(given);
  held_value* const out = reserve(2 * static_cast<std::size_t>(size));
  if (pauses) keep(given);
  std::size_t filled = 0;
  PyObject *key = nullptr, *member = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(given, &at, &key, &member) != 0;) {
    if (is_unread(key, depth)) continue;
    const held_value name = text(key);
    const held_value value = make(member, depth + 1, pauses && depth == 0);
    if (pauses) pause_();
    if (PyDict_Size(given) != size) throw nb::value_error("expected a dict that no other thread changes meanwhile");
    out[filled++] = name;
    out[filled++] = value;
  }
  return held_value::object({out, filled});
}

bool held_values::is_unread(PyObject* key, int depth) const {
  if (depth == 0 || !PyUnicode_Check(key)) return false;
  for (const nb::handle name : depth == 1 ? unread_.of_record : unread_.within) {
    if (key == name.ptr() || PyUnicode_Compare(key, name.ptr()) == 0) return true;
  }
  return false;
}

void held_values::keep(PyObject* given) {
  kept_.push_back(given);
  Py_INCREF(given);
}

held_object::held_object(nb::object given, std::string name, unread_members unread, bool whole)
    : given_{std::move(given)},
      name_{std::move(name)},
      values_{std::move(unread)},
      is_array_{!PyDict_CheckExact(given_.ptr())} {
#if defined(Py_GIL_DISABLED)
  throw not_plain{};  // another thread may change a dict meanwhile
#endif
  if (whole || !is_array_) whole_ = values_.make(given_.ptr(), 0, true);
}

mhqa::io::data_source held_object::source() {
  return mhqa::io::held_records{.name = name_,
                                .next = [this](bool again) { return next(again); },
                                .is_array = is_array_,
                                .last = whole_.has_value()};
}

std::span<const held_value> held_object::next(bool again) {
  if (!whole_) return next_batch(again);
  if (!again) return {};
  return is_array_ ? whole_->parts() : std::span{&*whole_, 1};
}

std::span<const held_value> held_object::next_batch(bool again) {
  constexpr std::size_t most = 256;
  const nb::gil_scoped_acquire locked;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  const bool is_list = PyList_CheckExact(given_.ptr());
  if (again) {
    at_ = 0;
    if (!is_list) iterator_ = nb::iter(given_);
  }
  values_.clear();
  batch_.clear();
  while (batch_.size() < most) {
    if (is_list) {
      if (at_ >= PyList_Size(given_.ptr())) break;
      batch_.push_back(values_.make(item_of(given_.ptr(), at_++).ptr(), 1, false));
      continue;
    }
    const nb::object one = nb::steal(PyIter_Next(iterator_.ptr()));
    if (!one.is_valid()) {
      if (PyErr_Occurred() != nullptr) throw nb::python_error();
      break;
    }
    batch_.push_back(values_.make(one.ptr(), 1, false));  // keeps what it views of the record
  }
  return batch_;
}

mhqa::io::data_source source_of(nb::handle given) {
  if (nb::isinstance<nb::str>(given)) return nb::cast<std::string>(given);
  return nb::cast<held_object&>(given).source();
}

}  // namespace mhqa_python
