// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of spread.hpp.
#pragma once

#include <mhqa/compose/spread.hpp>

#include <mhqa/compose/candidates.hpp>
#include <mhqa/graph/shapes.hpp>

#include <array>
#include <unordered_map>
#include <utility>

namespace mhqa::inline v0_1 {
namespace detail {

// Returns the heads and bridges of a graph, without repeats: question keys, and answer keys with bit 32 set.
[[nodiscard]] inline std::vector<std::uint64_t> spread_keys(const pool_words& words, const composition& c,
                                                            const spread_limits& limits) {
  std::vector<std::uint64_t> out;
  for (const edge& e : graph_of(c.kind).edges) {
    const std::uint32_t head = c.questions[e.from];
    if (limits.heads) out.push_back(words.question_key(head));
    if (limits.bridges) out.push_back(std::uint64_t{1} << 32U | words.answer_key(head));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace detail

MHQA_INLINE spread_result spread_questions(const pool_words& words, std::span<const composition> graphs,
                                           std::span<const std::uint32_t> part, std::uint64_t seed,
                                           const spread_limits& limits, std::size_t size,
                                           std::span<const std::size_t> doubts) {
  MHQA_EXPECTS(doubts.empty() || doubts.size() == graphs.size(),
               "mhqa::spread_questions: expected a number of doubts for each graph");
  std::vector<std::pair<std::pair<std::size_t, std::uint64_t>, std::uint32_t>> order;
  for (const std::uint32_t i : part) {
    order.push_back({{doubts.empty() ? 0 : doubts[i], detail::composition_priority(seed, words, graphs[i])}, i});
  }
  std::sort(order.begin(), order.end());
  std::vector<std::vector<std::uint64_t>> keys;
  for (const auto& [priority, i] : order) keys.push_back(detail::spread_keys(words, graphs[i], limits));
  std::size_t cap = limits.most(size == 0 ? order.size() : std::min(size, order.size()));
  for (;;) {
    spread_result out;
    std::array<std::uint64_t, 3> dropped{};
    std::unordered_map<std::uint64_t, std::size_t> uses;
    std::size_t most = 0;
    const auto used = [&](std::size_t at, std::size_t times) {
      return std::find_if(keys[at].begin(), keys[at].end(), [&](std::uint64_t k) {
        const auto known = uses.find(k);
        return known != uses.end() && known->second >= times;
      });
    };
    // In rounds, so that nothing is used again before all others that can be used were used as often.
    std::vector<std::size_t> left(order.size());
    for (std::size_t at = 0; at < left.size(); ++at) left[at] = at;
    for (std::size_t round = 1; !left.empty(); ++round) {
      std::vector<std::size_t> later;
      for (const std::size_t at : left) {
        if (size != 0 && out.kept.size() == size) {
          ++dropped[2];
        } else if (const auto full = used(at, cap); full != keys[at].end()) {
          ++dropped[(*full >> 32U) == 0 ? 0 : 1];
        } else if (used(at, round) != keys[at].end()) {
          later.push_back(at);
        } else {
          for (const std::uint64_t k : keys[at]) most = std::max(most, ++uses[k]);
          out.kept.push_back(order[at].second);
        }
      }
      left = std::move(later);
    }
    const std::size_t allowed = limits.most(out.kept.size());
    if (most <= allowed) {
      std::sort(out.kept.begin(), out.kept.end());
      out.dropped = {
          {"head-too-frequent", dropped[0]}, {"bridge-too-frequent", dropped[1]}, {"beyond-size", dropped[2]}};
      return out;
    }
    cap = allowed;
  }
}

}  // namespace mhqa::inline v0_1
