// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Parses lines that hold one JSON object each; json_records.hpp reads files of them.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_check.hpp>
#include <mhqa/io/json_context.hpp>
#include <mhqa/io/json_parse.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// Parses JSON objects, one per line, from lines that the caller reads.
///
/// Errors: data_error with the line's number as record
class json_line {
 public:
  /// With `buffer_lasts` the lines' bytes are valid as long as the strings must be.
  explicit json_line(std::string file, lifetime strings = lifetime::record, bool buffer_lasts = false) {
    context_.file = std::move(file);
    context_.strings = strings;
    context_.buffer_lasts = buffer_lasts;
  }
  json_line(const json_line&) = delete;
  json_line& operator=(const json_line&) = delete;

  /// Returns the object on a line. file_bytes::padding bytes after the line must be readable. Invalidates the previous
  /// value and, with lifetime::record, its strings.
  [[nodiscard]] json_value parse(std::string_view line, std::uint64_t number, std::uint64_t offset) {
    open_ = false;
    context_.id = {};
    if (context_.strings == lifetime::record) context_.arena.clear();
    context_.record = number;
    context_.offset = offset;
    detail::begin_document(index_, index_.build(line), line, context_);
    if (context_.first_of(context_.first) != '{') {
      throw_data_error(context_.where(context_.place_of(context_.first)), "expected one JSON object per line");
    }
    if (const char last = context_.first_of(context_.end - 1); last == '{' || last == '[') {
      throw_data_error(context_.where(line.data() + line.size()),
                       "expected one whole JSON object per line, found the first line of an object on several lines");
    }
    open_ = true;
    return json_value{context_};
  }

  /// Throws if anything in or after the object is malformed, whether or not it has been read; once. An object whose
  /// reading an error has ended is dropped.
  void finish() {
    if (!std::exchange(open_, false) || context_.open != 0) return;
    if (context_.token == context_.first) detail::skip_value(context_);
    detail::finish_document(context_);
  }

  /// Drops the object, whether or not it has been read, and all strings.
  void forget() noexcept {
    open_ = false;
    context_.arena.clear();
  }

  [[nodiscard]] const json_context& context() const noexcept { return context_; }

 private:
  json_context context_;
  detail::json_index index_;
  bool open_ = false;  // parse() has returned an object that finish() has not ended
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
