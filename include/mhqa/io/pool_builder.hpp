// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds a pool that owns its text from files: merges equal paragraphs, makes ids unique, and counts unusable questions
// by reason.
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/text/keyed_hash.hpp>
#include <mhqa/text/string_arena.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// A single-hop pool with its text; its views stay valid when it is moved.
struct loaded_pool {
  single_hop_pool pool;
  std::uint64_t read = 0;             ///< questions in the files, used or dropped
  std::uint64_t renamed = 0;          ///< questions whose id was taken
  std::vector<reason_count> dropped;  ///< sorted by reason
  string_arena text;
  std::deque<std::vector<std::string_view>> aliases;

  loaded_pool() = default;
  loaded_pool(loaded_pool&&) = default;
  loaded_pool& operator=(loaded_pool&&) = default;
  loaded_pool(const loaded_pool&) = delete;
  loaded_pool& operator=(const loaded_pool&) = delete;
};

/// Collects questions and paragraphs; copies their text.
///
/// Shape:   paragraphs with equal title and text are merged. A repeated id gets "~2", "~3", …; an empty id becomes the
///          source and a number. Repeated answers of a question are dropped
/// Errors:  data_error for more than 2^32 - 2 questions or paragraphs
/// Cost:    O(bytes); a hash for each paragraph and id
/// Example: pool_builder to; to.add(to.add_paragraph("Emma", "…"), {"1", "squad", "Who wrote Emma?"}, answers);
class pool_builder {
 public:
  /// A question without its answers and paragraph.
  struct question {
    std::string_view id;
    std::string_view source;
    std::string_view text;
  };

  /// Hands the questions over in blocks of about this size, with their paragraphs, and forgets all but their ids:
  /// give(block, number of its first question). Call this before the first question, and end_block() after the last.
  ///
  /// Shape: equal paragraphs of different blocks are not merged
  void in_blocks(std::size_t size, std::function<void(const single_hop_pool&, std::uint32_t)> give);
  void end_block();

  [[nodiscard]] std::uint32_t add_paragraph(std::string_view title, std::string_view text);

  /// Adds a question. The first answer is the question's answer, the others are aliases; there must be at least one.
  void add(std::uint32_t paragraph, const question& q, std::span<const std::string_view> answers);

  /// Counts an unusable question.
  void drop(std::string_view reason, std::uint64_t count = 1);

  /// Returns true if a reason holds, and counts the question under the first one that does.
  [[nodiscard]] bool drops(std::initializer_list<std::pair<bool, std::string_view>> reasons);

  /// Returns the pool and leaves the builder empty.
  [[nodiscard]] loaded_pool take();

 private:
  using place_key = std::pair<std::string_view, std::string_view>;
  struct place_hash {
    std::size_t operator()(const place_key& p) const noexcept;
  };

  [[nodiscard]] static std::uint32_t checked(std::size_t number);

  [[nodiscard]] std::string_view unique_id(std::string_view id);

  loaded_pool out_;
  std::unordered_map<place_key, std::uint32_t, place_hash> paragraphs_;
  std::unordered_set<std::string_view, string_hasher> ids_;
  std::unordered_map<std::string, std::uint64_t, string_hasher> next_;  // by repeated id: the next number to try
  std::string_view last_title_;
  std::string_view last_source_;
  std::function<void(const single_hop_pool&, std::uint32_t)> give_;
  std::size_t block_ = 0;
  std::size_t before_ = 0;  // questions of earlier blocks
  string_arena id_text_;    // of ids, if questions are handed over
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/pool_builder.ipp>
#endif
