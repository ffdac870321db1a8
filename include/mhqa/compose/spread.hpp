// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Limits how often one head or one bridge occurs in a part of a data set, relative to the part's size, so that no part
// is about a few things only.
//   auto even = mhqa::spread_questions(words, graphs, train, seed);  // even.kept, even.dropped
#pragma once

#include <mhqa/compose/candidates.hpp>
#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/graph/shapes.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// How many questions of a part may share a head or a bridge.
///
/// Shape: at most max(least, share * questions of the part); share 1 means no limit
struct spread_limits {
  std::size_t least = 4;
  double share = 0.05;
  bool heads = true;    ///< a head is a single-hop question whose answer another step needs, by its normalised text
  bool bridges = true;  ///< a bridge is the normalised answer of a head

  /// Returns the most uses in a part of n questions.
  [[nodiscard]] constexpr std::size_t most(std::size_t n) const noexcept {
    return std::max(least, static_cast<std::size_t>(share * static_cast<double>(n)));
  }
  friend constexpr bool operator==(const spread_limits&, const spread_limits&) = default;
};

/// The questions within the caps.
struct spread_result {
  std::vector<std::uint32_t> kept;    ///< ascending
  std::vector<reason_count> dropped;  ///< "head-too-frequent", "bridge-too-frequent", "beyond-size"

  friend bool operator==(const spread_result&, const spread_result&) = default;
};

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

/// Selects questions of a part so that its heads and bridges stay within the caps.
///
/// Shape:     `part` has positions in `graphs`; of the questions with a frequent head or bridge, those that the seed
///            puts first stay, in rounds: none is used again before all that can be used were used as often. With a
///            size, at most this many are kept, and the caps are those of this size
/// Undefined: if the size cannot be reached, the caps are those of the number kept
/// Cost:      O(questions log questions) per round; each round lowers the cap
/// Example:   24 of 106 questions share a head -> 5 of them are kept
[[nodiscard]] inline spread_result spread_questions(const pool_words& words, std::span<const composition> graphs,
                                                    std::span<const std::uint32_t> part, std::uint64_t seed,
                                                    const spread_limits& limits = {}, std::size_t size = 0) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  for (const std::uint32_t i : part) order.emplace_back(detail::composition_priority(seed, graphs[i]), i);
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

}  // namespace v0_1
}  // namespace mhqa
