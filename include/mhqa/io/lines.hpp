// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads lines of a file or of standard input one at a time, in memory for the longest line.
#pragma once

#include <mhqa/expansion_budget.hpp>
#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

namespace detail {

inline constexpr std::string_view json_lines_unit = "JSON Lines (one record per line)";

[[noreturn]] void throw_long_line(const std::string& file, std::uint64_t number, std::string_view unit);

}  // namespace detail

/// Returns the lines of an input without their "\n"; the last one may lack it.
///
/// Shape:  a view that is valid until the next call; `file_bytes::padding` readable bytes follow it
/// Errors: data_error for a line longer than `max_line` (256 MiB), for a file that is not UTF-8 text by its first bytes
///         (plain_text.hpp), for a regular file that changed while it was read, and as input
/// Cost:   one read() per MiB; a line is copied only when it crosses a buffer's end
class line_reader {
 public:
  static constexpr std::size_t max_line = most_record_bytes;

  /// `unit` says in an error about a long line what the lines should hold.
  explicit line_reader(const std::string& path, std::string_view unit = detail::json_lines_unit,
                       content_tally tally = content_tally::off)
      : input_{path}, unit_{unit}, tally_{tally} {}

  [[nodiscard]] std::optional<std::string_view> next();

  /// Returns the next line, which must be valid UTF-8, for lines that are not JSON.
  ///
  /// Errors: those of next(); data_error with line and byte
  [[nodiscard]] std::optional<std::string_view> next_text();

  /// Number of the line that next() returned last, from 1, and the offset of its first byte in the file.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  [[nodiscard]] std::uint64_t offset() const noexcept { return line_offset_; }

  /// Returns the first byte that is not in `passed_over`, without reading past it; nothing at the end of the file.
  ///
  /// Errors: data_error if it does not come within `max_line` bytes
  [[nodiscard]] std::optional<char> peek(std::string_view passed_over);

  /// Returns the next `size` bytes, or all that are left if those are fewer; next() returns their lines afterwards.
  [[nodiscard]] std::string_view head(std::size_t size);

  /// Size and hash of the bytes read so far; needs content_tally::on.
  [[nodiscard]] content_size content() const noexcept { return hash_.result(); }

  /// Bytes that were read from the file but not returned yet.
  [[nodiscard]] std::string_view buffered() const noexcept { return {buffer_.get() + begin_, end_ - begin_}; }
  [[nodiscard]] input& source() noexcept { return input_; }
  [[nodiscard]] const input& source() const noexcept { return input_; }

 private:
  void fill();

  static constexpr std::size_t piece = std::size_t{1} << 20U;

  [[noreturn]] void refuse();

  input input_;
  std::string_view unit_;
  content_tally tally_;
  content_hasher hash_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool ended_ = false;
  std::uint64_t buffer_offset_ = 0;
  std::uint64_t line_offset_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/lines.ipp>
#endif
