// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Columns of strings, or of lists of strings, through the Arrow C data interface: views of pyarrow's, Polars' and other
// libraries' memory, without copies.
#pragma once

#include "texts.hpp"

#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace mhqa_python {

namespace nb = nanobind;

/// The rows of a column, which keeps the producer's memory alive.
///
/// Shape: a column of strings has one view per row; in a column of lists, row i has views[begin[i]] to
///        views[begin[i + 1] - 1]
struct arrow_rows {
  std::vector<std::string_view> views;
  std::vector<std::size_t> begin;  ///< empty for a column of strings
  std::shared_ptr<const void> owner;

  [[nodiscard]] bool lists() const noexcept { return !begin.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return lists() ? begin.size() - 1 : views.size(); }
};

/// Returns true if an object exports Arrow columns, and is not a pandas series of Python objects.
[[nodiscard]] bool is_arrow(nb::handle given);

/// Reads a column: string, large_string, string_view, binary with UTF-8, a dictionary of these, or lists of them;
/// whole, chunked or sliced.
///
/// Errors: ValueError with the row for a null and invalid UTF-8; for another type and, if not `may_be_lists`, lists
/// Cost:   16 bytes per text; the texts are not copied
[[nodiscard]] arrow_rows read_arrow(nb::handle given, std::string_view name, bool may_be_lists);

}  // namespace mhqa_python
