// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Filters of lines with dates, one line out for each line in: parse, compare, subtract and sort, as `mhqa dates` does.
//   const bool all_right = sort_date_lines({.path = "dates.txt"}, out);
#pragma once

#include <mhqa/date/spelling.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_writer.hpp>

#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// The lines and how their dates are read and written.
struct date_line_options {
  std::string path = "-";
  std::string rule = "final";  ///< a name of with_date_rule()
  spelling_options spelling{};
  bool json = false;  ///< one JSON object per line
};

namespace detail {

/// The date of a spelling; fails with what was expected and where.
stated_date read_spelling(std::string_view text, const place& where, const date_line_options& chosen);

}  // namespace detail

/// Answers one date per line with its EDTF spelling, or with JSON.
///
/// Shape:  a line that is not a date gives {"error": …}; returns false if there was one
[[nodiscard]] bool parse_date_lines(const date_line_options& chosen, output& out);

/// Answers two dates per line, or a span, with their order; JSON lists the possible orders, too.
///
/// Shape:  lines {"from", "to"}, two spellings with a tab between them, or a span; errors as parse_date_lines()
[[nodiscard]] bool compare_date_lines(const date_line_options& chosen, output& out);

/// Answers two dates per line, or a span, with their difference, or with its limits.
///
/// Shape:  as compare_date_lines()
[[nodiscard]] bool subtract_date_lines(const date_line_options& chosen, output& out);

/// Sorts one date per line; equal dates keep their order. Errors are written first.
///
/// Errors: data_error for three-valued, which cannot order every pair
[[nodiscard]] bool sort_date_lines(const date_line_options& chosen, output& out);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/date_lines.ipp>
#endif
