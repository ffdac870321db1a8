// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of file_blocks.hpp.
#pragma once

#include <mhqa/io/file_blocks.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace mhqa::inline v0_1::io::detail {

MHQA_INLINE void file_block::reserve(std::size_t most, std::size_t place) {
  if (most > room) {
    auto larger = std::make_unique_for_overwrite<char[]>(most + file_bytes::padding);
    if (size != 0) std::memcpy(larger.get() + place, data(), size);
    bytes = std::move(larger);
    room = most;
  } else if (size != 0 && place != begin) {
    std::memmove(bytes.get() + place, data(), size);
  }
  begin = place;
}

MHQA_INLINE bool file_blocks::read(file_block& into) {
  if (ended_) return false;
  into.size = 0;
  into.last = false;
  std::size_t wanted = wanted_.load(std::memory_order_relaxed);
  if (wanted == all) wanted = in_->size() ? static_cast<std::size_t>(std::min(*in_->size(), most_)) + 1 : usual_size;
  into.reserve(before + wanted, before);
  while (!ended_) {
    if (into.size == wanted) {
      if (block_size_ != all || into.size > most_) break;
      wanted *= 2;
      into.reserve(before + wanted, before);
    }
    const std::size_t got = read_some({into.data() + into.size, wanted - into.size});
    if (tally_ == content_tally::on) hash_.add({into.data() + into.size, got});
    into.size += got;
    ended_ = got == 0;
  }
  if (ended_) in_->expect_unchanged();
  into.last = ended_;
  std::memset(into.data() + into.size, 0, file_bytes::padding);
  return true;
}

MHQA_INLINE void file_blocks::join(file_block& into) {
  if (carried_.size() > into.begin) {
    into.reserve(carried_.size() + into.size, carried_.size());
    std::memset(into.data() + into.size, 0, file_bytes::padding);
  }
  into.begin -= carried_.size();
  into.size += carried_.size();
  std::memcpy(into.data(), carried_.data(), carried_.size());
  carried_.clear();
  into.offset = offset_;
  offset_ += into.size;
  wanted_.store(block_size_, std::memory_order_relaxed);
}

MHQA_INLINE void file_blocks::keep(file_block& from, std::size_t at) {
  carried_.assign(from.text().substr(at));
  offset_ = from.offset + at;
  from.size = at;
  wanted_.store(std::max(block_size_, 2 * carried_.size()), std::memory_order_relaxed);
}

MHQA_INLINE std::size_t file_blocks::read_some(std::span<char> into) {
  if (already_.empty()) return in_->read(into);
  const std::size_t got = already_.copy(into.data(), into.size());
  already_.remove_prefix(got);
  return got;
}

}  // namespace mhqa::inline v0_1::io::detail
