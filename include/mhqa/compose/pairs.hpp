// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The composable pairs of a pool as a stream, with the counts of why the others were dropped. Pairs are never held all
// at once; popular answers may be capped (Trivedi et al. 2022, Sec. 5, S2).
//   auto counts = mhqa::for_each_pair(index, rule, [&](const mhqa::question_pair& p) { … }, pool);
#pragma once

#include <mhqa/compose/candidate_order.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pair_index.hpp>
#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// How much of a popular answer is used.
///
/// Shape: 0 is no limit. Of a bridge with more candidates than `candidates_per_bridge`, so many are looked at, spread
///        over heads and tails by the seed; of the pairs that pass, the first `pairs_per_bridge` are kept
struct pair_limits {
  std::uint64_t candidates_per_bridge = 0;
  std::uint64_t pairs_per_bridge = 0;
  std::uint64_t seed = 0;
};

/// What became of the candidates: kept + over_cap + the reasons' counts = examined; examined + unexamined = candidates.
struct pair_counts {
  std::uint64_t candidates = 0;
  std::uint64_t unexamined = 0;       ///< beyond candidates_per_bridge
  std::uint64_t over_cap = 0;         ///< passed, beyond pairs_per_bridge
  std::uint64_t kept = 0;             ///< given to the sink
  std::vector<reason_count> dropped;  ///< by the first rule that failed, in the rules' order; none for rules left out

  friend bool operator==(const pair_counts&, const pair_counts&) = default;
};

/// A sink for counting only: no pair is made, no mention looked up.
struct count_only {
  void operator()(const question_pair&) const noexcept {}
};

namespace detail {

// A part of one bridge's candidates: i in [begin, end) of those that are looked at.
struct pair_range {
  std::uint32_t bridge;
  std::uint64_t begin;
  std::uint64_t end;
};

template <std::size_t Rules>
struct pair_task {
  std::vector<pair_range> ranges;
  struct kept_pair {
    std::uint32_t bridge;
    question_pair pair;
  };
  std::vector<kept_pair> kept;
  mention_finder find;
  std::vector<std::uint64_t> failed;
  std::array<std::uint64_t, Rules + 1> counts;  // by first failure; the last: passed
};

}  // namespace detail

/// Hands every pair that the rules let through to the sink.
///
/// Shape:   sink(const question_pair&) on the calling thread, bridge by bridge in the index's order, heads then tails
///          ascending unless candidates_per_bridge bites; the same calls for any executor. With count_only, no pair is
///          made
/// Errors:  what rules or the sink throw passes through
/// Cost:    O(candidates looked at); about 65,536 candidates are in the works for each thread
/// Source:  Trivedi et al. 2022, Sec. 5, S2
/// Example: for_each_pair(index, tail_answer_unseen() && distinct_paragraphs(), count_only{}).kept
template <pair_rule... Rules, std::invocable<const question_pair&> Sink, class E = serial_executor>
requires executor<std::remove_reference_t<E>> pair_counts for_each_pair(const pair_index& index,
                                                                        const rule_list<Rules...>& rules, Sink&& sink,
                                                                        E&& exec = {}, const pair_limits& limits = {}) {
  constexpr std::size_t n = sizeof...(Rules);
  static_assert(n < 64, "mhqa::for_each_pair: at most 63 rules");
  constexpr bool counting = std::same_as<std::remove_cvref_t<Sink>, count_only>;
  constexpr std::uint64_t grain = 1U << 14U;
  const single_hop_pool& pool = index.pool();
  const pool_words& words = index.words();
  const auto rows = [&](std::uint32_t b) { return std::uint64_t{index.heads(b).size()} * index.tails(b).size(); };
  const auto looked_at = [&](std::uint32_t b) {
    return limits.candidates_per_bridge == 0 ? rows(b) : std::min(rows(b), limits.candidates_per_bridge);
  };

  constexpr std::array<bool, n + 1> over_heads{detail::is_over_heads<Rules>..., false};
  const auto leading = static_cast<std::size_t>(std::find(over_heads.begin(), over_heads.end(), false) -
                                                over_heads.begin());  // rules that are asked before any over pairs
  constexpr bool any_over_heads = (detail::is_over_heads<Rules> || ...);
  const auto scan = [&](const detail::pair_range& range, detail::pair_task<n>& task) {
    const auto heads = index.heads(range.bridge), tails = index.tails(range.bridge);
    const bool spread = looked_at(range.bridge) < rows(range.bridge);
    detail::candidate_order order{rows(range.bridge), spread, limits.seed, pool.questions[heads.front()].answer};
    order.begin_at(range.begin);
    // By head: the rules over heads that it fails, as bits, and bit n once they have been asked.
    task.failed.assign(any_over_heads ? heads.size() : 0, 0);
    for (std::uint64_t i = range.begin; i < range.end; ++i) {
      const std::uint64_t at = order.next();
      const std::size_t number = at / tails.size();
      const head_candidate head{pool, words, heads[number]};
      std::uint64_t failed = 0;
      if constexpr (any_over_heads) {
        std::uint64_t& known = task.failed[number];
        if (known == 0) {
          known = std::uint64_t{1} << n;
          std::uint64_t bit = 1;
          const auto judge = [&](const auto& r) {
            if constexpr (detail::is_over_heads<std::remove_cvref_t<decltype(r)>>) known |= r(head) ? 0 : bit;
            bit <<= 1U;
          };
          std::apply([&](const auto&... r) { (judge(r), ...); }, rules.rules);
        }
        failed = known;
      }
      const auto first_failed = static_cast<std::size_t>(std::countr_zero(failed));
      if (first_failed < leading && !spread) {  // so do all its pairs
        const std::uint64_t begin = at % tails.size(),
                            end = std::min<std::uint64_t>(tails.size(), begin + range.end - i);
        const auto part = tails.subspan(begin, end - begin);
        const bool itself = std::binary_search(part.begin(), part.end(), head.head);
        task.counts[first_failed] += part.size() - (itself ? 1 : 0);
        i += part.size() - 1;
        order.begin_at(i + 1);
        continue;
      }
      const pair_candidate pair{head, tails[at % tails.size()], task.find};
      if (pair.head == pair.tail) continue;
      std::size_t first = 0;
      const auto holds = [&](const auto& r) {
        if constexpr (detail::is_over_heads<std::remove_cvref_t<decltype(r)>>) {
          if (((failed >> first) & 1U) != 0) return false;
        } else {
          if (!r(pair)) return false;
        }
        ++first;
        return true;
      };
      std::apply([&](const auto&... r) { static_cast<void>((holds(r) && ...)); }, rules.rules);
      ++task.counts[first];
      if (first == n && (!counting || limits.pairs_per_bridge != 0)) {
        task.kept.push_back({range.bridge, {pair.head, pair.tail, counting ? mention{} : pair.bridge()}});
      }
    }
  };

  pair_counts out;
  out.candidates = index.candidates();
  std::array<std::uint64_t, n + 1> counts{};
  std::uint64_t looked = 0;
  std::vector<detail::pair_task<n>> tasks(std::max<std::size_t>(exec.concurrency(), 1) * 4);
  std::uint32_t bridge = 0, full = pool_words::unknown;
  std::uint64_t offset = 0, of_bridge = 0;
  while (bridge < index.bridges()) {
    std::size_t used = 0;
    for (; used < tasks.size() && bridge < index.bridges(); ++used) {
      auto& task = tasks[used];
      task.ranges.clear();
      task.kept.clear();
      task.counts.fill(0);
      for (std::uint64_t room = grain; room != 0 && bridge < index.bridges();) {
        const std::uint64_t end = std::min(looked_at(bridge), offset + room);
        task.ranges.push_back({bridge, offset, end});
        room -= end - offset;
        offset = end;
        if (offset == looked_at(bridge)) {
          ++bridge;
          offset = 0;
        }
      }
    }
    exec.for_each(used, [&](std::size_t t) {
      for (const detail::pair_range& range : tasks[t].ranges) scan(range, tasks[t]);
    });
    for (std::size_t t = 0; t < used; ++t) {
      for (std::size_t r = 0; r <= n; ++r) counts[r] += tasks[t].counts[r];
      for (const auto& k : tasks[t].kept) {
        if (k.bridge != full) {
          full = k.bridge;
          of_bridge = 0;
        }
        if (limits.pairs_per_bridge != 0 && ++of_bridge > limits.pairs_per_bridge) {
          ++out.over_cap;
          continue;
        }
        if constexpr (!counting) sink(k.pair);
      }
    }
  }
  const auto names = rules.names();
  const auto left_out = rules.left_out();
  for (std::size_t r = 0; r < n; ++r) {
    if (!left_out[r]) out.dropped.push_back({std::string{names[r]}, counts[r]});
    looked += counts[r];
  }
  looked += counts[n];
  out.kept = counts[n] - out.over_cap;
  out.unexamined = out.candidates - looked;
  return out;
}

}  // namespace v0
}  // namespace mhqa
