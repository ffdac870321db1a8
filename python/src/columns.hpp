// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The output of a call: new NumPy arrays that own their memory, or the caller's arrays, written in place.
#pragma once

#include "arrays.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa_python {

namespace nb = nanobind;

/// The columns of one call. Request each with add(), call checked(), write them with the GIL released, then take the
/// dict.
class results {
 public:
  /// `out` is None, or a dict of arrays to write, each with one element per row; columns that it lacks are not
  /// computed.
  ///
  /// Errors: TypeError for another type
  results(nb::handle out, std::size_t rows, device where = {}) : rows_{rows}, where_{where} {
    if (out.is_none()) return;
    if (!PyDict_Check(out.ptr())) throw_type_error({"out"}, "a dict of arrays", out);
    given_ = nb::borrow<nb::dict>(out);
  }

  /// Returns the elements of a column; empty if it is not requested.
  ///
  /// Errors: those of array; ValueError for another type or size
  template <class T>
  [[nodiscard]] std::span<T> add(const char* name) {
    known_ += (known_.empty() ? "" : ", ") + std::string{name};
    if (!given_) {
      auto values = std::make_unique<T[]>(rows_);
      const std::span<T> out{values.get(), rows_};
      nb::capsule owner{values.get(), [](void* owned) noexcept { delete[] static_cast<T*>(owned); }};
      made_[name] = nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>{values.release(), {rows_}, std::move(owner)});
      return out;
    }
    if (!given_->contains(name)) return {};
    constexpr const char* type = std::is_same_v<T, float>          ? "float32"
                                 : std::is_same_v<T, double>       ? "float64"
                                 : std::is_same_v<T, std::uint8_t> ? "uint8"
                                                                   : "int32";
    const writable_array& array = arrays_.emplace_back((*given_)[name], std::string{"out["} + name + "]", where_);
    const std::span<T> out = array.template values<T>(type);
    if (out.size() != rows_) {
      throw_value_error({array.name()}, std::to_string(rows_) + " elements, found " + std::to_string(out.size()));
    }
    return out;
  }

  /// Throws ValueError for an unknown column name, and for a column that shares memory with another column or with an
  /// input array.
  void checked(std::span<const array* const> read = {}) const {
    if (!given_) return;
    if (given_->size() != arrays_.size()) throw_value_error({"out"}, "no other columns than " + known_);
    for (const writable_array& column : arrays_) {
      for (const writable_array& other : arrays_) {
        if (&column != &other && column.overlaps(other)) throw_apart(column, other.name());
      }
      for (const array* const other : read) {
        if (other != nullptr && column.overlaps(*other)) throw_apart(column, other->name());
      }
    }
  }

  /// Returns the columns by name; hold the GIL.
  [[nodiscard]] nb::dict dict() && { return given_ ? std::move(*given_) : std::move(made_); }

 private:
  [[noreturn]] static void throw_apart(const writable_array& column, const std::string& other) {
    throw_value_error({column.name()}, "memory apart from that of " + other);
  }

  std::size_t rows_;
  device where_;
  std::optional<nb::dict> given_;
  nb::dict made_;
  std::vector<writable_array> arrays_;
  std::string known_;
};

}  // namespace mhqa_python
