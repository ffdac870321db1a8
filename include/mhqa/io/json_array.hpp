// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a JSON array of records in blocks of whole records, so that memory does not grow with the file. Internal to
// json_records.hpp.
#pragma once

#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/file_blocks.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_context.hpp>
#include <mhqa/io/json_parse.hpp>

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mhqa::inline v0_1::io::detail {

// Records of an array, in brackets, as simdjson has indexed them. The opening bracket stands in the place of the comma
// before the first record, and the closing one in that of the comma after the last, so that offsets stay true.
struct json_block : file_block {
  json_index tokens;
  simdjson::error_code error = simdjson::EMPTY;  // of the index
  std::uint64_t before = 0;                      // records of earlier blocks
  bool empty = false;                            // a part of one record, which the next block has

  void index() { error = tokens.build(text()); }
};

// Cuts an array into blocks; read() and cut() as read() and join() of file_blocks.
class json_array_blocks {
 public:
  // With `whole`, the only block holds the whole array.
  json_array_blocks(input& in, std::string_view already, content_tally tally, bool whole = false,
                    std::size_t block_size = file_blocks::usual_size)
      : whole_{whole}, source_{in, already, tally, whole ? file_blocks::all : block_size, most_document} {
    if (whole && in.size().value_or(0) > most_document) refuse_size();  // before it is read
  }

  // Errors: data_error as input
  [[nodiscard]] bool read(json_block& into) { return source_.read(into); }

  // Ends the block after its last whole record. Malformed JSON is left to json_block_records.
  //
  // Errors: data_error for a record of more than most_record_bytes, and a whole array of more than 4 GiB
  void cut(json_block& block);

  [[nodiscard]] content_size content() const noexcept { return source_.content(); }

 private:
  [[noreturn]] void refuse_size() const;

  // Ends the block at a comma, if the records before it are whole; otherwise after the last one that is. Returns the
  // block's size, or 0 if it has no whole record.
  std::size_t find_end(json_block& block, std::size_t comma);

  // Counts brackets. Returns the place of the first record that is not whole, or that of the closing bracket if all
  // are; also if brackets do not match, which the reader will report.
  [[nodiscard]] static std::size_t first_incomplete(const json_block& block, std::size_t close, std::uint64_t& records);

  // Returns the place of the comma before a record, or 0.
  [[nodiscard]] static std::size_t comma_before(std::string_view text, std::size_t record) noexcept;

  // Returns the place of the last comma between what looks like two records, or 0.
  [[nodiscard]] static std::size_t last_comma(std::string_view text) noexcept;

  static constexpr std::uint64_t most_document = 0xFFFFFFFFU - file_bytes::padding;

  bool whole_;
  file_blocks source_;
  std::uint64_t records_ = 0;  // of the blocks that were cut
};

// The records of a block, one at a time.
class json_block_records {
 public:
  // Errors: data_error for an index with an error, and for another value than an array
  void open(const json_block& block, json_context& context);

  // Returns the next record. After an error within a record, the next call goes on behind that record; after one in
  // what is between records, nothing follows.
  //
  // Errors: data_error for malformed JSON, and for bytes after the array
  [[nodiscard]] std::optional<json_value> next(json_context& context);

  [[nodiscard]] bool ended() const noexcept { return ended_; }

 private:
  // Steps over a record that an error has ended, by its brackets.
  static void leave(const std::uint32_t* record, json_context& context) noexcept;

  std::uint64_t records_ = 0;
  const std::uint32_t* record_ = nullptr;  // the first token of the last record that was returned
  bool ended_ = true;
};

// Reads the records of an array one at a time; see json_records.
class json_array {
 public:
  json_array(input& in, std::string_view already, lifetime strings, content_tally tally,
             std::size_t block_size = file_blocks::usual_size);

  [[nodiscard]] std::optional<json_value> next();

  [[nodiscard]] const json_context& context() const noexcept { return context_; }
  [[nodiscard]] content_size content() const noexcept { return blocks_.content(); }

 private:
  json_array_blocks blocks_;
  json_block block_;
  json_block_records records_;
  json_context context_;
  bool open_ = false;
};

}  // namespace mhqa::inline v0_1::io::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/json_array.ipp>
#endif
