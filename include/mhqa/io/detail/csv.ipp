// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of csv.hpp.
#pragma once

#include <mhqa/io/csv.hpp>

#include <mhqa/io/json.hpp>
#include <mhqa/io/plain_text.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <utility>

namespace mhqa::inline v0_1::io {

MHQA_INLINE csv_records::csv_records(const std::string& path)
    : path_{path}, bytes_{path, file_access::copied}, text_{bytes_.view()} {
  expect_utf8(text_, path_);
  if (!read_row()) throw_data_error({.file = path_}, "expected a row of column names, found an empty file");
  string_index names;
  for (const std::string_view name : fields_) {
    if (!names.insert(name).second) {
      throw_data_error({.file = path_, .field = std::string{name}}, "expected each column once, found it twice");
    }
    columns_.emplace_back(name);
  }
}

MHQA_INLINE std::size_t csv_records::column(std::string_view name) const {
  const auto found = std::find(columns_.begin(), columns_.end(), name);
  if (found == columns_.end()) {
    throw_data_error({.file = path_}, "expected the column \"" + std::string{name} + "\", which is missing");
  }
  return static_cast<std::size_t>(found - columns_.begin());
}

MHQA_INLINE std::optional<std::span<const std::string_view>> csv_records::next() {
  arena_.clear();
  ++record_;
  if (!read_row()) {
    --record_;
    return std::nullopt;
  }
  if (fields_.size() != columns_.size()) {
    fail(row_begin_, "expected " + std::to_string(columns_.size()) + " fields, as the first row has, found " +
                         std::to_string(fields_.size()));
  }
  return std::span<const std::string_view>{fields_};
}

MHQA_INLINE void csv_records::fail(std::size_t at, std::string problem) const {
  place where{.file = path_, .byte = at};
  if (record_ != 0) where.record = record_;
  throw_data_error(std::move(where), std::move(problem));
}

MHQA_INLINE std::size_t csv_records::line_end(std::size_t at) const noexcept {
  if (at < text_.size() && text_[at] == '\n') return 1;
  return text_.substr(at, 2) == "\r\n" ? 2 : 0;
}

MHQA_INLINE bool csv_records::read_row() {
  while (const std::size_t blank = line_end(at_)) at_ += blank;
  fields_.clear();
  if (at_ == text_.size()) return false;
  row_begin_ = at_;
  for (;;) {
    fields_.push_back(at_ < text_.size() && text_[at_] == '"' ? quoted_field() : bare_field());
    if (at_ == text_.size()) return true;
    if (text_[at_] != ',') break;
    ++at_;
  }
  at_ += line_end(at_);
  return true;
}

MHQA_INLINE std::string_view csv_records::bare_field() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && text_[at_] != ',' && line_end(at_) == 0) {
    if (text_[at_] == '"')
      fail(at_, "a quote inside a field; expected the whole field in quotes, and its quotes doubled");
    ++at_;
  }
  return text_.substr(begin, at_ - begin);
}

MHQA_INLINE std::string_view csv_records::quoted_field() {
  const std::size_t open = at_++;
  bool doubled = false;
  std::size_t close = at_;
  for (;; close += 2, doubled = true) {
    close = text_.find('"', close);
    if (close == std::string_view::npos) fail(open, "quotes that are not closed");
    if (close + 1 == text_.size() || text_[close + 1] != '"') break;
  }
  const std::string_view raw = text_.substr(at_, close - at_);
  at_ = close + 1;
  if (at_ != text_.size() && text_[at_] != ',' && line_end(at_) == 0) {
    fail(at_, "expected a comma or the line's end after the closing quote");
  }
  if (!doubled) return raw;
  char* const out = arena_.reserve(raw.size());
  std::size_t size = 0;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    out[size++] = raw[i];
    if (raw[i] == '"') ++i;
  }
  arena_.commit(size);
  return {out, size};
}

}  // namespace mhqa::inline v0_1::io
