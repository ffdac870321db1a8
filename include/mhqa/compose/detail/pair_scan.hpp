// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The scan of for_each_pair and composable_pairs: judges the candidates of an index, block by block, by a rule.
#pragma once

#include <mhqa/compose/detail/candidate_order.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pair_index.hpp>
#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/rules.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

// A part of one bridge's candidates: i in [begin, end) of those examined.
struct pair_range {
  std::uint32_t bridge;
  std::uint64_t begin;
  std::uint64_t end;
};

// The order in which the candidates of a bridge are examined. Candidate i is head i / tails and tail i % tails.
[[nodiscard]] inline candidate_order order_of(const pair_index& index, std::size_t bridge,
                                              std::uint64_t candidates_per_bridge, std::uint64_t seed) {
  const auto heads = index.heads(bridge);
  const std::uint64_t rows = std::uint64_t{heads.size()} * index.tails(bridge).size();
  const bool spread = candidates_per_bridge != 0 && candidates_per_bridge < rows;
  return {rows, spread, seed, index.pool().questions[heads.front()].answer};
}

// The leaves of a rule that concern heads only, by number.
template <std::size_t Size>
struct head_leaves {
  std::array<bool, Size> is{};
  bool any = false;
};
template <class Tree>
[[nodiscard]] constexpr auto find_head_leaves(const basic_rule<Tree>& rule) {
  head_leaves<Tree::size> out;
  std::size_t at = 0;
  const auto look = [&](const auto& leaf) {
    const bool over = is_over_heads<typename std::remove_cvref_t<decltype(leaf)>::test_type>;
    out.is[at++] = over;
    out.any = out.any || over;
  };
  for_each_leaf(rule.tree, look);
  return out;
}

// The known results for a head: its failing leaves, as bits, and whether they alone decide the rule.
struct head_verdict {
  std::uint64_t failed = 0;
  std::uint16_t decided_by = 0;  // a leaf, or one of the two below
  static constexpr std::uint16_t unknown = 0xffff, open = 0xfffe;
};

// Memory of one task of a scan.
struct pair_scratch {
  struct kept_pair {
    std::uint32_t bridge;
    question_pair pair;
  };
  std::vector<pair_range> ranges;
  std::vector<kept_pair> kept;
  std::vector<std::uint64_t> failures;  // by deciding leaf; the last entry counts pairs that pass
  std::vector<head_verdict> heads;      // of the current bridge
  mention_finder find;
};

// Counts the candidates of one head with `size` tails from tail `first` on.
[[nodiscard]] inline std::size_t count_taken(const pair_index& index, std::size_t bridge, std::size_t head,
                                             std::size_t first, std::size_t size) {
  const auto tails = index.tails(bridge).subspan(first, size);
  const std::uint32_t itself = index.heads(bridge)[head];
  if (!index.is_divided(bridge)) return size - (std::ranges::binary_search(tails, itself) ? 1 : 0);
  std::size_t out = 0;
  for (std::size_t k = 0; k < size; ++k) out += index.takes(bridge, head, first + k) && tails[k] != itself ? 1 : 0;
  return out;
}

// What a scan keeps of pairs that pass.
enum class keep_pairs : std::uint8_t { none, positions, bridges };

// The results of the leaves that are about heads alone.
template <class Tree, class Head>
[[nodiscard]] head_verdict judge_head(const basic_rule<Tree>& rule, const Head& head) {
  head_verdict out{0, head_verdict::open};
  std::uint64_t bit = 1;
  const auto ask = [&](const auto& leaf) {
    if constexpr (is_over_heads<typename std::remove_cvref_t<decltype(leaf)>::test_type>) {
      if (!leaf.left_out && !std::invoke(leaf.test, head)) out.failed |= bit;
    }
    bit <<= 1U;
  };
  for_each_leaf(rule.tree, ask);
  bool pair_asked = false;
  const rule_decision decision = rule.decide_with([&](const auto& leaf, auto number) {
    if constexpr (is_over_heads<typename std::remove_cvref_t<decltype(leaf)>::test_type>) {
      return ((out.failed >> number) & 1U) == 0;
    } else {
      pair_asked = true;
      return true;
    }
  });
  if (!pair_asked && !decision.holds) out.decided_by = static_cast<std::uint16_t>(decision.leaf);
  return out;
}

// A block of candidates, which are read together so that their cache misses overlap.
struct candidate_block {
  struct candidate {
    std::uint32_t number;  // of the head, among the bridge's heads
    std::uint32_t tail;    // of the tail, among the bridge's tails
  };
  static constexpr std::size_t most = 32;

  template <class Order>
  void read(const pool_words& words, std::span<const std::uint32_t> heads, std::span<const std::uint32_t> tails,
            Order& order, std::size_t size) {
    for (std::size_t k = 0; k < size; ++k) {
      const std::uint64_t at = order.next();
      ahead[k] = {static_cast<std::uint32_t>(at / tails.size()), static_cast<std::uint32_t>(at % tails.size())};
      words.prefetch(heads[ahead[k].number]);
      words.prefetch(tails[ahead[k].tail]);
    }
    for (std::size_t k = 0; k < size; ++k) {
      words.prefetch_words(heads[ahead[k].number]);
      words.prefetch_answer(words.answer_key(tails[ahead[k].tail]));
    }
    for (std::size_t k = 0; k < size; ++k) words.prefetch_answer_words(words.answer_key(tails[ahead[k].tail]));
  }

  std::array<candidate, most> ahead;
};

// Scans one range. Source makes candidates: source.head(i) and source.pair(head, tail, finder).
template <class Source, class Tree>
void scan_pairs(const pair_index& index, const Source& source, const basic_rule<Tree>& rule, const pair_range& range,
                std::uint64_t candidates_per_bridge, std::uint64_t seed, keep_pairs keep, pair_scratch& task) {
  constexpr std::size_t n = Tree::size;
  static_assert(n < 64, "mhqa: a rule over pairs has at most 63 names");
  const auto heads = index.heads(range.bridge), tails = index.tails(range.bridge);
  const std::uint64_t rows = std::uint64_t{heads.size()} * tails.size();
  const bool spread = candidates_per_bridge != 0 && candidates_per_bridge < rows;
  candidate_order order = order_of(index, range.bridge, candidates_per_bridge, seed);
  order.begin_at(range.begin);
  const bool over_heads = find_head_leaves(rule).any;
  task.heads.assign(over_heads ? heads.size() : 0, head_verdict{0, head_verdict::unknown});

  candidate_block block;
  for (std::uint64_t i = range.begin; i < range.end;) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(candidate_block::most, range.end - i));
    block.read(index.words(), heads, tails, order, size);
    std::size_t k = 0;
    while (k < size) {
      const auto [number, tail_number] = block.ahead[k];
      const std::uint32_t tail = tails[tail_number];
      if (!index.takes(range.bridge, number, tail_number)) {
        ++k;
        continue;
      }
      const auto head = source.head(heads[number]);
      std::uint64_t failed = 0;
      if (over_heads) {
        head_verdict& known = task.heads[number];
        if (known.decided_by == head_verdict::unknown) known = judge_head(rule, head);
        failed = known.failed;
        if (known.decided_by < n && !spread) {  // all its pairs fail
          const std::size_t rest = std::min<std::uint64_t>(tails.size() - tail_number, range.end - (i + k));
          task.failures[known.decided_by] += count_taken(index, range.bridge, number, tail_number, rest);
          k += rest;
          continue;
        }
      }
      ++k;
      if (heads[number] == tail) continue;
      const auto pair = source.pair(head, tail, task.find);
      const rule_decision decision = rule.decide_with([&](const auto& leaf, auto leaf_number) -> bool {
        if constexpr (is_over_heads<typename std::remove_cvref_t<decltype(leaf)>::test_type>) {
          return ((failed >> leaf_number) & 1U) == 0;
        } else {
          return static_cast<bool>(std::invoke(leaf.test, pair));
        }
      });
      ++task.failures[decision.holds ? n : decision.leaf];
      if (decision.holds && keep != keep_pairs::none) {
        task.kept.push_back(
            {range.bridge, {heads[number], tail, keep == keep_pairs::bridges ? pair.bridge() : mention{}}});
      }
    }
    i += k;
    if (k > size) order.begin_at(i);
  }
}

// Candidates of a pool.
class pool_source {
 public:
  explicit pool_source(const pair_index& index) noexcept : pool_{&index.pool()}, words_{&index.words()} {}

  [[nodiscard]] head_candidate head(std::uint32_t i) const noexcept { return {*pool_, *words_, i}; }
  template <class Bridge>
  [[nodiscard]] pair_candidate pair(const head_candidate& head, std::uint32_t tail, Bridge& bridge) const noexcept {
    return {head, tail, bridge};
  }

 private:
  const single_hop_pool* pool_;
  const pool_words* words_;
};

}  // namespace detail

}  // namespace mhqa::inline v0_1
