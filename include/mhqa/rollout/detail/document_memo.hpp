// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Documents that the rollouts of one question have returned, with what they hold: rollouts of a question return the
// same documents, which are then normalised and searched once.
#pragma once

#include <mhqa/rollout/record.hpp>
#include <mhqa/text/keyed_hash.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::detail {

/// Numbers texts as string_index does. A text is hashed by a few of its bytes; only texts that agree in these, which
/// are few in practice, are hashed whole.
class sampled_index {
 public:
  /// Returns the number of a text, or npos and the place where set() puts a new one.
  [[nodiscard]] std::uint32_t find(std::string_view text);

  /// Adds the text that find() has just missed. The index keeps the view.
  void add(std::string_view text, std::uint32_t number);

  void clear() noexcept;

 private:
  struct cell {
    std::uint64_t hash = 0;
    std::string_view text;
    std::uint32_t number = string_index::npos;
  };

  [[nodiscard]] std::uint64_t sample(std::string_view text) const noexcept;

  void grow();

  hash_key key_ = process_hash_key();
  std::vector<cell> cells_;  // a power of two, at most half of it used
  std::size_t size_ = 0, at_ = 0;
  string_index others_;
  std::vector<std::uint32_t> numbers_;  // of others_
};

/// The documents of the rollouts of one question. What is known of a document is one byte for each fact about it.
class document_memo {
 public:
  enum class fact : std::uint8_t { unknown, no, yes };

  /// Begins a rollout; forgets all documents if the question is another one or they take too much memory.
  ///
  /// Shape: `question` is a hash of all that facts depend on; `facts` is their number for each document
  void begin(std::uint64_t question, std::size_t facts);

  /// Returns the question of the last rollout; 0 before the first.
  [[nodiscard]] std::uint64_t question() const noexcept { return question_; }

  /// Returns the facts about a document, or nothing if this rollout has returned it before: one with this id or,
  /// without an id, this text or title.
  [[nodiscard]] fact* meet(const rollout_document& document);

 private:
  struct entry {
    rollout_document document;
    std::uint64_t rollout = 0;
  };

  [[nodiscard]] rollout_document kept(const rollout_document& document);

  std::uint64_t question_ = 0;
  std::size_t facts_ = 0, bytes_ = 0;
  std::uint64_t rollout_ = 0;
  sampled_index index_;
  string_arena arena_;
  std::vector<entry> entries_;
  std::vector<fact> known_;  // facts_ of each entry
};

}  // namespace mhqa::inline v0_1::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/rollout/detail/document_memo.ipp>
#endif
