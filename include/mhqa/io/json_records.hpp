// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the two shapes of JSON files in the field: one object (json_document), and records as a JSON array or as JSON
// Lines (json_records), which it tells apart by the first byte.
#pragma once

#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_array.hpp>
#include <mhqa/io/json_parse.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/io/plain_text.hpp>

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// A file that is one JSON object, e.g. predictions by id. Its strings are valid while this object exists.
///
/// Errors: data_error, as input, file_bytes and json_value
/// Cost:   memory for the file; simdjson's index takes up to 4 bytes for each bracket, comma, colon, value
class json_document {
 public:
  explicit json_document(const std::string& path) : json_document{file_bytes{path, file_access::copied}, path} {}

  /// Takes content that was read before; `path` names it in errors.
  json_document(file_bytes&& content, const std::string& path) : bytes_{std::move(content)} {
    context_.file = path;
    context_.strings = lifetime::source;
    context_.buffer_lasts = true;
    expect_plain_text(bytes_.view(), path);
  }
  json_document(const json_document&) = delete;
  json_document& operator=(const json_document&) = delete;

  /// Calls f(key, value) for each field of the root object.
  template <class F>
  void for_each_field(F&& f) {
    const std::string_view text = bytes_.view();
    auto document = detail::start_document(parser_, text, text.size() + file_bytes::padding, context_);
    context_.document = &document;
    simdjson::ondemand::object root;
    if (document.get_object().get(root) != simdjson::SUCCESS) {
      const std::size_t first = std::min(text.find_first_not_of(detail::json_space), text.size());
      const std::string_view rest = text.substr(first);
      if (rest.starts_with('{')) {
        throw_data_error(context_.where(text.data() + text.size()),
                         detail::describe(simdjson::INCOMPLETE_ARRAY_OR_OBJECT));
      }
      throw_data_error(context_.where(rest.data()),
                       "expected one JSON object, found " +
                           (rest.starts_with('[') ? std::string{"an array"} : detail::beginning_of(rest)));
    }
    json_value::fields_of(root, context_, f);
    detail::finish_document(document, context_);
    context_.document = nullptr;
  }

 private:
  file_bytes bytes_;
  json_context context_;
  simdjson::ondemand::parser parser_;
};

/// Parses JSON objects, one per line, from lines that the caller reads.
///
/// Errors: data_error with the line's number as record
class json_line {
 public:
  explicit json_line(std::string file, lifetime strings = lifetime::record) {
    context_.file = std::move(file);
    context_.strings = strings;
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

  [[nodiscard]] const json_context& context() const noexcept { return context_; }

 private:
  static constexpr std::size_t least_capacity = 4096;

  json_context context_;
  simdjson::ondemand::parser parser_;
  std::optional<simdjson::ondemand::document> document_;
  const char* first_ = nullptr;  // where the object begins
};

/// Reads records one at a time from a JSON array or from JSON Lines.
///
/// Shape:  next() returns the records in file order, then nothing; it skips blank lines
/// Errors: data_error, also for a line or a record of an array over 256 MiB, a file that changed while it was read, and
///         an array over 4 GiB whose strings outlive the record
/// Cost:   memory for one line, or for a block of an array, which has 512 KiB or the longest record; for the whole
///         array if its strings outlive the record. content_tally::on adds a pass over the bytes
class json_records {
 public:
  explicit json_records(const std::string& path, lifetime strings = lifetime::record,
                        content_tally tally = content_tally::off)
      : lines_{path, "JSON Lines (one record per line)", tally}, line_{path, strings} {
    const std::optional<char> first = lines_.peek(detail::json_space);
    if (!first) throw_data_error({.file = path}, "expected records, found an empty file");
    if (*first == '[') {
      array_.emplace(lines_.source(), lines_.buffered(), strings, tally);
    } else if (*first != '{') {
      const std::string_view rest = lines_.buffered();
      throw_data_error({.file = path}, "expected a JSON array of objects or JSON Lines, found " +
                                           detail::beginning_of(rest.substr(rest.find(*first))));
    }
  }
  json_records(const json_records&) = delete;
  json_records& operator=(const json_records&) = delete;

  /// Returns the next record, or nothing at the end. Invalidates the previous value and, with lifetime::record, its
  /// strings.
  [[nodiscard]] std::optional<json_value> next() {
    if (array_) return array_->next();
    line_.finish();
    for (;;) {
      const std::optional<std::string_view> line = lines_.next();
      if (!line) return std::nullopt;
      if (line->find_first_not_of(detail::json_space) == std::string_view::npos) continue;
      return line_.parse(*line, lines_.number(), lines_.offset());
    }
  }

  [[nodiscard]] const json_context& context() const noexcept { return array_ ? array_->context() : line_.context(); }

  /// Returns size and hash of the bytes that the records were read from. Call it after the last record; needs
  /// content_tally::on.
  [[nodiscard]] content_size content() const noexcept { return array_ ? array_->content() : lines_.content(); }

 private:
  line_reader lines_;
  json_line line_;
  std::optional<detail::json_array> array_;
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
