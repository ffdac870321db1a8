// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads comma-separated values as in RFC 4180: quoted fields may contain commas, line breaks and doubled quotes; rows
// end in "\n" or "\r\n"; the first row names the columns.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/text/string_arena.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Reads the rows of a file one at a time.
///
/// Shape:   next() returns as many fields as the first row has, in its order; it skips empty rows.
///          A field lives as long as the reader, unless it has doubled quotes: then until the next call
/// Errors:  data_error with the row's number (from 1, without the first row) and the byte for a quote inside a field
///          without quotes, text after a closing quote, an unclosed quote, another number of fields, bytes that
///          are not UTF-8, a repeated column name, an empty file
/// Cost:    one pass; memory for the file
/// Example: csv_records in{"dev.csv"}; const auto id = in.column("id"); while (auto row = in.next()) use((*row)[id]);
class csv_records {
 public:
  explicit csv_records(const std::string& path);
  csv_records(const csv_records&) = delete;
  csv_records& operator=(const csv_records&) = delete;

  /// Returns the position of a column in every row.
  ///
  /// Errors: data_error if no column has that name
  [[nodiscard]] std::size_t column(std::string_view name) const;

  [[nodiscard]] std::span<const std::string> columns() const noexcept { return columns_; }

  /// Returns the next row, or nothing at the end.
  [[nodiscard]] std::optional<std::span<const std::string_view>> next();

  /// Returns the place of the row that next() returned last.
  [[nodiscard]] place where() const { return {.file = path_, .record = record_}; }

 private:
  [[noreturn]] void fail(std::size_t at, std::string problem) const;

  // Returns the size of the line end at this position, or 0.
  [[nodiscard]] std::size_t line_end(std::size_t at) const noexcept;

  bool read_row();

  std::string_view bare_field();

  std::string_view quoted_field();

  std::string path_;
  file_bytes bytes_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t row_begin_ = 0;
  std::uint64_t record_ = 0;
  std::vector<std::string> columns_;
  std::vector<std::string_view> fields_;
  string_arena arena_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/csv.ipp>
#endif
