// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Grows regions of questions that share little with the rest: the greedy search of split_disjoint. The inside of a
// region shares nothing with the outside; a border lies between them.
#pragma once

#include <mhqa/compose/leaks.hpp>
#include <mhqa/random.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

// A bipartite graph of questions and the keys that they share. Keys used by only one question are dropped.
class overlap_graph {
 public:
  explicit overlap_graph(std::span<const overlap_keys> items);

  [[nodiscard]] std::size_t items() const noexcept { return item_first_.size() - 1; }
  [[nodiscard]] std::size_t things() const noexcept { return thing_first_.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> things_of(std::uint32_t item) const noexcept {
    return std::span{things_}.subspan(item_first_[item], item_first_[item + 1] - item_first_[item]);
  }
  [[nodiscard]] std::span<const std::uint32_t> items_with(std::uint32_t thing) const noexcept {
    return std::span{items_}.subspan(thing_first_[thing], thing_first_[thing + 1] - thing_first_[thing]);
  }

  // Counts the keys that some of the items share with other items of the graph.
  [[nodiscard]] std::size_t shared_keys(std::span<const std::uint32_t> part) const;

 private:
  std::vector<std::size_t> item_first_, thing_first_{0};
  std::vector<std::uint32_t> things_, items_;
};

// A region: `inside` overlaps nothing beyond `border`, which overlaps both sides.
struct overlap_region {
  std::vector<std::uint32_t> inside;  // in the order of its growth
  std::vector<std::uint32_t> border;
  bool reached = false;  // has the requested share, and leaves something outside
  std::size_t kept = 0;  // items inside and outside
  double worth = 0;      // items kept, reduced if the strata's shares inside and outside differ
};

// Grows a region item by item.
class region_grower {
 public:
  enum : std::uint8_t { outside, border, inside };

  region_grower(const overlap_graph& graph, draws random);

  [[nodiscard]] std::size_t outside_count() const noexcept { return graph_.items() - touched_; }
  [[nodiscard]] const std::vector<std::uint32_t>& inside_items() const noexcept { return inside_; }
  [[nodiscard]] std::uint8_t place(std::uint32_t i) const noexcept { return place_[i]; }
  [[nodiscard]] bool done() const noexcept { return inside_.size() == graph_.items(); }

  // Moves inside the item that draws the fewest others into the region; skips items for which `passed_over` is true.
  template <class Predicate>
  void step(Predicate&& passed_over) {
    constexpr std::size_t looked_at = 128;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    std::uint32_t best = 0;
    const auto look = [&](std::uint32_t i) {
      std::uint64_t draws_in = 0;
      for (const std::uint32_t t : graph_.things_of(i)) draws_in += missing_[t];
      if (passed_over(i)) draws_in += std::uint64_t{1} << 32U;
      if (draws_in >= least) return;
      least = draws_in;
      best = i;
    };
    // Items that moved inside in the meantime are removed when they are met.
    for (std::size_t n = 0; n < looked_at && n < edge_.size();) {
      partial_shuffle<std::uint32_t>(std::span{edge_}.subspan(n), 1, random_);
      if (place_[edge_[n]] == border) {
        look(edge_[n++]);
      } else {
        std::swap(edge_[n], edge_.back());
        edge_.pop_back();
      }
    }
    if (edge_.empty()) {  // starts anew
      std::size_t n = 0;
      for (std::size_t at = untouched_.size(); n < looked_at && at-- > 0;) {
        if (place_[untouched_[at]] != outside) {
          untouched_.erase(untouched_.begin() + static_cast<std::ptrdiff_t>(at));
          continue;
        }
        look(untouched_[at]);
        ++n;
      }
    }
    enclose(best);
  }

 private:
  // Draws all items that overlap this one into the region.
  void enclose(std::uint32_t item);
  void touch(std::uint32_t item);
  void take(std::uint32_t item);

  const overlap_graph& graph_;
  draws random_;
  std::vector<std::uint8_t> place_;
  std::vector<std::uint32_t> open_;     // by item: its keys that outside items have, too
  std::vector<std::uint32_t> missing_;  // by key: number of its items outside
  std::vector<std::uint32_t> inside_, edge_, untouched_;
  std::size_t touched_ = 0;
};

// Renumbers the strata from 0 without gaps, in order.
[[nodiscard]] std::vector<std::uint32_t> number_strata(std::span<const std::uint32_t> strata);

// Returns a region whose inside is at least `share` of the items kept; strata are numbered without gaps.
[[nodiscard]] overlap_region grow_region(const overlap_graph& graph, std::span<const std::uint32_t> strata,
                                         double share, draws random);

// Returns all items in the order in which a greedily growing region takes them.
[[nodiscard]] std::vector<std::uint32_t> walk_region(const overlap_graph& graph, draws random);

}  // namespace detail

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/overlap_region.ipp>
#endif
