// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Decides which parts of S2 need a question, without holding the pool: the questions are read three times, one after
// the other, and only a count for each distinct answer stays in memory.
//   for (…) uses.add_answer(answer);  for (…) uses.add_question(text);  for (…) uses.mark(id, text, answer, parts);
#pragma once

#include <mhqa/compose/detail/word_rows.hpp>
#include <mhqa/compose/divided_bridges.hpp>
#include <mhqa/config.hpp>
#include <mhqa/text/normalize.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mhqa::inline v0_1 {

/// How much of a question a part of S2 needs: nothing, all but its paragraph, or all of it.
enum class shard_need : std::uint8_t { none, without_paragraph, all };

/// The heads and tails of each answer of a pool, by number, and what the parts of S2 need.
///
/// Shape:  a part needs the questions that have or mention the answer of one of its bridges (pair_index), and of a
///         divided bridge those that it takes, the other side, and if only some of the candidates are examined, the
///         rest without paragraphs. mark() raises parts[i] to what part i needs or to more
/// Undefined: answers are compared by bridge_key: if a divided bridge shares its key with another answer, which 10^9
///         answers and 10^5 divided bridges make less likely than 10^-5, pairs can be lost
/// Cost:   O(words) for a question; 32 to 48 bytes for each distinct answer, 40 for each first word of an answer
class bridge_uses {
 public:
  /// `candidates_per_bridge` as in pair_limits.
  explicit bridge_uses(std::uint32_t parts, std::uint64_t candidates_per_bridge = 0)
      : parts_{parts}, candidates_per_bridge_{candidates_per_bridge} {}

  /// Counts a head. Call this for the answer of every question before the first add_question().
  void add_answer(std::string_view answer);
  /// Counts the answers that a question mentions. Call this for every question before the first mark().
  void add_question(std::string_view question);

  /// Raises parts[i] to what part i needs of a question. Requires: one entry for each part
  void mark(std::string_view id, std::string_view question, std::string_view answer, std::vector<shard_need>& parts);
  /// Returns true if a question is a candidate of a bridge of which only some candidates are examined.
  [[nodiscard]] bool is_sampled(std::string_view question, std::string_view answer);
  /// Raises parts[i] to `all` for the parts that have a bridge which a title mentions; they compare names with such
  /// titles.
  void mark_title(std::string_view title, std::vector<shard_need>& parts);
  /// Returns the bridges that are divided among parts. Call this after the last add_question().
  [[nodiscard]] divided_bridges divided() const;

  [[nodiscard]] std::size_t distinct_answers() const noexcept { return uses_.size(); }

 private:
  static constexpr std::uint32_t all = 0xFFFFFFFFU;

  struct use {
    std::uint64_t key = 0;
    std::uint32_t heads = 0;
    std::uint32_t tails = 0;
    std::uint32_t part = 0;  // that takes the answer; `all` if two answers have one key
  };

  // Normalises a text and finds the keys of its words.
  void read(std::string_view text);
  [[nodiscard]] std::uint32_t find(std::uint64_t key) const {
    return table_.find(key, [&](std::uint32_t i) { return uses_[i].key == key; });
  }
  // Finds the answers that a text mentions: positions in uses_, each once.
  void find_mentioned(std::string_view text);
  [[nodiscard]] bool is_divided(const use& u) const noexcept;
  [[nodiscard]] bool is_sampled(const use& u) const noexcept {
    return candidates_per_bridge_ != 0 && std::uint64_t{u.heads} * u.tails > candidates_per_bridge_;
  }
  // Finds the use of an answer, or item_table::none.
  [[nodiscard]] std::uint32_t find_answer(std::string_view answer);
  void mark_role(const use& u, bool is_tail, std::uint32_t own, std::vector<shard_need>& parts) const;

  std::uint32_t parts_;
  std::uint64_t candidates_per_bridge_;
  detail::item_table table_;
  std::vector<use> uses_;
  std::unordered_map<std::uint64_t, std::uint64_t> lengths_;  // by first word: bit n - 1 for n words, bit 63 for more
  std::size_t longest_ = 0;
  normalized form_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> found_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/bridge_uses.ipp>
#endif
