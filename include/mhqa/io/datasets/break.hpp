// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Break's files: CSV with the columns question_id, question_text, decomposition, operators, split.
#pragma once

#include <mhqa/datasets/break.hpp>
#include <mhqa/io/csv.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io::break_qdmr {

using mhqa::break_qdmr::record;

namespace detail {

/// Reads the strings of a Python list: ['select', 'filter'].
[[nodiscard]] std::optional<std::vector<std::string_view>> read_list(std::string_view text);

}  // namespace detail

/// Reads the records of a file one at a time.
///
/// Shape:  next() returns a record, valid until the next call, or nothing at the end. `operators` and `split` may be
///         absent, as in files of predictions
/// Errors: data_error with row, id and field: those of csv_records; an empty id; operators that are not a list of
///         strings
class records {
 public:
  explicit records(const std::string& path);

  [[nodiscard]] std::optional<record> next();

  /// Returns the place of a field in the last record that next() returned.
  [[nodiscard]] place where(const record& r, std::string_view field) const;

 private:
  [[noreturn]] void fail(const record& r, std::string_view field, std::string problem) const {
    throw_data_error(where(r, field), std::move(problem));
  }

  csv_records rows_;
  std::size_t id_ = 0, question_ = 0, decomposition_ = 0;
  std::optional<std::size_t> operators_, split_;
};

}  // namespace mhqa::inline v0_1::io::break_qdmr

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/break.ipp>
#endif
