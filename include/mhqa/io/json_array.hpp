// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a JSON array of records in blocks of whole records, so that memory does not grow with the file. Internal to
// json_records.hpp.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_parse.hpp>

#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace detail {

// Records of an array, in brackets, as simdjson has indexed them. The opening bracket stands in the place of the comma
// before the first record, and the closing one in that of the comma after the last, so that offsets stay true.
struct json_block {
  std::unique_ptr<char[]> bytes;
  std::size_t room = 0;  // without padding
  std::size_t size = 0;  // of the text
  std::uint64_t offset = 0;
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  simdjson::error_code error = simdjson::EMPTY;  // of the index
  bool last = false;

  json_block() = default;
  json_block(const json_block&) = delete;
  json_block& operator=(const json_block&) = delete;

  [[nodiscard]] std::string_view text() const noexcept { return {bytes.get(), size}; }

  void reserve(std::size_t most) {
    if (most <= room) return;
    auto larger = std::make_unique_for_overwrite<char[]>(most + file_bytes::padding);
    if (size != 0) std::memcpy(larger.get(), bytes.get(), size);
    bytes = std::move(larger);
    room = most;
  }

  void index() { error = index_document(parser, text(), size + file_bytes::padding, document); }
};

// Cuts an array into blocks.
class json_block_reader {
 public:
  static constexpr std::size_t most_record = std::size_t{1} << 28U;
  static constexpr std::size_t usual_size = std::size_t{1} << 19U;

  // `already` was read from the input before. With `whole`, the only block holds the whole array.
  json_block_reader(input& in, std::string_view already, content_tally tally, bool whole,
                    std::size_t block_size = usual_size)
      : in_{&in}, tally_{tally}, whole_{whole}, block_size_{block_size}, carried_{already} {
    if (tally_ == content_tally::on) hash_.add(already);
  }

  // Reads the next block; not after the last.
  //
  // Errors: data_error as input, and for a record of more than most_record bytes. Malformed JSON is left to the
  //         caller
  void read(json_block& into) {
    into.size = 0;
    into.last = false;
    into.offset = offset_;
    std::size_t wanted = std::max(carried_.size() * 2, first_room());
    into.reserve(wanted);
    std::memcpy(into.bytes.get(), carried_.data(), carried_.size());
    into.size = carried_.size();
    carried_.clear();
    while (!fill(into, wanted)) {
      const std::size_t read = into.size;
      if (cut_at(into, last_comma(into.text()))) return carry(into, read);
      if (wanted >= most_record) {
        throw_data_error(
            {.file = in_->path(), .byte = into.offset},
            "a record of more than 256 MiB, or brackets that do not match; expected a JSON array of records, or "
            "JSON Lines (one record per line)");
      }
      wanted *= 2;
    }
    into.last = true;
    open(into);
    into.index();
  }

  [[nodiscard]] content_size content() const noexcept { return hash_.result(); }

 private:
  [[nodiscard]] std::size_t first_room() const {
    if (!whole_ || !in_->size()) return block_size_;
    if (*in_->size() > most_document) throw_data_error({.file = in_->path()}, describe(simdjson::CAPACITY));
    return static_cast<std::size_t>(*in_->size()) + 1;  // so that one read() finds the end
  }

  // Fills the block up to `wanted` bytes, or without a limit; returns true at the end of the file.
  bool fill(json_block& into, std::size_t wanted) {
    for (;;) {
      if (into.size >= wanted) {
        if (!whole_) return false;
        wanted *= 2;
      }
      into.reserve(wanted);
      const std::size_t got = in_->read({into.bytes.get() + into.size, wanted - into.size});
      if (got == 0) break;
      if (tally_ == content_tally::on) hash_.add({into.bytes.get() + into.size, got});
      into.size += got;
      if (into.size > most_document) throw_data_error({.file = in_->path()}, describe(simdjson::CAPACITY));
    }
    in_->expect_unchanged();
    std::memset(into.bytes.get() + into.size, 0, file_bytes::padding);
    return true;
  }

  // A later block begins with the comma before its first record.
  void open(json_block& into) const noexcept {
    if (offset_ != 0) into.bytes[0] = '[';
  }

  // Ends the block at a comma, if the records before it are whole; otherwise after the last one that is.
  bool cut_at(json_block& into, std::size_t comma) {
    const std::size_t read = into.size;
    open(into);
    while (comma != 0) {
      into.bytes[comma] = ']';
      into.size = comma + 1;
      into.index();
      if (into.error != simdjson::SUCCESS && into.error != simdjson::UNCLOSED_STRING) return true;
      const std::size_t incomplete = into.error == simdjson::SUCCESS ? first_incomplete(into) : 0;
      if (incomplete == comma) return true;
      into.bytes[comma] = ',';
      into.size = read;
      comma = incomplete == 0 ? 0 : comma_before(into.text(), incomplete);
    }
    return false;
  }

  // Returns the place of the first record that is not whole, or that of the closing bracket; 0 for an index that shows
  // no place.
  [[nodiscard]] static std::size_t first_incomplete(json_block& block) {
    simdjson::ondemand::array records;
    if (block.document.get_array().get(records) != simdjson::SUCCESS) return 0;
    std::size_t at = 0;
    for (auto record : records) {
      const char* place = nullptr;
      if (record.error() != simdjson::SUCCESS) return at;
      if (block.document.current_location().get(place) != simdjson::SUCCESS) return at;
      at = static_cast<std::size_t>(place - block.bytes.get());
    }
    const char* rest = nullptr;
    const bool ended = block.document.current_location().get(rest) != simdjson::SUCCESS;
    block.document.rewind();
    return ended ? block.size - 1 : 0;
  }

  // Returns the place of the comma before a record, or 0.
  [[nodiscard]] static std::size_t comma_before(std::string_view text, std::size_t record) noexcept {
    if (record == 0) return 0;
    const std::size_t comma = text.find_last_not_of(json_space, record - 1);
    return comma != std::string_view::npos && text[comma] == ',' ? comma : 0;
  }

  // Returns the place of the last comma between what looks like two records, or 0.
  [[nodiscard]] std::size_t last_comma(std::string_view text) const noexcept {
    for (std::size_t at = text.rfind('{'); at != std::string_view::npos && at > 1; at = text.rfind('{', at - 1)) {
      const std::size_t comma = comma_before(text, at);
      if (comma == 0) continue;
      const std::size_t brace = text.find_last_not_of(json_space, comma - 1);
      if (brace != std::string_view::npos && text[brace] == '}') return comma;
    }
    return 0;
  }

  // Keeps what was read after the block's last record.
  void carry(json_block& into, std::size_t read) {
    const std::size_t comma = into.size - 1;
    carried_.assign(into.bytes.get() + comma, read - comma);
    carried_[0] = ',';
    offset_ = into.offset + comma;
  }

  static constexpr std::uint64_t most_document = 0xFFFFFFFFU - file_bytes::padding;

  input* in_;
  content_tally tally_;
  content_hasher hash_;
  bool whole_;
  std::size_t block_size_;
  std::string carried_;
  std::uint64_t offset_ = 0;  // of the next block
};

// Reads the records of an array one at a time; see json_records.
class json_array {
 public:
  json_array(input& in, std::string_view already, lifetime strings, content_tally tally,
             std::size_t block_size = json_block_reader::usual_size)
      : reader_{in, already, tally, strings == lifetime::source, block_size} {
    context_.file = in.path();
    context_.strings = strings;
    context_.buffer_lasts = true;
    open();
  }

  [[nodiscard]] std::optional<json_value> next() {
    if (ended_) return std::nullopt;
    context_.path.clear();
    context_.id = {};
    if (context_.strings == lifetime::record) context_.arena.clear();
    if (records_ != 0) ++at_;
    while (at_ == end_) {
      context_.record.reset();
      finish_document(block_.document, context_);
      ended_ = block_.last;
      if (ended_) return std::nullopt;
      open();
    }
    context_.record = ++records_;
    simdjson::ondemand::value element;
    check((*at_).get(element), context_);
    return json_value{element, context_};
  }

  [[nodiscard]] const json_context& context() const noexcept { return context_; }
  [[nodiscard]] content_size content() const noexcept { return reader_.content(); }

 private:
  void open() {
    reader_.read(block_);
    context_.record.reset();
    context_.offset = block_.offset;
    begin_document(block_.error, block_.text(), context_);
    context_.document = &block_.document;
    simdjson::ondemand::array root;
    if (const auto code = block_.document.get_array().get(root); code != simdjson::SUCCESS) {
      throw_data_error(context_.where(block_.text().data() + block_.size), describe(code));
    }
    at_ = root.begin();
    end_ = root.end();
  }

  json_block_reader reader_;
  json_block block_;
  json_context context_;
  simdjson::simdjson_result<simdjson::ondemand::array_iterator> at_, end_;
  std::uint64_t records_ = 0;
  bool ended_ = false;
};

}  // namespace detail
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
