// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of json_array.hpp.
#pragma once

#include <mhqa/io/json_array.hpp>

#include <mhqa/error.hpp>
#include <mhqa/expansion_budget.hpp>
#include <mhqa/io/json_check.hpp>

#include <algorithm>
#include <utility>

namespace mhqa::inline v0_1::io::detail {

MHQA_INLINE void json_array_blocks::refuse_size() const {
  throw_data_error({.file = source_.path()}, describe(simdjson::CAPACITY));
}

MHQA_INLINE void json_array_blocks::cut(json_block& block) {
  source_.join(block);
  if (whole_ && !block.last) refuse_size();
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
  if (block.size >= most_record_bytes) {
    throw_data_error(
        {.file = source_.path(), .byte = block.offset},
        "a record of more than 256 MiB, or brackets that do not match; expected a JSON array of records, or "
        "JSON Lines (one record per line)");
  }
  source_.keep(block, 0);
  block.empty = true;
}

MHQA_INLINE std::size_t json_array_blocks::find_end(json_block& block, std::size_t comma) {
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

MHQA_INLINE std::size_t json_array_blocks::first_incomplete(const json_block& block, std::size_t close,
                                                            std::uint64_t& records) {
  const char* const text = block.data();
  const std::uint32_t* record = nullptr;
  std::size_t depth = 0;
  for (const std::uint32_t* at = block.tokens.begin(); at != block.tokens.end(); ++at) {
    const char first = text[*at];
    if (first == ',' && depth != 1) continue;
    if (first == ',' || at == block.tokens.begin()) {
      ++records;
      record = at + 1;
    }
    if (first == '{' || first == '[') {
      ++depth;
    } else if ((first == '}' || first == ']') && --depth == 0) {
      return close;
    }
  }
  return record == nullptr || record == block.tokens.end() ? 0 : *record;
}

MHQA_INLINE std::size_t json_array_blocks::comma_before(std::string_view text, std::size_t record) noexcept {
  if (record == 0) return 0;
  const std::size_t comma = text.find_last_not_of(json_space, record - 1);
  return comma != std::string_view::npos && text[comma] == ',' ? comma : 0;
}

MHQA_INLINE std::size_t json_array_blocks::last_comma(std::string_view text) noexcept {
  for (std::size_t at = text.rfind('{'); at != std::string_view::npos && at > 1; at = text.rfind('{', at - 1)) {
    const std::size_t comma = comma_before(text, at);
    if (comma == 0) continue;
    const std::size_t brace = text.find_last_not_of(json_space, comma - 1);
    if (brace != std::string_view::npos && text[brace] == '}') return comma;
  }
  return 0;
}

MHQA_INLINE void json_block_records::open(const json_block& block, json_context& context) {
  records_ = block.before;
  context.record.reset();
  context.offset = block.offset;
  ended_ = true;  // unless it begins without an error
  begin_document(block.tokens, block.error, block.text(), context);
  if (context.first_of(context.first) != '[' || context.first_of(context.end - 1) != ']') {
    throw_data_error(context.where(block.text().data() + block.size), describe(simdjson::INCOMPLETE_ARRAY_OR_OBJECT));
  }
  ended_ = false;
  record_ = nullptr;
}

MHQA_INLINE std::optional<json_value> json_block_records::next(json_context& context) {
  if (std::exchange(ended_, true)) return std::nullopt;
  const std::uint32_t* const before = std::exchange(record_, nullptr);
  if (before == nullptr) {
    context.token = context.first + 1;
  } else if (context.open != 0) {
    leave(before, context);
  } else if (context.token == before) {
    ended_ = false;  // so that an error in this record does not end the array
    record_ = before;
    context.open = 1;
    skip_value(context);
    context.open = 0;
    ended_ = true;
  }
  const char next = context.first_of(context.token);
  if (next == ']') {
    context.record.reset();
    ++context.token;
    finish_document(context);
    return std::nullopt;
  }
  context.record = ++records_;
  if (before != nullptr && next != ',') fail_malformed(context.place_of(context.token), element_end, context);
  context.token += before == nullptr ? 0 : 1;
  record_ = context.token;
  ended_ = false;
  return json_value{context};
}

MHQA_INLINE void json_block_records::leave(const std::uint32_t* record, json_context& context) noexcept {
  std::size_t depth = 0;
  const std::uint32_t* at = record;
  for (; at != context.end; ++at) {
    const char first = context.first_of(at);
    if (depth == 0 && (first == ',' || first == ']')) break;
    if (first == '{' || first == '[') ++depth;
    if (first == '}' || first == ']') --depth;
  }
  context.token = at;
  context.checked = std::max(context.checked, at);
  context.bad = nullptr;
  context.open = 0;
  context.members.clear();
}

MHQA_INLINE json_array::json_array(input& in, std::string_view already, lifetime strings, content_tally tally,
                                   std::size_t block_size)
    : blocks_{in, already, tally, strings == lifetime::source, block_size} {
  context_.file = in.path();
  context_.strings = strings;
  context_.buffer_lasts = true;
}

MHQA_INLINE std::optional<json_value> json_array::next() {
  context_.path.clear();
  context_.id = {};
  if (context_.strings == lifetime::record) context_.arena.clear();
  for (;;) {
    if (open_) {
      if (records_.ended()) return std::nullopt;  // by an error
      if (const auto record = records_.next(context_)) return record;
      open_ = false;
    }
    if (!blocks_.read(block_)) return std::nullopt;
    blocks_.cut(block_);
    if (block_.empty) continue;
    open_ = true;
    records_.open(block_, context_);
  }
}

}  // namespace mhqa::inline v0_1::io::detail
