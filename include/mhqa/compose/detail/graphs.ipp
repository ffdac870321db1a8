// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of graphs.hpp.
#pragma once

#include <mhqa/compose/graphs.hpp>

#include <mhqa/graph/shapes.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace mhqa {
inline namespace v0_1 {

MHQA_INLINE std::array<std::uint64_t, 6> shape_quotas(const shape_mix& mix) {
  constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
  const auto whole = [](double x) { return x < 0x1p63 ? static_cast<std::uint64_t>(x) : no_limit; };
  double sum = 0;
  for (const double share : mix.shares) sum += share > 0 ? share : 0;
  std::array<std::uint64_t, 6> out{};
  for (std::size_t s = 0; s < out.size(); ++s) {
    if (!(mix.shares[s] > 0)) continue;
    out[s] = mix.size == 0 ? no_limit : whole(std::round(static_cast<double>(mix.size) * mix.shares[s] / sum));
  }
  return out;
}

MHQA_INLINE composition_selection select_compositions(const single_hop_pool& pool, const pool_words& words,
                                                      const composition_candidates& candidates, std::uint64_t seed,
                                                      const composition_limits& limits, const shape_mix& mix) {
  using steps = std::array<std::uint32_t, 4>;
  constexpr std::uint32_t none = pool_words::unknown;
  const auto steps_in = [&](const composition& c, unsigned mask) {  // the set of the questions of some nodes
    steps out{none, none, none, none};
    for (std::size_t i = 0; i < c.steps().size(); ++i) {
      if ((mask >> i & 1U) != 0) out[i] = words.question_key(c.questions[i]);
    }
    std::ranges::sort(out);
    return out;
  };
  const std::array<std::uint64_t, 6> quotas = shape_quotas(mix);
  composition_selection out;
  std::array<std::uint64_t, selection_faults.size()> dropped{};
  std::set<steps> taken, inside;
  std::unordered_set<std::string, string_hasher> ids;
  std::unordered_map<std::uint32_t, std::size_t> question_uses, bridge_uses, head_uses;
  const auto used_up = [](const auto& uses, std::uint32_t key, std::size_t most) {
    const auto at = uses.find(key);
    return (at == uses.end() ? 0 : at->second) >= most;
  };
  const auto fault = [&](const composition& c, std::span<const std::uint32_t> bridges) -> std::size_t {
    if (out.by_shape[static_cast<std::size_t>(c.kind)] >= quotas[static_cast<std::size_t>(c.kind)]) return 0;
    const steps all = steps_in(c, 15);
    if (taken.contains(all) || ids.contains(id_of(pool, c))) return 1;
    if (limits.no_subgraphs && inside.contains(all)) return 2;
    if (std::ranges::any_of(bridges, [&](auto b) { return used_up(bridge_uses, b, limits.bridge_uses); })) return 3;
    for (const std::uint32_t q : c.steps()) {
      if (used_up(question_uses, words.question_key(q), limits.question_uses)) return 4;
    }
    return selection_faults.size();
  };

  // The heads of a composition, or their answers, each once.
  const auto heads_of = [&](const composition& c, bool answers) {
    std::vector<std::uint32_t> keys;
    for (const edge& e : graph_of(c.kind).edges) {
      const std::uint32_t head = c.questions[e.from];
      keys.push_back(answers ? words.answer_key(head) : words.question_key(head));
    }
    std::ranges::sort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
  };

  for (std::size_t size = 4; size >= 2; --size) {
    std::vector<composition> order;
    for (const auto& found : candidates.by_shape) {
      if (!found.empty() && hops(found.front().kind) == size) order.insert(order.end(), found.begin(), found.end());
    }
    std::ranges::sort(order, {}, [&](const composition& c) {
      return std::tuple{detail::composition_priority(seed, c), c};
    });
    // In rounds: a head or a bridge is used again when every other that can be used was used as often.
    for (std::size_t round = 1; !order.empty(); ++round) {
      std::vector<composition> later;
      for (const composition& c : order) {
        const std::vector<std::uint32_t> heads = heads_of(c, false), bridges = heads_of(c, true);
        const std::size_t why = fault(c, bridges);
        if (why < selection_faults.size()) {
          ++dropped[why];
        } else if (std::ranges::any_of(bridges, [&](auto b) { return used_up(bridge_uses, b, round); }) ||
                   std::ranges::any_of(heads, [&](auto h) { return used_up(head_uses, h, round); })) {
          later.push_back(c);
        } else {
          ++out.by_shape[static_cast<std::size_t>(c.kind)];
          out.kept.push_back(c);
          ids.insert(id_of(pool, c));
          taken.insert(steps_in(c, 15));
          for (const std::uint32_t h : heads) ++head_uses[h];
          for (const std::uint32_t b : bridges) ++bridge_uses[b];
          for (const std::uint32_t q : c.steps()) ++question_uses[words.question_key(q)];
          for (unsigned mask = 1; size > 2 && mask + 1 < 1U << size; ++mask) inside.insert(steps_in(c, mask));
        }
      }
      order = std::move(later);
    }
  }
  std::ranges::sort(out.kept);
  for (std::size_t f = 0; f < dropped.size(); ++f) {
    out.dropped.push_back({std::string{selection_faults[f]}, dropped[f]});
  }
  return out;
}

}  // namespace v0_1
}  // namespace mhqa
