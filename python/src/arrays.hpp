// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Views Python's arrays, through the buffer protocol or DLPack, in host or GPU memory, without copies.
#pragma once

#include "texts.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace mhqa_python {

namespace nb = nanobind;

/// The GPU that the arrays must be on; empty for host memory.
using device = std::optional<int>;

/// A one-dimensional, contiguous array, which is kept alive. Its elements are T, or const T if it is only read.
template <bool Writable>
class array_of {
 public:
  /// Errors: TypeError if it is not an array; ValueError for another device, more dimensions, gaps or, for output, a
  ///         read-only array
  array_of(nb::handle given, std::string name, device expected = {}) : name_{std::move(name)} {
    if (!nb::try_cast(exported(given), held_)) {
      if (Writable && nb::isinstance<nb::ndarray<nb::ro>>(given)) throw_value_error({name_}, "a writable array");
      throw_type_error({name_}, "an array (NumPy's, or by DLPack) of numbers in this machine's byte order", given);
    }
    const int kind = held_.device_type();
    const bool there = expected ? kind == nb::device::cuda::value && held_.device_id() == *expected
                                : kind == nb::device::cpu::value || kind == nb::device::cuda_host::value;
    if (!there) {
      throw_value_error({name_},
                        expected ? "an array on GPU " + std::to_string(*expected) : std::string{"an array on the CPU"});
    }
    if (held_.ndim() != 1) throw_value_error({name_}, "one dimension, found " + std::to_string(held_.ndim()));
    if (held_.size() > 1 && held_.stride(0) != 1) {
      throw_value_error({name_}, "a contiguous array (numpy.ascontiguousarray or tensor.contiguous() makes a copy)");
    }
  }

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] std::size_t size() const noexcept { return held_.size(); }

  template <class T>
  [[nodiscard]] bool is() const noexcept {
    return held_.dtype() == nb::dtype<T>();
  }

  /// The elements.
  ///
  /// Errors: ValueError for another element type or misaligned memory
  template <class T>
  [[nodiscard]] auto values(const char* type) const {
    using element = std::conditional_t<Writable, T, const T>;
    if (!is<T>()) throw_value_error({name_}, std::string{"elements of type "} + type + ", found " + type_name());
    if (size() == 0) return std::span<element>{};
    auto* const first = static_cast<element*>(held_.data());
    if (reinterpret_cast<std::uintptr_t>(first) % alignof(T) != 0) throw_value_error({name_}, "an aligned array");
    return std::span<element>{first, size()};
  }

  /// Returns true if the memory of two arrays overlaps.
  template <bool Other>
  [[nodiscard]] bool overlaps(const array_of<Other>& other) const noexcept {
    const std::less<> before;
    return bytes() != 0 && other.bytes() != 0 && before(first(), other.first() + other.bytes()) &&
           before(other.first(), first() + bytes());
  }
  [[nodiscard]] const char* first() const noexcept { return static_cast<const char*>(held_.data()); }
  [[nodiscard]] std::size_t bytes() const noexcept { return held_.nbytes(); }

 private:
  /// Calls __dlpack__ itself where there is no buffer: nanobind would also drop KeyboardInterrupt and the like.
  [[nodiscard]] static nb::object exported(nb::handle given) {
    nb::object whole = nb::borrow(given);
    if (PyObject_CheckBuffer(given.ptr()) != 0 || !nb::hasattr(given, "__dlpack__")) return whole;
    nb::object capsule = nb::steal(PyObject_CallMethod(given.ptr(), "__dlpack__", nullptr));
    if (capsule.is_valid()) return capsule;
    if (PyErr_ExceptionMatches(PyExc_Exception) == 0) nb::raise_python_error();
    PyErr_Clear();
    return whole;
  }

  [[nodiscard]] std::string type_name() const {
    const nb::dlpack::dtype type = held_.dtype();
    const auto code = static_cast<nb::dlpack::dtype_code>(type.code);
    const char* const kind = code == nb::dlpack::dtype_code::Int     ? "int"
                             : code == nb::dlpack::dtype_code::UInt  ? "uint"
                             : code == nb::dlpack::dtype_code::Float ? "float"
                             : code == nb::dlpack::dtype_code::Bool  ? "bool"
                                                                     : "another type of ";
    return kind + std::to_string(type.bits);
  }

  std::string name_;
  std::conditional_t<Writable, nb::ndarray<>, nb::ndarray<nb::ro>> held_;
};

using array = array_of<false>;
using writable_array = array_of<true>;

}  // namespace mhqa_python
