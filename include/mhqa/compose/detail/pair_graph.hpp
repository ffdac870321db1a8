// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Connected pairs as a graph: counts the chains of pairs of each reasoning shape that end in a question, and constructs
// the n-th of them directly. Used by find_compositions.
#pragma once

#include <mhqa/compose/limits.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/graph/shapes.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

// The pairs as edges into their tails, and the number of chains of edges that end in each question.
class pair_graph {
 public:
  struct in_edge {
    std::uint32_t head;
    std::int32_t extra;  // words that the tail gains when the bridge is written out
    mention bridge;
  };

  pair_graph(const single_hop_pool& pool, std::span<const question_pair> pairs, const composition_limits& limits);

  [[nodiscard]] std::span<const in_edge> into(std::uint32_t q) const noexcept {
    return std::span{edges_}.subspan(first_[q], first_[q + 1] - first_[q]);
  }
  [[nodiscard]] std::int32_t words(std::uint32_t q) const noexcept { return words_[q]; }
  [[nodiscard]] std::uint64_t too_long() const noexcept { return too_long_; }
  [[nodiscard]] std::uint64_t marked() const noexcept { return marked_; }

  // Returns the number of ways to end a shape in a question; some of them use a question twice.
  [[nodiscard]] std::uint64_t count(shape kind, std::uint32_t last) const noexcept;

  // Constructs the r-th of them: edges in the order of graph_of(kind), questions in the order of its nodes.
  void nth(shape kind, std::uint32_t last, std::uint64_t r, std::array<in_edge, 3>& edges,
           std::array<std::uint32_t, 4>& questions) const noexcept;

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

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/pair_graph.ipp>
#endif
