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
#include <mhqa/io/json_line.hpp>
#include <mhqa/io/json_parse.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/io/plain_text.hpp>
#include <mhqa/io/record_team.hpp>
#include <mhqa/parallel.hpp>

#include <simdjson.h>

#include <algorithm>
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

  /// Calls f(name, value) for each member of the root object, as json_value::object().
  template <class F>
  void for_each_field(F&& f) {
    json_value root = begin();
    root.object(f);
    detail::finish_document(context_);
  }

  /// Calls f(name, value) for each member of the root object, as json_value::entries().
  template <class F>
  void for_each_entry(F&& f) {
    json_value root = begin();
    root.entries(f);
    detail::finish_document(context_);
  }

 private:
  [[nodiscard]] json_value begin() {
    const std::string_view text = bytes_.view();
    detail::begin_document(index_, index_.build(text), text, context_);
    const char* const first = context_.place_of(context_.first);
    if (*first != '{') {
      const std::string_view rest = text.substr(static_cast<std::size_t>(first - text.data()));
      throw_data_error(
          context_.where(first),
          "expected one JSON object, found " + (*first == '[' ? std::string{"an array"} : detail::beginning_of(rest)));
    }
    if (context_.first_of(context_.end - 1) != '}') {
      throw_data_error(context_.where(text.data() + text.size()),
                       detail::describe(simdjson::INCOMPLETE_ARRAY_OR_OBJECT));
    }
    return json_value{context_};
  }

  file_bytes bytes_;
  json_context context_;
  detail::json_index index_;
};

/// Reads records one at a time from a JSON array or from JSON Lines.
///
/// Shape:  next() returns the records in file order, then nothing; it skips blank lines. for_each() reads them on
///         threads
/// Errors: data_error, also for a line or a record of an array over 256 MiB, a file that changed while it was read, and
///         an array over 4 GiB whose strings outlive the record
/// Cost:   memory for one line, or for a block of an array, which has 512 KiB or the longest record; for the whole
///         array if its strings outlive the record. content_tally::on adds a pass over the bytes
class json_records {
 public:
  explicit json_records(const std::string& path, lifetime strings = lifetime::record,
                        content_tally tally = content_tally::off)
      : tally_{tally}, lines_{path, detail::json_lines_unit, tally}, line_{path, strings} {
    const std::optional<char> first = lines_.peek(detail::json_space);
    if (!first) throw_data_error({.file = path}, "expected records, found an empty file");
    is_array_ = *first == '[';
    if (!is_array_ && *first != '{') {
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
    if (is_array_) {
      if (!array_) array_.emplace(lines_.source(), lines_.buffered(), line_.context().strings, tally_);
      return array_->next();
    }
    line_.finish();
    for (;;) {
      const std::optional<std::string_view> line = lines_.next();
      if (!line) return std::nullopt;
      if (line->find_first_not_of(detail::json_space) == std::string_view::npos) continue;
      return line_.parse(*line, lines_.number(), lines_.offset());
    }
  }

  /// Calls f(record) for each record in file order, one call at a time. parse(json_value, record) runs on the threads
  /// of the executor. Call it instead of next().
  ///
  /// Shape:  a record and its strings last until f returns; its members keep what parse does not replace. Blocks have
  ///         block_size bytes, at least 1 and at most 2^30
  /// Errors: those of next(), of parse and of f, the first in file order; f has received the records before it
  /// Cost:   memory for a block and its records for each thread. Blocks are read and indexed one after the other
  template <class Record, executor E, class Parse, class F>
  void for_each(E& executor, const Parse& parse, F&& f, std::size_t block_size = detail::file_blocks::usual_size) {
    block_size = std::clamp<std::size_t>(block_size, 1, std::size_t{1} << 30U);
    const std::string& path = lines_.source().path();
    const auto parse_one = [&](json_value value, Record& out) { parse(value, out); };
    const auto receive_one = [&](const Record& record) { f(record); };
    const auto work = detail::record_work<Record>::of(parse_one, receive_one);
    if (is_array_) {
      detail::json_array_blocks blocks{lines_.source(), lines_.buffered(), tally_, false, block_size};
      detail::for_each_of_blocks<detail::json_block, detail::array_block_records>(blocks, path, executor, work);
      content_ = blocks.content();
    } else {
      detail::line_blocks blocks{lines_.source(), lines_.buffered(), tally_, block_size};
      detail::for_each_of_blocks<detail::line_block, detail::line_block_records>(blocks, path, executor, work);
      content_ = blocks.content();
    }
  }

  [[nodiscard]] bool is_array() const noexcept { return is_array_; }

  /// Returns the first bytes, at most 64 KiB. Call it before next(), which reads them too.
  [[nodiscard]] std::string_view head() { return lines_.head(std::size_t{1} << 16U); }

  /// Returns all bytes, to be read in another way. Call it instead of next().
  [[nodiscard]] file_bytes all() { return {lines_.source(), lines_.buffered()}; }

  [[nodiscard]] const json_context& context() const noexcept { return array_ ? array_->context() : line_.context(); }

  /// Returns size and hash of the bytes that the records were read from. Call it after the last record; needs
  /// content_tally::on.
  [[nodiscard]] content_size content() const noexcept {
    if (content_) return *content_;
    return array_ ? array_->content() : lines_.content();
  }

 private:
  content_tally tally_;
  line_reader lines_;
  json_line line_;
  std::optional<detail::json_array> array_;
  std::optional<content_size> content_;  // of for_each()
  bool is_array_ = false;
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
