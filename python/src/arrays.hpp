// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Arrays of Python by the buffer protocol or DLPack, in the host's memory or a GPU's, looked at and never copied.
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

/// The GPU that arrays have to lie on; none for the host's memory.
using device = std::optional<int>;

/// A one-dimensional, contiguous array; keeps it alive. Its elements are T, or const T where it is only read.
template <bool Writable>
class array_of {
 public:
  /// Errors: TypeError for what is no array; ValueError for one elsewhere than expected, of more dimensions, with gaps
  ///         or, where it is to be written, read-only
  array_of(nb::handle given, std::string name, device expected = {}) : name_{std::move(name)} {
    if (!nb::try_cast(given, held_)) {
      if (Writable && nb::isinstance<nb::ndarray<nb::ro>>(given)) throw_value_error({name_}, "a writable array");
      throw_type_error({name_}, "an array (NumPy's, or by DLPack)", given);
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
  /// Errors: ValueError for those of another type, or that are not aligned
  template <class T>
  [[nodiscard]] auto values(const char* type) const {
    using element = std::conditional_t<Writable, T, const T>;
    if (!is<T>()) throw_value_error({name_}, std::string{"elements of type "} + type + ", found " + type_name());
    if (size() == 0) return std::span<element>{};
    auto* const first = static_cast<element*>(held_.data());
    if (reinterpret_cast<std::uintptr_t>(first) % alignof(T) != 0) throw_value_error({name_}, "an aligned array");
    return std::span<element>{first, size()};
  }

  /// Whether the memory of two arrays has bytes in common.
  template <bool Other>
  [[nodiscard]] bool overlaps(const array_of<Other>& other) const noexcept {
    const std::less<> before;
    return bytes() != 0 && other.bytes() != 0 && before(first(), other.first() + other.bytes()) &&
           before(other.first(), first() + bytes());
  }
  [[nodiscard]] const char* first() const noexcept { return static_cast<const char*>(held_.data()); }
  [[nodiscard]] std::size_t bytes() const noexcept { return held_.nbytes(); }

 private:
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
