// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the two shapes of JSON files in the field: one object (json_document), and records as a JSON array or as JSON
// Lines (json_records), which it tells apart by the first byte. Both also read data that a caller holds.
#pragma once

#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/data_source.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_array.hpp>
#include <mhqa/io/json_line.hpp>
#include <mhqa/io/json_parse.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/io/record_team.hpp>
#include <mhqa/parallel.hpp>

#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// A file that is one JSON object, e.g. predictions by id. Its strings are valid while this object exists; those of
/// held data, which must `last`, while the caller's does.
///
/// Errors: data_error, as input, file_bytes and json_value
/// Cost:   memory for the file; simdjson's index takes up to 4 bytes for each bracket, comma, colon, value
class json_document {
 public:
  explicit json_document(const data_source& source);

  /// Takes content that was read before; `path` names it in errors.
  json_document(file_bytes&& content, const std::string& path);
  json_document(const json_document&) = delete;
  json_document& operator=(const json_document&) = delete;

  /// Calls f(name, value) for each member of the root object, as json_value::object().
  template <class F>
  void for_each_field(F&& f) {
    json_value root = begin();
    root.object(f);
    finish();
  }

  /// Calls f(name, value) for each member of the root object, as json_value::entries().
  template <class F>
  void for_each_entry(F&& f) {
    json_value root = begin();
    root.entries(f);
    finish();
  }

 private:
  [[nodiscard]] json_value begin();
  [[nodiscard]] json_value begin_held();
  void finish() const;

  data_source source_;
  std::optional<file_bytes> bytes_;
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
///         array if its strings outlive the record. content_tally::on adds a pass over the bytes. Held records are read
///         on one thread, without a tally; if their strings outlive the record, they must `last`
class json_records {
 public:
  explicit json_records(const data_source& source, lifetime strings = lifetime::record,
                        content_tally tally = content_tally::off);
  json_records(const json_records&) = delete;
  json_records& operator=(const json_records&) = delete;

  /// Returns the next record, or nothing at the end. Invalidates the previous value and, with lifetime::record, its
  /// strings.
  [[nodiscard]] std::optional<json_value> next();

  /// Calls f(record) for each record in file order, one call at a time. parse(json_value, record) runs on the threads
  /// of the executor. Call it instead of next().
  ///
  /// Shape:  a record and its strings last until f returns; its members keep what parse does not replace. Blocks have
  ///         block_size bytes, at least 1 and at most 2^30
  /// Errors: those of next(), of parse and of f, the first in file order; f has received the records before it
  /// Cost:   memory for a block and its records for each thread. Blocks are read and indexed one after the other
  template <class Record, executor E, class Parse, class F>
  void for_each(E& executor, const Parse& parse, F&& f, std::size_t block_size = detail::file_blocks::usual_size) {
    const auto parse_one = [&](json_value value, Record& out) { parse(value, out); };
    const auto receive_one = [&](const Record& record) { f(record); };
    const auto work = detail::record_work<Record>::of(parse_one, receive_one);
    if (held_ != nullptr) return for_each_held(work);
    block_size = std::clamp<std::size_t>(block_size, 1, std::size_t{1} << 30U);
    const std::string& path = lines_->source().path();
    if (is_array_) {
      detail::json_array_blocks blocks{lines_->source(), lines_->buffered(), tally_, false, block_size};
      detail::for_each_of_blocks<detail::json_block, detail::array_block_records>(blocks, path, executor, work);
      content_ = blocks.content();
    } else {
      detail::line_blocks blocks{lines_->source(), lines_->buffered(), tally_, block_size};
      detail::for_each_of_blocks<detail::line_block, detail::line_block_records>(blocks, path, executor, work);
      content_ = blocks.content();
    }
  }

  [[nodiscard]] bool is_array() const noexcept { return is_array_; }

  /// Returns the first bytes, at most 64 KiB. Call it before next(), which reads them too, and for a
  /// file only; so is all().
  [[nodiscard]] std::string_view head() { return lines_->head(std::size_t{1} << 16U); }

  /// Returns all bytes, to be read in another way. Call it instead of next().
  [[nodiscard]] file_bytes all() { return {lines_->source(), lines_->buffered()}; }

  [[nodiscard]] const json_context& context() const noexcept { return array_ ? array_->context() : line_.context(); }

  /// Returns size and hash of the bytes that the records were read from. Call it after the last record; needs
  /// content_tally::on.
  [[nodiscard]] content_size content() const noexcept;

 private:
  [[nodiscard]] std::optional<json_value> next_held();

  template <class Record>
  void for_each_held(const detail::record_work<Record>& work) {
    auto record = Record();
    while (std::optional<json_value> value = next()) {
      work.parse(work.parser, *value, record);
      work.receive(work.receiver, record);
    }
  }

  content_tally tally_;
  data_source data_;
  const held_records* held_;  // of data_; null for a file
  std::span<const held_value> batch_;
  std::uint64_t count_ = 0;  // of held records
  std::optional<line_reader> lines_;
  json_line line_;
  std::optional<detail::json_array> array_;
  std::optional<content_size> content_;  // of for_each()
  bool is_array_ = false;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/json_records.ipp>
#endif
