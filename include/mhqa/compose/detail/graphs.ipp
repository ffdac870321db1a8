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

namespace mhqa::inline v0_1 {

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

namespace detail {

// Selects among candidates, one after the other.
class composition_selector {
 public:
  composition_selector(const single_hop_pool& pool, const pool_words& words, const composition_limits& limits,
                       const shape_mix& mix)
      : pool_{&pool}, words_{&words}, limits_{&limits}, quotas_{shape_quotas(mix)} {}

  // Offers compositions of one number of hops in rounds: a head or a bridge is used again when every other that can be
  // used was used as often. Those that `can_word` refuses are left to `rest`.
  void offer(std::vector<composition> order, const composition_test& can_word, std::vector<composition>& rest) {
    for (std::size_t round = 1; !order.empty(); ++round) {
      std::vector<composition> later;
      for (const composition& c : order) {
        const std::vector<std::uint32_t> heads = heads_of(c, false), bridges = heads_of(c, true);
        const std::size_t why = fault(c, bridges);
        if (why < selection_faults.size()) {
          ++dropped_[why];
        } else if (std::ranges::any_of(bridges, [&](auto b) { return used_up(bridge_uses_, b, round); }) ||
                   std::ranges::any_of(heads, [&](auto h) { return used_up(head_uses_, h, round); })) {
          later.push_back(c);
        } else if (can_word && !can_word(c)) {
          rest.push_back(c);
        } else {
          keep(c, heads, bridges);
        }
      }
      order = std::move(later);
    }
  }

  [[nodiscard]] composition_selection result() && {
    std::ranges::sort(out_.kept);
    for (std::size_t f = 0; f < dropped_.size(); ++f) {
      out_.dropped.push_back({std::string{selection_faults[f]}, dropped_[f]});
    }
    return std::move(out_);
  }

 private:
  using steps = std::array<std::uint32_t, 4>;
  using use_counts = std::unordered_map<std::uint32_t, std::size_t>;

  [[nodiscard]] static bool used_up(const use_counts& uses, std::uint32_t key, std::size_t most) {
    const auto at = uses.find(key);
    return (at == uses.end() ? 0 : at->second) >= most;
  }

  // The set of the questions of some nodes.
  [[nodiscard]] steps steps_in(const composition& c, unsigned mask) const {
    constexpr std::uint32_t none = pool_words::unknown;
    steps out{none, none, none, none};
    for (std::size_t i = 0; i < c.steps().size(); ++i) {
      if ((mask >> i & 1U) != 0) out[i] = words_->question_key(c.questions[i]);
    }
    std::ranges::sort(out);
    return out;
  }

  // The heads of a composition, or their answers, each once.
  [[nodiscard]] std::vector<std::uint32_t> heads_of(const composition& c, bool answers) const {
    std::vector<std::uint32_t> keys;
    for (const edge& e : graph_of(c.kind).edges) {
      const std::uint32_t head = c.questions[e.from];
      keys.push_back(answers ? words_->answer_key(head) : words_->question_key(head));
    }
    std::ranges::sort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
  }

  // Calls f(set) for each proper part of the steps, until it returns true.
  template <class F>
  [[nodiscard]] bool any_part(const composition& c, F&& f) const {
    const std::size_t size = c.steps().size();
    for (unsigned mask = 1; size > 2 && mask + 1 < 1U << size; ++mask) {
      if (f(steps_in(c, mask))) return true;
    }
    return false;
  }

  [[nodiscard]] std::size_t fault(const composition& c, std::span<const std::uint32_t> bridges) const {
    if (out_.by_shape[static_cast<std::size_t>(c.kind)] >= quotas_[static_cast<std::size_t>(c.kind)]) return 0;
    const steps all = steps_in(c, 15);
    if (taken_.contains(all) || ids_.contains(id_of(*pool_, c))) return 1;
    if (limits_->no_subgraphs && inside_.contains(all)) return 2;
    if (std::ranges::any_of(bridges, [&](auto b) { return used_up(bridge_uses_, b, limits_->bridge_uses); })) return 3;
    for (const std::uint32_t q : c.steps()) {
      if (used_up(question_uses_, words_->question_key(q), limits_->question_uses)) return 4;
    }
    const bool holds = limits_->no_subgraphs && any_part(c, [&](const steps& part) { return taken_.contains(part); });
    return holds ? 5 : selection_faults.size();
  }

  void keep(const composition& c, std::span<const std::uint32_t> heads, std::span<const std::uint32_t> bridges) {
    ++out_.by_shape[static_cast<std::size_t>(c.kind)];
    out_.kept.push_back(c);
    ids_.insert(id_of(*pool_, c));
    taken_.insert(steps_in(c, 15));
    for (const std::uint32_t h : heads) ++head_uses_[h];
    for (const std::uint32_t b : bridges) ++bridge_uses_[b];
    for (const std::uint32_t q : c.steps()) ++question_uses_[words_->question_key(q)];
    (void)any_part(c, [&](const steps& part) {
      inside_.insert(part);
      return false;
    });
  }

  const single_hop_pool* pool_;
  const pool_words* words_;
  const composition_limits* limits_;
  std::array<std::uint64_t, 6> quotas_;
  composition_selection out_;
  std::array<std::uint64_t, selection_faults.size()> dropped_{};
  std::set<steps> taken_, inside_;
  std::unordered_set<std::string, string_hasher> ids_;
  use_counts question_uses_, bridge_uses_, head_uses_;
};

}  // namespace detail

MHQA_INLINE composition_selection select_compositions(const single_hop_pool& pool, const pool_words& words,
                                                      const composition_candidates& candidates, std::uint64_t seed,
                                                      const composition_limits& limits, const shape_mix& mix,
                                                      const composition_test& can_word) {
  detail::composition_selector chosen{pool, words, limits, mix};
  std::array<std::vector<composition>, 5> unworded;  // by number of hops
  for (std::size_t size = 4; size >= 2; --size) {
    std::vector<composition> order;
    for (const auto& found : candidates.by_shape) {
      if (!found.empty() && hops(found.front().kind) == size) order.insert(order.end(), found.begin(), found.end());
    }
    std::ranges::sort(order, {}, [&](const composition& c) {
      return std::tuple{detail::composition_priority(seed, words, c), c};
    });
    chosen.offer(std::move(order), can_word, unworded[size]);
  }
  for (std::size_t size = 4; can_word && size >= 2; --size) {
    std::vector<composition> none;
    chosen.offer(std::move(unworded[size]), {}, none);
  }
  return std::move(chosen).result();
}

}  // namespace mhqa::inline v0_1
