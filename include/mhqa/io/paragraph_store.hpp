// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Paragraphs in a temporary file, from which they are read in blocks or by their numbers.
//   paragraph_store all{"out/stages/pool"};  all.add(p);  all.end();  all.for_each_block(1 << 20, use);
#pragma once

#include <mhqa/compose/block_search.hpp>
#include <mhqa/io/spool_file.hpp>
#include <mhqa/model/reader.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Paragraphs, numbered from 0 in the order in which they are added.
///
/// Shape: add() all, then end(), then read. keep() leaves out some and numbers the others anew, in their order
/// Cost:  8 bytes of memory for each paragraph
class paragraph_store {
 public:
  /// The file is next to another file, which errors name.
  explicit paragraph_store(const std::string& beside) : file_{beside} {}

  void add(const context_paragraph& p);
  void end() { file_.end(); }
  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(places_.size()); }

  /// Keeps the paragraphs that are marked. Requires: a mark for each
  void keep(const std::vector<bool>& kept);

  /// Calls give(block) for blocks of about so many bytes of text, at least one paragraph each.
  void for_each_block(std::size_t bytes, const std::function<void(const paragraph_block&)>& give);
  /// Returns the paragraphs with these numbers, which ascend.
  [[nodiscard]] loaded_paragraphs load(std::span<const std::uint32_t> numbers);

 private:
  struct sizes {
    std::uint32_t title;
    std::uint32_t text;
  };

  spool_file file_;
  std::vector<std::uint64_t> places_;  // in the file
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/paragraph_store.ipp>
#endif
