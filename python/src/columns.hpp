// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Columns of numbers that Python gets as NumPy arrays, which own their memory.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace mhqa_python {

namespace nb = nanobind;

/// A column, to be written with the GIL released and then given to Python.
template <class T>
class column {
 public:
  explicit column(std::size_t size) : values_{std::make_unique<T[]>(size)}, size_{size} {}

  [[nodiscard]] std::span<T> span() noexcept { return {values_.get(), size_}; }

  /// The column as an array; hold the GIL.
  [[nodiscard]] nb::object to_numpy() && {
    nb::capsule owner{values_.get(), [](void* values) noexcept { delete[] static_cast<T*>(values); }};
    T* const values = values_.release();
    return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>{values, {size_}, std::move(owner)});
  }

 private:
  std::unique_ptr<T[]> values_;
  std::size_t size_;
};

}  // namespace mhqa_python
