// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of candidates.hpp.
#pragma once

#include <mhqa/compose/candidates.hpp>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE composition_candidates composition_search::begin() const {
  composition_candidates out;
  out.long_pairs = graph_.too_long();
  out.marked_pairs = graph_.marked();
  for (const std::string_view fault : composition_faults) out.dropped.push_back({std::string{fault}, 0});
  return out;
}

MHQA_INLINE void composition_search::end_in(std::uint32_t last, composition_part& out) const {
  for (std::size_t s = 0; s < all_shapes.size(); ++s) {
    const std::uint64_t n = graph_.count(all_shapes[s], last);
    const std::uint64_t looked = std::min(n, budget_.looked_at_per_question);
    out.counts[s].possible += n;
    out.counts[s].examined += looked;
    if (looked == 0) continue;
    candidate_order order{n, looked < n, seed_,
                          std::string{to_string(all_shapes[s])} + "__" + std::string{pool_->questions[last].id}};
    for (std::uint64_t i = 0; i < looked; ++i) {
      in_edges edges;
      composition c{all_shapes[s], {}, {}};
      graph_.nth(c.kind, last, order.next(), edges, c.questions);
      for (std::size_t e = 0; e < edges.size(); ++e) c.bridges[e] = edges[e].bridge;
      const std::size_t why = fault_of(c, edges);
      if (why < composition_faults.size()) {
        ++out.faults[why];
      } else {
        ++out.counts[s].found;
        out.found[s].push_back(c);
      }
    }
  }
}

MHQA_INLINE void composition_search::add(const composition_part& part, composition_candidates& out) const {
  for (std::size_t f = 0; f < part.faults.size(); ++f) out.dropped[f].count += part.faults[f];
  for (std::size_t s = 0; s < out.by_shape.size(); ++s) {
    out.counts[s].possible += part.counts[s].possible;
    out.counts[s].examined += part.counts[s].examined;
    out.counts[s].found += part.counts[s].found;
    auto& all = out.by_shape[s];
    all.insert(all.end(), part.found[s].begin(), part.found[s].end());
    if (all.size() / 2 > budget_.held_per_shape) hold_best(all);
  }
}

MHQA_INLINE void composition_search::finish(composition_candidates& out) const {
  for (std::size_t s = 0; s < out.by_shape.size(); ++s) {
    hold_best(out.by_shape[s]);
    std::ranges::sort(out.by_shape[s]);
    out.counts[s].over_budget = out.counts[s].found - out.by_shape[s].size();
  }
}

MHQA_INLINE void composition_search::hold_best(std::vector<composition>& all) const {
  if (all.size() <= budget_.held_per_shape) return;
  const auto order = [&](const composition& c) { return std::pair{composition_priority(seed_, *words_, c), c}; };
  std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(budget_.held_per_shape), {}, order);
  all.resize(budget_.held_per_shape);
}

MHQA_INLINE std::size_t composition_search::fault_of(const composition& c, const in_edges& edges) const {
  const auto steps = c.steps();
  if (has_step_twice(steps)) return 0;
  if (bridges_meet(c, edges)) return 1;
  std::array<std::int64_t, 4> size{};
  for (std::size_t i = 0; i < steps.size(); ++i) size[i] = graph_.words(steps[i]);
  const auto shape_edges = graph_of(c.kind).edges;
  for (std::size_t e = 0; e < shape_edges.size(); ++e) size[shape_edges[e].to] += edges[e].extra;
  std::int64_t total = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (std::cmp_greater(size[i], limits_.question_words)) return 2;
    total += size[i];
  }
  if (std::cmp_greater(total, limits_.total_of(c.kind))) return 3;
  return limits_.hidden_answers && shows_answer(c) ? 4 : composition_faults.size();
}

MHQA_INLINE bool composition_search::has_step_twice(std::span<const std::uint32_t> steps) const {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (same_question(*words_, steps[i], steps[j]) || same_paragraph(*words_, steps[i], steps[j])) return true;
    }
  }
  return false;
}

MHQA_INLINE bool composition_search::bridges_meet(const composition& c, const in_edges& edges) const {
  const auto shape_edges = graph_of(c.kind).edges;
  for (std::size_t e = 0; e < shape_edges.size(); ++e) {
    for (std::size_t other = 0; other < e; ++other) {
      if (shape_edges[e].to != shape_edges[other].to) continue;
      const mention a = c.bridges[e], b = c.bridges[other];
      if (words_->answer_key(edges[e].head) == words_->answer_key(edges[other].head)) return true;
      if (a.begin < b.begin + b.size && b.begin < a.begin + a.size) return true;
    }
  }
  return false;
}

MHQA_INLINE bool composition_search::shows_answer(const composition& c) const {
  const auto steps = c.steps();
  const auto shape_edges = graph_of(c.kind).edges;
  for (std::uint32_t i = 0; i < steps.size(); ++i) {
    for (std::uint32_t j = 0; j < steps.size(); ++j) {
      if (i == j) continue;
      const auto text = words_->question(steps[j]), answer = words_->answer(steps[i]);
      const std::size_t at = find_run(answer, text);
      if (at == text.size()) continue;
      const bool is_edge = std::ranges::find(shape_edges, edge{i, j}) != shape_edges.end();
      if (!is_edge || is_mentioned(answer, text.subspan(at + answer.size()))) return true;
    }
  }
  return false;
}

}  // namespace mhqa::inline v0_1::detail
