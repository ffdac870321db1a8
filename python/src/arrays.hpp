// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Arrays of Python by the buffer protocol or DLPack, looked at and never copied.
#pragma once

#include "texts.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace mhqa_python {

namespace nb = nanobind;

/// A one-dimensional, contiguous array in the memory of the host; keeps it alive.
class array {
 public:
  /// Errors: TypeError for what is no array; ValueError for one on a GPU, of more dimensions or with gaps
  array(nb::handle given, const char* name) : name_{name} {
    if (!nb::try_cast(given, held_)) throw_type_error({name}, "an array (NumPy's, or by DLPack)", given);
    const int device = held_.device_type();
    if (device != nb::device::cpu::value && device != nb::device::cuda_host::value) {
      throw_value_error({name}, "an array on the CPU: this module has no code for GPUs (tensor.cpu() makes a copy)");
    }
    if (held_.ndim() != 1) throw_value_error({name}, "one dimension, found " + std::to_string(held_.ndim()));
    if (held_.size() > 1 && held_.stride(0) != 1) {
      throw_value_error({name}, "a contiguous array (numpy.ascontiguousarray or tensor.contiguous() makes a copy)");
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return held_.size(); }

  template <class T>
  [[nodiscard]] bool is() const noexcept {
    return held_.dtype() == nb::dtype<T>();
  }

  /// The elements.
  ///
  /// Errors: ValueError for those of another type, or that are not aligned
  template <class T>
  [[nodiscard]] std::span<const T> values(const char* type) const {
    if (!is<T>()) throw_value_error({name_}, std::string{"elements of type "} + type + ", found " + type_name());
    if (size() == 0) return {};
    const auto* const first = static_cast<const T*>(held_.data());
    if (reinterpret_cast<std::uintptr_t>(first) % alignof(T) != 0) throw_value_error({name_}, "an aligned array");
    return {first, size()};
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

 private:
  const char* name_;
  nb::ndarray<nb::ro> held_;
};

}  // namespace mhqa_python
