// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a JSON array of records in blocks of whole records, so that memory does not grow with the file. Internal to
// json_records.hpp.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/file_blocks.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_parse.hpp>

#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace detail {

// Records of an array, in brackets, as simdjson has indexed them. The opening bracket stands in the place of the comma
// before the first record, and the closing one in that of the comma after the last, so that offsets stay true.
struct json_block : file_block {
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  simdjson::error_code error = simdjson::EMPTY;  // of the index
  std::uint64_t before = 0;                      // records of earlier blocks
  bool empty = false;                            // a part of one record, which the next block has

  void index() { error = index_document(parser, text(), size + file_bytes::padding, document); }
};

// Cuts an array into blocks; read() and cut() as read() and join() of file_blocks.
class json_array_blocks {
 public:
  static constexpr std::size_t most_record = std::size_t{1} << 28U;

  // With `whole`, the only block holds the whole array.
  json_array_blocks(input& in, std::string_view already, content_tally tally, bool whole = false,
                    std::size_t block_size = file_blocks::usual_size)
      : whole_{whole}, source_{in, already, tally, whole ? file_blocks::all : block_size, most_document} {}

  // Errors: data_error as input
  [[nodiscard]] bool read(json_block& into) { return source_.read(into); }

  // Ends the block after its last whole record. Malformed JSON is left to json_block_records.
  //
  // Errors: data_error for a record of more than most_record bytes, and a whole array of more than 4 GiB
  void cut(json_block& block) {
    source_.join(block);
    if (whole_ && !block.last) throw_data_error({.file = source_.path()}, describe(simdjson::CAPACITY));
    if (block.offset != 0) block.data()[0] = '[';  // in the place of a comma
    block.before = records_;
    block.empty = false;
    if (block.last) return block.index();
    const std::size_t end = find_end(block, last_comma(block.text()));
    if (end != 0) {
      source_.keep(block, end - 1);
      block.size = end;
      return;
    }
    if (block.size >= most_record) {
      throw_data_error(
          {.file = source_.path(), .byte = block.offset},
          "a record of more than 256 MiB, or brackets that do not match; expected a JSON array of records, or "
          "JSON Lines (one record per line)");
    }
    source_.keep(block, 0);
    block.empty = true;
  }

  [[nodiscard]] content_size content() const noexcept { return source_.content(); }

 private:
  // Ends the block at a comma, if the records before it are whole; otherwise after the last one that is. Returns the
  // block's size, or 0 if it has no whole record.
  std::size_t find_end(json_block& block, std::size_t comma) {
    const std::size_t read = block.size;
    while (comma != 0) {
      block.data()[comma] = ']';
      block.size = comma + 1;
      block.index();
      block.size = read;
      if (block.error != simdjson::SUCCESS && block.error != simdjson::UNCLOSED_STRING) return comma + 1;
      std::uint64_t records = 0;
      const std::size_t incomplete = block.error == simdjson::SUCCESS ? first_incomplete(block, comma, records) : 0;
      if (incomplete == comma) {
        records_ += records;
        return comma + 1;
      }
      block.data()[comma] = ',';
      comma = incomplete == 0 ? 0 : comma_before(block.text(), incomplete);
    }
    return 0;
  }

  // Returns the place of the first record that is not whole, or that of the closing bracket; 0 for an index that shows
  // no place.
  [[nodiscard]] static std::size_t first_incomplete(json_block& block, std::size_t close, std::uint64_t& records) {
    simdjson::ondemand::array elements;
    if (block.document.get_array().get(elements) != simdjson::SUCCESS) return 0;
    std::size_t at = 0;
    for (auto element : elements) {
      const char* place = nullptr;
      if (element.error() != simdjson::SUCCESS) return at;
      if (block.document.current_location().get(place) != simdjson::SUCCESS) return at;
      at = static_cast<std::size_t>(place - block.data());
      ++records;
    }
    const char* rest = nullptr;
    const bool ended = block.document.current_location().get(rest) != simdjson::SUCCESS;
    block.document.rewind();
    return ended ? close : 0;
  }

  // Returns the place of the comma before a record, or 0.
  [[nodiscard]] static std::size_t comma_before(std::string_view text, std::size_t record) noexcept {
    if (record == 0) return 0;
    const std::size_t comma = text.find_last_not_of(json_space, record - 1);
    return comma != std::string_view::npos && text[comma] == ',' ? comma : 0;
  }

  // Returns the place of the last comma between what looks like two records, or 0.
  [[nodiscard]] static std::size_t last_comma(std::string_view text) noexcept {
    for (std::size_t at = text.rfind('{'); at != std::string_view::npos && at > 1; at = text.rfind('{', at - 1)) {
      const std::size_t comma = comma_before(text, at);
      if (comma == 0) continue;
      const std::size_t brace = text.find_last_not_of(json_space, comma - 1);
      if (brace != std::string_view::npos && text[brace] == '}') return comma;
    }
    return 0;
  }

  static constexpr std::uint64_t most_document = 0xFFFFFFFFU - file_bytes::padding;

  bool whole_;
  file_blocks source_;
  std::uint64_t records_ = 0;  // of the blocks that were cut
};

// The records of a block, one at a time.
class json_block_records {
 public:
  // Errors: data_error for an index with an error, and for another value than an array
  void open(json_block& block, json_context& context) {
    block_ = &block;
    records_ = block.before;
    context.record.reset();
    context.offset = block.offset;
    begin_document(block.error, block.text(), context);
    context.document = &block.document;
    simdjson::ondemand::array root;
    if (const auto code = block.document.get_array().get(root); code != simdjson::SUCCESS) {
      throw_data_error(context.where(block.text().data() + block.size), describe(code));
    }
    at_ = root.begin();
    end_ = root.end();
    first_ = true;
  }

  // Errors: data_error for malformed JSON, and for bytes after the array
  [[nodiscard]] std::optional<json_value> next(json_context& context) {
    if (!std::exchange(first_, false)) ++at_;
    if (at_ == end_) {
      context.record.reset();
      finish_document(block_->document, context);
      return std::nullopt;
    }
    context.record = ++records_;
    simdjson::ondemand::value element;
    check((*at_).get(element), context);
    return json_value{element, context};
  }

 private:
  json_block* block_ = nullptr;
  simdjson::simdjson_result<simdjson::ondemand::array_iterator> at_, end_;
  std::uint64_t records_ = 0;
  bool first_ = true;
};

// Reads the records of an array one at a time; see json_records.
class json_array {
 public:
  json_array(input& in, std::string_view already, lifetime strings, content_tally tally,
             std::size_t block_size = file_blocks::usual_size)
      : blocks_{in, already, tally, strings == lifetime::source, block_size} {
    context_.file = in.path();
    context_.strings = strings;
    context_.buffer_lasts = true;
  }

  [[nodiscard]] std::optional<json_value> next() {
    context_.path.clear();
    context_.id = {};
    if (context_.strings == lifetime::record) context_.arena.clear();
    for (;;) {
      if (open_) {
        if (const auto record = records_.next(context_)) return record;
        open_ = false;
      }
      if (!blocks_.read(block_)) return std::nullopt;
      blocks_.cut(block_);
      if (block_.empty) continue;
      records_.open(block_, context_);
      open_ = true;
    }
  }

  [[nodiscard]] const json_context& context() const noexcept { return context_; }
  [[nodiscard]] content_size content() const noexcept { return blocks_.content(); }

 private:
  json_array_blocks blocks_;
  json_block block_;
  json_block_records records_;
  json_context context_;
  bool open_ = false;
};

}  // namespace detail
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
