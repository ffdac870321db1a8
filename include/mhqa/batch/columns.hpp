// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The output of a batch: one column per number, each with one element per prediction, in the memory of the back end.
// Columns that are left empty are not written.
#pragma once

#include <mhqa/error.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

namespace mhqa::inline v0_1::batch {

/// An element of a column of scores that is read: float or double, const or not.
template <class T>
concept score_element = std::floating_point<std::remove_const_t<T>>;

/// The score columns of a batch of predictions.
///
/// Shape: each is empty or has one element per prediction
/// Units: fractions in [0, 1]: computed in double by the published formula, then converted to Real once
template <std::floating_point Real = float>
struct columns {
  std::span<Real> f1{};
  std::span<Real> em{};
  std::span<Real> precision{};
  std::span<Real> recall{};
  std::span<std::int32_t> common{};     ///< overlap with the gold of highest F1 (the first, if tied)
  std::span<std::int32_t> predicted{};  ///< counted tokens of the prediction
  std::span<std::int32_t> gold{};       ///< counted tokens of that gold
  std::span<std::int32_t> which{};      ///< that gold's index in its question; -1: the "" that replaces dropped golds
};

namespace detail {

template <class T>
void check_column(std::span<T> column, std::size_t rows, const char* name) {
  if (column.empty() || column.size() == rows) return;
  throw_data_error({.field = name}, "expected a column of " + std::to_string(rows) + " elements, found " +
                                        std::to_string(column.size()));
}

}  // namespace detail

/// Throws data_error unless each column is empty or has `rows` elements.
template <std::floating_point Real>
void check_columns(const columns<Real>& out, std::size_t rows) {
  detail::check_column(out.f1, rows, "f1");
  detail::check_column(out.em, rows, "em");
  detail::check_column(out.precision, rows, "precision");
  detail::check_column(out.recall, rows, "recall");
  detail::check_column(out.common, rows, "common");
  detail::check_column(out.predicted, rows, "predicted");
  detail::check_column(out.gold, rows, "gold");
  detail::check_column(out.which, rows, "which");
}

}  // namespace mhqa::inline v0_1::batch
