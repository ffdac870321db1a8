// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Parses lines that hold one JSON object each; json_records.hpp reads files of them.
#pragma once

#include <mhqa/io/file.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_parse.hpp>

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
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
    document_.reset();
    context_.id = {};
    if (context_.strings == lifetime::record) context_.arena.clear();
    context_.record = number;
    context_.offset = offset;
    if (parser_.capacity() < line.size()) {  // powers of two, so that slowly growing lines rarely reallocate
      detail::check(parser_.allocate(std::bit_ceil(std::max(line.size(), least_capacity))), context_);
    }
    document_.emplace(detail::start_document(parser_, line, line.size() + file_bytes::padding, context_));
    context_.document = &*document_;
    simdjson::ondemand::value value;
    const std::size_t first = line.find_first_not_of(detail::json_space);
    if (first == std::string_view::npos || line[first] != '{' ||
        document_->get_value().get(value) != simdjson::SUCCESS) {
      throw_data_error(context_.where(line.data() + (first == std::string_view::npos ? 0 : first)),
                       "expected one JSON object per line");
    }
    first_ = line.data() + first;
    const char last = line[line.find_last_not_of(detail::json_space)];
    if (last == '{' || last == '[') {
      throw_data_error(context_.where(line.data() + line.size()),
                       "expected one whole JSON object per line, found the first line of an object on several lines");
    }
    return json_value{value, context_};
  }

  /// Throws if anything follows the object, whether or not it has been read.
  void finish() {
    if (!document_) return;
    const char* at = nullptr;
    if (document_->current_location().get(at) == simdjson::SUCCESS && at == first_) {
      simdjson::ondemand::object unread;
      std::string_view skipped;
      document_->rewind();
      detail::check(document_->get_object().get(unread), context_);
      detail::check(unread.raw_json().get(skipped), context_);
    }
    detail::finish_document(*document_, context_);
    context_.document = nullptr;
    document_.reset();
  }

  /// Drops the object, whether or not it has been read, and all strings.
  void forget() noexcept {
    context_.document = nullptr;
    document_.reset();
    context_.arena.clear();
  }

  [[nodiscard]] const json_context& context() const noexcept { return context_; }

 private:
  static constexpr std::size_t least_capacity = 4096;

  json_context context_;
  simdjson::ondemand::parser parser_;
  std::optional<simdjson::ondemand::document> document_;
  const char* first_ = nullptr;  // where the object begins
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
