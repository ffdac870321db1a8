// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds all compositions of connected pairs, shape by shape, or an even sample if there are too many: pairs are edges,
// and every shape ends in one question (Trivedi et al. 2022, Sec. 5, S4).
//   auto found = mhqa::find_compositions(pool, words, pairs, seed, mhqa::limits::paper);
#pragma once

#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/detail/candidate_order.hpp>
#include <mhqa/compose/detail/pair_graph.hpp>
#include <mhqa/compose/limits.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/graph/shapes.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

namespace detail {

// A seeded order among compositions, by the places of their questions.
[[nodiscard]] inline std::uint64_t composition_priority(std::uint64_t seed, const pool_words& words,
                                                        const composition& c) noexcept {
  std::uint64_t record = static_cast<std::uint64_t>(c.kind) + 1;
  for (std::size_t i = 0; i < c.questions.size(); ++i) {
    const std::uint32_t q = i < c.steps().size() ? words.place(c.questions[i]) : c.questions[i];
    record = (record ^ q) * 0x100000001b3U + 0x9E3779B97F4A7C15U;
  }
  return draws{seed, record}();
}

}  // namespace detail

/// The reasons for rejecting a composition, in the order of checking.
inline constexpr std::array<std::string_view, 5> composition_faults{"question-or-paragraph-twice", "bridges-overlap",
                                                                    "long-question", "long-total", "answer-shown"};

/// Counts for one shape: examined - found have a fault; possible - examined were not examined.
struct shape_counts {
  std::uint64_t possible = 0;  ///< chains of pairs whose questions are short enough
  std::uint64_t examined = 0;
  std::uint64_t found = 0;
  std::uint64_t over_budget = 0;  ///< found, but not kept

  friend bool operator==(const shape_counts&, const shape_counts&) = default;
};

/// The compositions of a pool; each vector is sorted.
struct composition_candidates {
  std::array<std::vector<composition>, 6> by_shape;  ///< in the order of all_shapes
  std::array<shape_counts, 6> counts;
  std::uint64_t long_pairs = 0;       ///< pairs with a question that is too long for any bridge
  std::uint64_t marked_pairs = 0;     ///< pairs with a question that contains text like `#2`
  std::vector<reason_count> dropped;  ///< one per element of composition_faults

  [[nodiscard]] const std::vector<composition>& of(shape s) const noexcept {
    return by_shape[static_cast<std::size_t>(s)];
  }
  friend bool operator==(const composition_candidates&, const composition_candidates&) = default;
};

/// Finds the compositions of connected pairs within the limits of words, shape by shape: all of them or, beyond the
/// budget, an even sample by the seed; ignores limits of use.
///
/// Shape:  pairs in any order, repeats count once. No question or paragraph occurs twice in a composition, and two
///         bridges of one step neither overlap nor have the same answer; of the two equivalent numberings of 3hop2 and
///         4hop2, the one whose first bridge is mentioned first. The same result for any executor
/// Cost:   O(pairs) and, per question and shape, O(looked_at_per_question) times its number of pairs; 44 bytes per kept
///         composition
/// Source: Trivedi et al. 2022, Sec. 5, S4, and Table 1
template <class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] composition_candidates find_compositions(const single_hop_pool& pool, const pool_words& words,
                                                       std::span<const question_pair> pairs, std::uint64_t seed,
                                                       const composition_limits& limits = {}, E&& exec = {},
                                                       const composition_budget& budget = {}) {
  using in_edge = detail::pair_graph::in_edge;
  const detail::pair_graph graph{pool, pairs, limits};
  const auto fault = [&](const composition& c, const std::array<in_edge, 3>& edges) -> std::size_t {
    const auto steps = c.steps();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (same_question(words, steps[i], steps[j]) || same_paragraph(words, steps[i], steps[j])) return 0;
      }
    }
    const auto shape_edges = graph_of(c.kind).edges;
    std::array<std::int64_t, 4> size{};
    for (std::size_t i = 0; i < steps.size(); ++i) size[i] = graph.words(steps[i]);
    for (std::size_t e = 0; e < shape_edges.size(); ++e) {
      size[shape_edges[e].to] += edges[e].extra;
      for (std::size_t other = 0; other < e; ++other) {
        if (shape_edges[e].to != shape_edges[other].to) continue;
        const mention a = c.bridges[e], b = c.bridges[other];
        if (words.answer_key(edges[e].head) == words.answer_key(edges[other].head)) return 1;
        if (a.begin < b.begin + b.size && b.begin < a.begin + a.size) return 1;
      }
    }
    std::int64_t total = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (std::cmp_greater(size[i], limits.question_words)) return 2;
      total += size[i];
    }
    if (std::cmp_greater(total, limits.total_of(c.kind))) return 3;
    if (!limits.hidden_answers) return composition_faults.size();
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
      for (std::uint32_t j = 0; j < steps.size(); ++j) {
        if (i == j) continue;
        const auto text = words.question(steps[j]);
        const auto answer = words.answer(steps[i]);
        const std::size_t at = find_run(answer, text);
        if (at == text.size()) continue;
        const bool is_edge = std::ranges::find(shape_edges, edge{i, j}) != shape_edges.end();
        if (!is_edge || is_mentioned(answer, text.subspan(at + answer.size()))) return 4;
      }
    }
    return composition_faults.size();
  };

  struct part {
    std::array<std::vector<composition>, 6> found;
    std::array<shape_counts, 6> counts;
    std::array<std::uint64_t, composition_faults.size()> faults;
  };
  const auto search = [&](std::uint32_t last, part& out) {
    for (std::size_t s = 0; s < all_shapes.size(); ++s) {
      const std::uint64_t n = graph.count(all_shapes[s], last);
      const std::uint64_t looked = std::min(n, budget.looked_at_per_question);
      out.counts[s].possible += n;
      out.counts[s].examined += looked;
      if (looked == 0) continue;
      detail::candidate_order order{
          n, looked < n, seed, std::string{to_string(all_shapes[s])} + "__" + std::string{pool.questions[last].id}};
      for (std::uint64_t i = 0; i < looked; ++i) {
        std::array<in_edge, 3> edges;
        composition c{all_shapes[s], {}, {}};
        graph.nth(c.kind, last, order.next(), edges, c.questions);
        for (std::size_t e = 0; e < edges.size(); ++e) c.bridges[e] = edges[e].bridge;
        const std::size_t why = fault(c, edges);
        if (why < composition_faults.size()) {
          ++out.faults[why];
        } else {
          ++out.counts[s].found;
          out.found[s].push_back(c);
        }
      }
    }
  };

  composition_candidates out;
  out.long_pairs = graph.too_long();
  out.marked_pairs = graph.marked();
  std::array<std::uint64_t, composition_faults.size()> faults{};
  const auto hold_best = [&](std::vector<composition>& all) {
    if (all.size() <= budget.held_per_shape) return;
    const auto order = [&](const composition& c) { return std::pair{detail::composition_priority(seed, words, c), c}; };
    std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(budget.held_per_shape), {}, order);
    all.resize(budget.held_per_shape);
  };
  constexpr std::size_t grain = 64;
  std::vector<part> parts(std::max<std::size_t>(exec.concurrency(), 1) * 8);
  for (std::size_t begin = 0; begin < pool.questions.size(); begin += parts.size() * grain) {
    const std::size_t end = std::min(pool.questions.size(), begin + parts.size() * grain);
    for_each_chunk(exec, end - begin, grain, [&](std::size_t from, std::size_t to) {
      part& mine = parts[from / grain];
      mine = {};
      for (std::size_t q = begin + from; q < begin + to; ++q) search(static_cast<std::uint32_t>(q), mine);
    });
    for (std::size_t p = 0; p * grain < end - begin; ++p) {
      for (std::size_t f = 0; f < faults.size(); ++f) faults[f] += parts[p].faults[f];
      for (std::size_t s = 0; s < out.by_shape.size(); ++s) {
        out.counts[s].possible += parts[p].counts[s].possible;
        out.counts[s].examined += parts[p].counts[s].examined;
        out.counts[s].found += parts[p].counts[s].found;
        auto& all = out.by_shape[s];
        all.insert(all.end(), parts[p].found[s].begin(), parts[p].found[s].end());
        if (all.size() / 2 > budget.held_per_shape) hold_best(all);
      }
    }
  }
  for (std::size_t s = 0; s < out.by_shape.size(); ++s) {
    hold_best(out.by_shape[s]);
    std::ranges::sort(out.by_shape[s]);
    out.counts[s].over_budget = out.counts[s].found - out.by_shape[s].size();
  }
  for (std::size_t f = 0; f < faults.size(); ++f) {
    out.dropped.push_back({std::string{composition_faults[f]}, faults[f]});
  }
  return out;
}

}  // namespace v0_1
}  // namespace mhqa
