// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Connected pairs as a graph: counts the chains of pairs of each reasoning shape that end in a question, and constructs
// the n-th of them directly. Used by find_compositions.
#pragma once

#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/limits.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/graph/shapes.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

namespace detail {

// The pairs as edges into their tails, and the number of chains of edges that end in each question.
class pair_graph {
 public:
  struct in_edge {
    std::uint32_t head;
    std::int32_t extra;  // words that the tail gains when the bridge is written out
    mention bridge;
  };

  pair_graph(const single_hop_pool& pool, std::span<const question_pair> pairs, const composition_limits& limits)
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

  [[nodiscard]] std::span<const in_edge> into(std::uint32_t q) const noexcept {
    return std::span{edges_}.subspan(first_[q], first_[q + 1] - first_[q]);
  }
  [[nodiscard]] std::int32_t words(std::uint32_t q) const noexcept { return words_[q]; }
  [[nodiscard]] std::uint64_t too_long() const noexcept { return too_long_; }
  [[nodiscard]] std::uint64_t marked() const noexcept { return marked_; }

  // Returns the number of ways to end a shape in a question; some of them use a question twice.
  [[nodiscard]] std::uint64_t count(shape kind, std::uint32_t last) const noexcept {
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

  // Constructs the r-th of them: edges in the order of graph_of(kind), questions in the order of its nodes.
  void nth(shape kind, std::uint32_t last, std::uint64_t r, std::array<in_edge, 3>& edges,
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

 private:
  static constexpr std::uint64_t most = std::uint64_t{1} << 62U;  // counts saturate here
  [[nodiscard]] static constexpr std::uint64_t add(std::uint64_t a, std::uint64_t b) noexcept {
    return std::min(most, a + std::min(most, b));
  }
  [[nodiscard]] static constexpr std::uint64_t multiply(std::uint64_t a, std::uint64_t b) noexcept {
    return b != 0 && a > most / b ? most : a * b;
  }
  [[nodiscard]] static constexpr std::uint64_t two_of(std::uint64_t n) noexcept { return n < 2 ? 0 : n * (n - 1) / 2; }

  std::vector<std::size_t> first_;
  std::vector<std::int32_t> words_;
  std::vector<in_edge> edges_;  // by tail, in the order of their mentions
  std::vector<std::uint64_t> chains_;
  std::uint64_t too_long_ = 0, marked_ = 0;  // pairs left out
};

}  // namespace detail

}  // namespace v0_1
}  // namespace mhqa
