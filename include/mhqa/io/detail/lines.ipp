// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of lines.hpp.
#pragma once

#include <mhqa/io/lines.hpp>

#include <mhqa/io/plain_text.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE void throw_long_line(const std::string& file, std::uint64_t number, std::string_view unit) {
  throw_data_error({.file = file, .record = number}, "a line of more than 256 MiB; expected " + std::string{unit});
}

}  // namespace detail

MHQA_INLINE std::optional<std::string_view> line_reader::next() {
  std::size_t scanned = 0;
  for (;;) {
    const std::string_view rest = buffered();
    const void* const found =
        rest.size() == scanned ? nullptr : std::memchr(rest.data() + scanned, '\n', rest.size() - scanned);
    std::size_t length = rest.size();
    if (found != nullptr) {
      length = static_cast<std::size_t>(static_cast<const char*>(found) - rest.data());
    } else if (!ended_) {
      if (length > max_line) refuse();
      scanned = length;
      fill();
      continue;
    } else if (rest.empty()) {
      return std::nullopt;
    }
    if (length > max_line) refuse();
    line_offset_ = buffer_offset_ + begin_;
    begin_ += length + (found != nullptr ? 1 : 0);
    ++number_;
    return rest.substr(0, length);
  }
}

MHQA_INLINE std::optional<std::string_view> line_reader::next_text() {
  const std::optional<std::string_view> line = next();
  if (!line) return line;
  const std::size_t invalid = detail::first_invalid_utf8(*line);
  if (invalid != line->size()) {
    throw_data_error({.file = input_.path(), .record = number_, .byte = line_offset_ + invalid},
                     "expected valid UTF-8");
  }
  return line;
}

MHQA_INLINE std::optional<char> line_reader::peek(std::string_view passed_over) {
  std::size_t at = 0;
  for (;;) {
    const std::string_view rest = buffered();
    for (; at < rest.size(); ++at) {
      if (passed_over.find(rest[at]) == std::string_view::npos) return rest[at];
    }
    if (ended_) return std::nullopt;
    if (rest.size() > max_line) refuse();
    fill();
  }
}

MHQA_INLINE std::string_view line_reader::head(std::size_t size) {
  while (!ended_ && buffered().size() < size) fill();
  return buffered().substr(0, size);
}

MHQA_INLINE void line_reader::fill() {
  if (begin_ != 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
    buffer_offset_ += begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == capacity_) {
    capacity_ = capacity_ == 0 ? piece : std::min(capacity_ * 2, max_line + piece);
    auto larger = std::make_unique_for_overwrite<char[]>(capacity_ + file_bytes::padding);
    if (end_ != 0) std::memcpy(larger.get(), buffer_.get(), end_);
    buffer_ = std::move(larger);
  }
  ended_ = true;  // unless it succeeds, so that a caller who goes on after an error comes to an end
  const std::size_t got = input_.read({buffer_.get() + end_, capacity_ - end_});
  if (got == 0) input_.expect_unchanged();
  if (tally_ == content_tally::on) hash_.add({buffer_.get() + end_, got});
  if (end_ == 0 && buffer_offset_ == 0) expect_plain_text({buffer_.get(), got}, input_.path());
  end_ += got;
  ended_ = got == 0;
  std::memset(buffer_.get() + end_, 0, file_bytes::padding);
}

MHQA_INLINE void line_reader::refuse() {
  ended_ = true;
  begin_ = end_;
  detail::throw_long_line(input_.path(), number_ + 1, unit_);
}

}  // namespace mhqa::inline v0_1::io
