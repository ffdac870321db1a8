// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a table within a record in each form that data sets have it: rows as arrays (HotpotQA's [[title, sentence]]),
// rows as objects (MuSiQue's paragraphs), and Hugging Face's columns ({"title": [], "sent_id": []}).
#pragma once

#include <mhqa/io/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// A column of a table by its names.
struct table_column {
  std::string_view name;
  std::string_view other_name{};  ///< that some data sets use instead
  bool required = true;

  [[nodiscard]] constexpr bool is(std::string_view key) const noexcept {
    return key == name || (!other_name.empty() && key == other_name);
  }
};

/// Reads an array of exactly `size` elements: calls f(element, its index).
///
/// Errors: data_error "expected SHAPE, found N elements" for another size
template <class F>
void read_tuple(json_value value, std::size_t size, std::string_view shape, F&& f) {
  std::size_t found = 0;
  value.array([&](json_value element) {
    if (found < size) f(element, found);
    ++found;
  });
  if (found != size) {
    value.context().fail("expected " + std::string{shape} + ", found " + std::to_string(found) + " elements");
  }
}

/// What read_table() does with a field that no column has.
struct ignore_other_fields {
  void operator()(std::string_view) const noexcept {}
};

namespace detail {

template <std::size_t N>
[[nodiscard]] std::size_t column_of(const std::array<table_column, N>& columns, std::string_view key) noexcept {
  std::size_t at = 0;
  while (at < N && !columns[at].is(key)) ++at;
  return at;
}

template <std::size_t N>
void require_columns(const std::array<table_column, N>& columns, const std::array<bool, N>& seen,
                     const json_context& context) {
  for (std::size_t i = 0; i < N; ++i) context.require(seen[i] || !columns[i].required, columns[i].name);
}

/// {"title": […], "sent_id": […]}: every column has one value for each row.
template <std::size_t N, class F, class Other>
std::size_t read_columns_of(json_value value, const std::array<table_column, N>& columns, F& f, Other& other) {
  std::array<bool, N> seen{};
  std::array<std::size_t, N> sizes{};
  value.object([&](std::string_view key, json_value field) {
    const std::size_t column = column_of(columns, key);
    if (column == N) return static_cast<void>(other(key));
    sizes[column] = 0;  // of two members with one name the last counts
    field.array([&](json_value cell) { f(sizes[column]++, column, cell); });
    seen[column] = true;
  });
  if (std::none_of(seen.begin(), seen.end(), [](bool one) { return one; })) {
    value.context().fail("expected an array, or an object of columns such as \"" + std::string{columns[0].name} +
                         "\"; found none of them");
  }
  require_columns(columns, seen, value.context());
  std::size_t first = N;
  for (std::size_t i = 0; i < N; ++i) {
    if (!seen[i]) continue;
    if (first == N) first = i;
    if (sizes[i] == sizes[first]) continue;
    value.context().fail("expected columns of one length, found " + std::to_string(sizes[first]) + " in \"" +
                         std::string{columns[first].name} + "\" and " + std::to_string(sizes[i]) + " in \"" +
                         std::string{columns[i].name} + "\"");
  }
  return first == N ? 0 : sizes[first];
}

}  // namespace detail

/// Calls f(row, column, value) for each cell of a table and other(key) for each further field of a row or table.
///
/// Shape:  returns the number of rows. `tuple` describes rows that are arrays, "[title, sentences]"; empty: there are
///         none. A member that comes twice is passed twice
/// Errors: data_error for a row without a required column, a tuple of another size, columns of several lengths
template <std::size_t N, class F, class Other = ignore_other_fields>
std::size_t read_table(json_value value, const std::array<table_column, N>& columns, std::string_view tuple, F&& f,
                       Other&& other = {}) {
  if (value.is_object()) return detail::read_columns_of(value, columns, f, other);
  std::size_t row = 0;
  value.array([&](json_value one) {
    if (!tuple.empty() && !one.is_object()) {
      read_tuple(one, N, tuple, [&](json_value cell, std::size_t column) { f(row, column, cell); });
    } else {
      std::array<bool, N> seen{};
      one.object([&](std::string_view key, json_value cell) {
        const std::size_t column = detail::column_of(columns, key);
        if (column == N) return static_cast<void>(other(key));
        f(row, column, cell);
        seen[column] = true;
      });
      detail::require_columns(columns, seen, one.context());
    }
    ++row;
  });
  return row;
}

/// Returns the element of a row, which it appends if the rows have come that far.
template <class T>
[[nodiscard]] T& row_of(std::vector<T>& rows, std::size_t row) {
  if (row >= rows.size()) rows.resize(row + 1);
  return rows[row];
}

}  // namespace mhqa::inline v0_1::io
