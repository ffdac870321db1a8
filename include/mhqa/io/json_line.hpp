// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Parses lines that hold one JSON object each; json_records.hpp reads files of them.
#pragma once

#include <mhqa/io/json.hpp>
#include <mhqa/io/json_context.hpp>
#include <mhqa/io/json_parse.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// Parses JSON objects, one per line, from lines that the caller reads.
///
/// Errors: data_error with the line's number as record
class json_line {
 public:
  /// With `buffer_lasts` the lines' bytes are valid as long as the strings must be.
  explicit json_line(std::string file, lifetime strings = lifetime::record, bool buffer_lasts = false);
  json_line(const json_line&) = delete;
  json_line& operator=(const json_line&) = delete;

  /// Returns the object on a line. file_bytes::padding bytes after the line must be readable. Invalidates the previous
  /// value and, with lifetime::record, its strings.
  [[nodiscard]] json_value parse(std::string_view line, std::uint64_t number, std::uint64_t offset);

  /// Throws if anything in or after the object is malformed, whether or not it has been read; once. An object whose
  /// reading an error has ended is dropped.
  void finish();

  /// Drops the object, whether or not it has been read, and all strings.
  void forget() noexcept;

  /// Returns the context for a held record in the place of a line.
  [[nodiscard]] json_context& hold() noexcept;

  [[nodiscard]] const json_context& context() const noexcept { return context_; }

 private:
  json_context context_;
  detail::json_index index_;
  bool open_ = false;  // parse() has returned an object that finish() has not ended
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/json_line.ipp>
#endif
