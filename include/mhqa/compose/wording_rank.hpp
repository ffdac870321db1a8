// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tells which compositions the rules of wording can put into one question, so that S4 can prefer them.
#pragma once

#include <mhqa/compose/answer_sense.hpp>
#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/verbalise.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>

namespace mhqa {
inline namespace v0_1 {

/// Ranks compositions that a verbaliser can word before the others.
///
/// Shape:    wording_rank{pool}(composition) -> 0 with a wording, otherwise 1
/// Requires: the pool outlives the object
/// Cost:     one wording per distinct pair, and one per composition whose pairs have one; the pairs' are kept, so
///           that an object is not thread-safe
/// Example:  compose_questions(pool, words, pairs, seed, limits, mix, exec, budget, wording_rank{pool})
template <verbaliser V = rule_verbaliser>
class wording_rank {
 public:
  explicit wording_rank(const single_hop_pool& pool, V verbalise = {})
      : pool_{&pool}, verbalise_{std::move(verbalise)} {}

  /// Returns the rank. A composition has no wording if one of its pairs has none, except pairs that share their tail.
  [[nodiscard]] std::size_t operator()(const composition& c) {
    const std::span<const edge> edges = graph_of(c.kind).edges;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      // Beside another reference in the same question, a pair is worded in another way than alone.
      const auto into = [&](const auto& other) { return other.to == edges[e].to; };
      if (std::count_if(edges.begin(), edges.end(), into) > 1) continue;
      const pair_key key{c.questions[edges[e].from], c.questions[edges[e].to], c.bridges[e].begin};
      const auto [at, fresh] = known_.try_emplace(key, true);
      if (fresh) at->second = is_worded(as_composition({key.head, key.tail, c.bridges[e]}));
      if (!at->second) return 1;
    }
    return edges.size() == 1 || is_worded(c) ? 0 : 1;
  }

 private:
  struct pair_key {
    std::uint32_t head, tail;
    std::size_t place;
    friend bool operator==(const pair_key&, const pair_key&) = default;
  };
  struct pair_hasher {
    std::size_t operator()(const pair_key& k) const noexcept {
      return std::hash<std::uint64_t>{}((std::uint64_t{k.head} << 32U | k.tail) * 31 + k.place);
    }
  };

  [[nodiscard]] bool is_worded(const composition& c) {
    const std::uint32_t last = c.steps().back();
    const auto kind_of = [&](std::uint32_t question) {
      if (question == last) return named_kind::unknown;  // nothing is put into another step
      const auto [at, fresh] = kinds_.try_emplace(question, named_kind::unknown);
      if (fresh) {
        const single_hop& hop = pool_->questions[question];
        at->second = kind_of_answer(hop.answer, pool_->paragraphs[hop.paragraph].text, hop.question);
      }
      return at->second;
    };
    return static_cast<bool>(wording{verbalise_(make_wording_request(*pool_, c, kind_of))});
  }

  const single_hop_pool* pool_;
  V verbalise_;
  std::unordered_map<pair_key, bool, pair_hasher> known_;
  std::unordered_map<std::uint32_t, named_kind> kinds_;  // of the answers of heads
};

}  // namespace v0_1
}  // namespace mhqa
