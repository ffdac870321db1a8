// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A store for unescaped strings in blocks that never move, so that views into them stay valid.
#pragma once

#include <mhqa/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A growing store of characters with stable addresses.
///
/// Shape: reserve(n) returns room for n characters; commit(k) keeps the first k <= n of them
/// Cost:  one allocation per 64 KiB. After clear() one block has the size of all earlier blocks together, so that a
///        long stream stops allocating
class string_arena {
 public:
  [[nodiscard]] char* reserve(std::size_t size) {
    if (blocks_.empty() || blocks_.back().size - used_ < size) {
      const std::size_t room = std::max({size, block_bytes, blocks_.empty() ? settled_ : 0});
      blocks_.push_back({std::make_unique_for_overwrite<char[]>(room), room});
      used_ = 0;
    }
    return blocks_.back().bytes.get() + used_;
  }
  void commit(std::size_t size) noexcept { used_ += size; }

  [[nodiscard]] std::string_view store(std::string_view text) {
    if (text.empty()) return {};
    char* const at = reserve(text.size());
    std::memcpy(at, text.data(), text.size());
    commit(text.size());
    return {at, text.size()};
  }

  void clear() noexcept {
    if (blocks_.size() > 1) {
      settled_ = 0;
      for (const block& b : blocks_) settled_ += b.size;
      blocks_.clear();
    }
    used_ = 0;
  }

 private:
  static constexpr std::size_t block_bytes = std::size_t{1} << 16U;
  struct block {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
  };
  std::vector<block> blocks_;
  std::size_t used_ = 0;
  std::size_t settled_ = 0;  // size of the first block, once several were needed
};

}  // namespace mhqa::inline v0_1
