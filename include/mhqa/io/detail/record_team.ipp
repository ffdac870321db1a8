// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of record_team.hpp.
#pragma once

#include <mhqa/io/record_team.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/json_parse.hpp>
#include <mhqa/io/lines.hpp>

#include <cstring>

namespace mhqa::inline v0_1::io::detail {

MHQA_INLINE void line_blocks::cut(line_block& block) {
  source_.join(block);
  block.before = lines_;
  block.empty = false;
  if (block.last) return;
  const std::size_t end = block.text().rfind('\n');
  if (end == std::string_view::npos) {
    if (block.size > line_reader::max_line) throw_long_line(source_.path(), lines_ + 1, json_lines_unit);
    source_.keep(block, 0);
    block.empty = true;
    return;
  }
  source_.keep(block, end + 1);
  const std::string_view text = block.text();
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) ++lines_;
}

MHQA_INLINE void line_block_records::open(line_block& block) {
  line_.forget();
  block_ = &block;
  at_ = 0;
  number_ = block.before;
}

MHQA_INLINE std::optional<json_value> line_block_records::next() {
  line_.finish();
  const std::string_view text = block_->text();
  while (at_ < text.size()) {
    const std::size_t begin = at_;
    const void* const found = std::memchr(text.data() + begin, '\n', text.size() - begin);
    const std::size_t end =
        found == nullptr ? text.size() : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    at_ = end + 1;
    ++number_;
    const std::string_view line = text.substr(begin, end - begin);
    if (line.size() > line_reader::max_line) throw_long_line(line_.context().file, number_, json_lines_unit);
    if (line.find_first_not_of(json_space) == std::string_view::npos) continue;
    return line_.parse(line, number_, block_->offset + begin);
  }
  return std::nullopt;
}

MHQA_INLINE array_block_records::array_block_records(const std::string& path) {
  context_.file = path;
  context_.strings = lifetime::source;
  context_.buffer_lasts = true;
}

MHQA_INLINE void array_block_records::open(json_block& block) {
  context_.arena.clear();
  context_.path.clear();
  context_.id = {};
  records_.open(block, context_);
}

MHQA_INLINE std::optional<json_value> array_block_records::next() {
  context_.path.clear();
  context_.id = {};
  return records_.next(context_);
}

MHQA_INLINE bool turnstile::wait(std::uint64_t number) {
  std::unique_lock lock{mutex_};
  changed_.wait(lock, [&] { return next_ == number || stopped_; });
  return !stopped_;
}

MHQA_INLINE void turnstile::pass() {
  {
    const std::lock_guard lock{mutex_};
    ++next_;
  }
  changed_.notify_all();
}

MHQA_INLINE void turnstile::stop() {
  {
    const std::lock_guard lock{mutex_};
    stopped_ = true;
  }
  changed_.notify_all();
}

}  // namespace mhqa::inline v0_1::io::detail
