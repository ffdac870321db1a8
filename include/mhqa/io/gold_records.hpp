// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the gold records of a file, or of the caller's data, for `evaluate`: one at a time or on threads.
#pragma once

#include <mhqa/io/data_source.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/parallel.hpp>

#include <optional>
#include <string>
#include <utility>

namespace mhqa::inline v0_1::io {

/// Reads records from a JSON array or JSON Lines with `read(value, record)`.
///
/// Shape: next() fills the record and returns true, or returns false at the end. The record's strings are valid until
///        the next call. for_each() instead of next() reads on the executor's threads; see json_records
template <class Record, class Read>
class gold_records {
 public:
  static constexpr bool clears_records = true;  ///< `read` leaves nothing of an earlier record

  gold_records(const data_source& source, Read read) : path_{source.name()}, source_{source}, read_{std::move(read)} {}

  [[nodiscard]] bool next(Record& out) {
    std::optional<json_value> value = source_.next();
    if (!value) return false;
    read_(*value, out);
    return true;
  }
  template <executor E, class F>
  void for_each(E& executor, F&& f) {
    source_.template for_each<Record>(executor, read_, f);
  }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
  json_records source_;
  Read read_;
};

}  // namespace mhqa::inline v0_1::io
