// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pair_graph.hpp.
#pragma once

#include <mhqa/compose/detail/pair_graph.hpp>

#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/graph/references.hpp>

#include <tuple>
#include <utility>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE pair_graph::pair_graph(const single_hop_pool& pool, std::span<const question_pair> pairs,
                                   const composition_limits& limits)
    : first_(pool.questions.size() + 1, 0), words_(pool.questions.size(), 0) {
  std::vector<bool> marked(words_.size());  // text like "the #2 pick" would be read as a reference
  for (std::size_t q = 0; q < words_.size(); ++q) {
    marked[q] = !find_references(pool.questions[q].question).empty();
    words_[q] = static_cast<std::int32_t>(count_words(pool.questions[q].question));
  }
  std::vector<question_pair> sorted(pairs.begin(), pairs.end());
  const auto by_tail = [](const question_pair& p) { return std::tuple{p.tail, p.bridge, p.head}; };
  std::ranges::sort(sorted, {}, by_tail);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<in_edge> edges;
  std::vector<std::int32_t> least(words_.size(), 0);  // writing out a bridge may also shorten a question
  for (const question_pair& p : sorted) {
    const auto written = static_cast<std::int32_t>(count_tail_words(pool, p));
    edges.push_back({p.head, written - words_[p.tail], p.bridge});
    least[p.tail] = std::min(least[p.tail], edges.back().extra);
  }
  const auto fits = [&limits](std::int64_t size) { return std::cmp_less_equal(size, limits.question_words); };
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto [head, tail, bridge] = sorted[i];
    if (marked[head] || marked[tail]) {
      ++marked_;
      continue;
    }
    const std::int64_t with_bridge = std::int64_t{words_[tail]} + edges[i].extra;
    if (!fits(std::int64_t{words_[head]} + least[head]) || !fits(with_bridge + least[tail])) {
      ++too_long_;
      continue;
    }
    edges_.push_back(edges[i]);
    ++first_[tail + std::size_t{1}];
  }
  for (std::size_t q = 0; q + 1 < first_.size(); ++q) first_[q + 1] += first_[q];
  chains_.resize(words_.size());
  for (std::uint32_t q = 0; q < words_.size(); ++q) {
    for (const in_edge& e : into(q)) chains_[q] = add(chains_[q], into(e.head).size());
  }
}

MHQA_INLINE std::uint64_t pair_graph::count(shape kind, std::uint32_t last) const noexcept {
  const auto edges = into(last);
  std::uint64_t n = 0;
  switch (kind) {
    case shape::hop2:
      return edges.size();
    case shape::hop3_1:
      return chains_[last];
    case shape::hop3_2:
      return two_of(edges.size());
    case shape::hop4_1:
      for (const in_edge& e : edges) n = add(n, chains_[e.head]);
      return n;
    case shape::hop4_2:
      for (const in_edge& e : edges) n = add(n, two_of(into(e.head).size()));
      return n;
    case shape::hop4_3:
      return multiply(chains_[last], edges.size());
  }
  return 0;
}

MHQA_INLINE void pair_graph::nth(shape kind, std::uint32_t last, std::uint64_t r, std::array<in_edge, 3>& edges,
                                 std::array<std::uint32_t, 4>& questions) const noexcept {
  const auto ends = into(last);
  questions = {};
  edges = {};
  const auto step = [&](auto weight) {  // the edge into `last` whose chains include the r-th
    std::size_t at = 0;
    for (std::uint64_t w = weight(ends[0].head); r >= w; w = weight(ends[++at].head)) r -= w;
    return ends[at];
  };
  const auto two = [&](std::span<const in_edge> of) {
    std::size_t second = 1;
    for (; r >= second; ++second) r -= second;
    edges[0] = of[static_cast<std::size_t>(r)];
    edges[1] = of[second];
    questions[0] = edges[0].head;
    questions[1] = edges[1].head;
  };
  const auto into_size = [&](std::uint32_t q) { return into(q).size(); };
  switch (kind) {
    case shape::hop2:
      edges[0] = ends[static_cast<std::size_t>(r)];
      questions = {edges[0].head, last, 0, 0};
      return;
    case shape::hop3_1:
      edges[1] = step(into_size);
      edges[0] = into(edges[1].head)[static_cast<std::size_t>(r)];
      questions = {edges[0].head, edges[1].head, last, 0};
      return;
    case shape::hop3_2:
      two(ends);
      questions[2] = last;
      return;
    case shape::hop4_1: {
      const in_edge end = step([&](std::uint32_t q) { return chains_[q]; });
      nth(shape::hop3_1, end.head, r, edges, questions);
      edges[2] = end;
      questions[3] = last;
      return;
    }
    case shape::hop4_2:
      edges[2] = step([&](std::uint32_t q) { return two_of(into(q).size()); });
      two(into(edges[2].head));
      questions[2] = edges[2].head;
      questions[3] = last;
      return;
    case shape::hop4_3: {
      edges[2] = ends[static_cast<std::size_t>(r % ends.size())];
      r /= ends.size();
      edges[1] = step(into_size);
      edges[0] = into(edges[1].head)[static_cast<std::size_t>(r)];
      questions = {edges[0].head, edges[1].head, edges[2].head, last};
      return;
    }
  }
}

}  // namespace mhqa::inline v0_1::detail
