// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the two shapes of JSON files in the field: one object (json_document), and records as a JSON array or as JSON
// Lines (json_records), which it tells apart by the first byte.
#pragma once

#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/io/plain_text.hpp>
#include <mhqa/utf8.hpp>

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

namespace detail {

inline constexpr std::string_view json_space = " \t\r\n";

/// Starts parsing one document with simdjson; errors include the place.
///
/// Errors: std::bad_alloc where simdjson finds no memory
inline simdjson::ondemand::document start_document(simdjson::ondemand::parser& parser, std::string_view text,
                                                   std::size_t capacity, json_context& context) {
  context.begin = text.data();
  context.size = text.size();
  context.path.clear();
  context.document = nullptr;
  simdjson::ondemand::document document;
  const simdjson::error_code code =
      text.size() > 0xFFFFFFFFU - file_bytes::padding
          ? simdjson::CAPACITY
          : parser.iterate(simdjson::padded_string_view{text.data(), text.size(), capacity}).get(document);
  if (code == simdjson::UTF8_ERROR) {
    throw_data_error(context.where(text.data() + first_invalid_utf8(text)), "expected valid UTF-8");
  }
  if (code == simdjson::UNCLOSED_STRING) throw_data_error(context.where(text.data() + text.size()), describe(code));
  if (code == simdjson::UNESCAPED_CHARS) {
    throw_data_error(context.where(text.data() + first_bare_control(text)), describe(code));
  }
  check(code, context);
  return document;
}

/// Returns the beginning of a text, in quotes, for the "found" of an error: its first line, at most 24 bytes.
inline std::string beginning_of(std::string_view text) {
  constexpr std::size_t shown = 24;
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  const std::string_view start = utf8::prefix(line, shown);
  std::string out{'"'};
  out += start;
  out += start.size() < line.size() ? "…\"" : "\"";
  return out;
}

/// Fails if anything but white space follows the root.
inline void finish_document(simdjson::ondemand::document& document, const json_context& context) {
  const char* at = nullptr;
  if (document.current_location().get(at) == simdjson::SUCCESS) {
    const char* const end = context.begin + context.size;
    const std::string_view rest = at < end ? std::string_view{at, static_cast<std::size_t>(end - at)} : "";
    throw_data_error(context.where(at), "expected the end of the JSON document, found " + beginning_of(rest));
  }
}

}  // namespace detail

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
/// Errors: data_error, also for an array over 4 GiB, a line over 256 MiB, a file that changed while it was read
/// Cost:   an array is mapped (read whole from a pipe, or if its strings outlive the record); JSON Lines need memory
///         for one line. content_tally::on adds a pass over the bytes
class json_records {
 public:
  explicit json_records(const std::string& path, lifetime strings = lifetime::record,
                        content_tally tally = content_tally::off)
      : lines_{path, "JSON Lines (one record per line)", tally}, line_{path, strings} {
    const std::optional<char> first = lines_.peek(detail::json_space);
    if (!first) throw_data_error({.file = path}, "expected records, found an empty file");
    if (*first == '[') {
      const auto access = strings == lifetime::record ? file_access::mapped : file_access::copied;
      array_.emplace(lines_.source().size() ? file_bytes{path, access} : file_bytes{lines_.source(), lines_.buffered()},
                     path, strings);
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

  [[nodiscard]] const json_context& context() const noexcept { return array_ ? array_->context : line_.context(); }

  /// Returns size and hash of the bytes that the records were read from. Call it after the last record; records in
  /// lines need content_tally::on.
  [[nodiscard]] content_size content() const noexcept {
    if (!array_) return lines_.content();
    return {array_->bytes.view().size(), content_hash(array_->bytes.view())};
  }

 private:
  struct array_reading {
    array_reading(file_bytes&& content, const std::string& path, lifetime strings) : bytes{std::move(content)} {
      context.file = path;
      context.strings = strings;
      context.buffer_lasts = true;
      const std::string_view text = bytes.view();
      document = detail::start_document(parser, text, text.size() + file_bytes::padding, context);
      context.document = &document;
      if (const auto code = document.get_array().get(root); code != simdjson::SUCCESS) {
        throw_data_error(context.where(text.data() + text.size()), detail::describe(code));
      }
    }

    std::optional<json_value> next() {
      if (ended) return std::nullopt;
      context.path.clear();
      context.id = {};
      if (context.strings == lifetime::record) context.arena.clear();
      if (started) {
        ++at;
      } else {
        at = root.begin();
        end = root.end();
        started = true;
      }
      if (at == end) {
        ended = true;
        context.record.reset();
        bytes.expect_unchanged();
        detail::finish_document(document, context);
        return std::nullopt;
      }
      context.record = context.record.value_or(0) + 1;
      simdjson::ondemand::value element;
      detail::check((*at).get(element), context);
      return json_value{element, context};
    }

    file_bytes bytes;
    json_context context;
    simdjson::ondemand::parser parser;
    simdjson::ondemand::document document;
    simdjson::ondemand::array root;
    simdjson::simdjson_result<simdjson::ondemand::array_iterator> at, end;
    bool started = false, ended = false;
  };

  line_reader lines_;
  json_line line_;
  std::optional<array_reading> array_;
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
