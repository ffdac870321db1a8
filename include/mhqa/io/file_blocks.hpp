// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a file in blocks that its readers cut between two records; the next block begins with the bytes left over.
// Internal to json_array.hpp and record_team.hpp.
#pragma once

#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io::detail {

// A piece of a file, followed by padding.
struct file_block {
  std::unique_ptr<char[]> bytes;
  std::size_t room = 0;   // without padding
  std::size_t begin = 0;  // of the text
  std::size_t size = 0;   // of the text
  std::uint64_t offset = 0;
  bool last = false;

  [[nodiscard]] char* data() const noexcept { return bytes.get() + begin; }
  [[nodiscard]] std::string_view text() const noexcept { return {data(), size}; }

  // Makes room for `most` bytes; `place` becomes the place of the text.
  void reserve(std::size_t most, std::size_t place);
};

// Call read(), then join(), then keep() if something is left over, for each block. Blocks can be read ahead: read() may
// run beside join() and keep() of earlier blocks, and each of the three must get the blocks in order.
class file_blocks {
 public:
  static constexpr std::size_t usual_size = std::size_t{1} << 19U;
  static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();  // one block for the whole file

  // `already` was read from the input before, and must last as long as this object. With block_size `all`, read() gives
  // up after `most` bytes; its block is then not the last.
  file_blocks(input& in, std::string_view already, content_tally tally, std::size_t block_size, std::uint64_t most)
      : in_{&in}, tally_{tally}, block_size_{block_size}, most_{most}, wanted_{block_size}, already_{already} {}

  // Reads the next bytes of the file; returns false after the last block, which may have none.
  //
  // Errors: data_error as input, also for a file that changed
  [[nodiscard]] bool read(file_block& into);

  // Puts what is left over from the block before in front of a block that was read.
  void join(file_block& into);

  // Ends a joined block at `at`; the bytes after it belong to the next block. That one grows with them, so that a
  // record of many blocks costs time in proportion to its length.
  void keep(file_block& from, std::size_t at);

  [[nodiscard]] content_size content() const noexcept { return hash_.result(); }
  [[nodiscard]] const std::string& path() const noexcept { return in_->path(); }

 private:
  [[nodiscard]] std::size_t read_some(std::span<char> into);

  static constexpr std::size_t before = std::size_t{1} << 15U;  // room for what is left over

  input* in_;
  content_tally tally_;
  content_hasher hash_;
  std::size_t block_size_;
  std::uint64_t most_;
  std::atomic<std::size_t> wanted_;  // bytes of the next block
  std::string_view already_;
  bool ended_ = false;
  std::string carried_;
  std::uint64_t offset_ = 0;  // of the next block
};

}  // namespace mhqa::inline v0_1::io::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/file_blocks.ipp>
#endif
