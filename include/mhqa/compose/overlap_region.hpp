// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Grows regions of questions that share little with the rest: the greedy search of split_disjoint. The inside of a
// region shares nothing with the outside; a border lies between them.
#pragma once

#include <mhqa/compose/leaks.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

namespace detail {

// A bipartite graph of questions and the keys that they share. Keys used by only one question are dropped.
class overlap_graph {
 public:
  explicit overlap_graph(std::span<const overlap_keys> items) : item_first_(items.size() + 1, 0) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> uses;  // (kind and key, item)
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      std::uint64_t kind = 0;
      for (const auto* const keys : {&items[i].questions, &items[i].answers, &items[i].paragraphs}) {
        for (const std::uint32_t key : *keys) uses.emplace_back(kind << 32U | key, i);
        ++kind;
      }
    }
    std::sort(uses.begin(), uses.end());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> by_item;
    for (std::size_t begin = 0, end = 0; begin < uses.size(); begin = end) {
      while (end < uses.size() && uses[end].first == uses[begin].first) ++end;
      if (end - begin == 1) continue;
      for (std::size_t i = begin; i < end; ++i) {
        by_item.emplace_back(uses[i].second, static_cast<std::uint32_t>(things()));
        items_.push_back(uses[i].second);
      }
      thing_first_.push_back(items_.size());
    }
    std::sort(by_item.begin(), by_item.end());
    for (const auto& [item, thing] : by_item) {
      things_.push_back(thing);
      ++item_first_[item + std::size_t{1}];
    }
    for (std::size_t i = 0; i + 1 < item_first_.size(); ++i) item_first_[i + 1] += item_first_[i];
  }

  [[nodiscard]] std::size_t items() const noexcept { return item_first_.size() - 1; }
  [[nodiscard]] std::size_t things() const noexcept { return thing_first_.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> things_of(std::uint32_t item) const noexcept {
    return std::span{things_}.subspan(item_first_[item], item_first_[item + 1] - item_first_[item]);
  }
  [[nodiscard]] std::span<const std::uint32_t> items_with(std::uint32_t thing) const noexcept {
    return std::span{items_}.subspan(thing_first_[thing], thing_first_[thing + 1] - thing_first_[thing]);
  }

  // Counts the keys that some of the items share with other items of the graph.
  [[nodiscard]] std::size_t shared_keys(std::span<const std::uint32_t> part) const {
    std::vector<std::size_t> in(things(), 0);
    for (const std::uint32_t i : part) {
      for (const std::uint32_t t : things_of(i)) ++in[t];
    }
    std::size_t shared = 0;
    for (std::uint32_t t = 0; t < in.size(); ++t) shared += in[t] != 0 && in[t] != items_with(t).size() ? 1U : 0U;
    return shared;
  }

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

  region_grower(const overlap_graph& graph, draws random)
      : graph_{graph}, random_{random}, place_(graph.items(), outside), open_(graph.items(), 0) {
    for (std::uint32_t t = 0; t < graph.things(); ++t) {
      missing_.push_back(static_cast<std::uint32_t>(graph.items_with(t).size()));
    }
    for (std::uint32_t i = 0; i < graph.items(); ++i) {
      open_[i] = static_cast<std::uint32_t>(graph.things_of(i).size());
      untouched_.push_back(i);
    }
    shuffle<std::uint32_t>(untouched_, random_);
  }

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
  void enclose(std::uint32_t item) {
    touch(item);
    for (const std::uint32_t t : graph_.things_of(item)) {
      for (const std::uint32_t i : graph_.items_with(t)) touch(i);
    }
    if (graph_.things_of(item).empty() && place_[item] != inside) take(item);
  }
  void touch(std::uint32_t item) {
    if (place_[item] != outside) return;
    place_[item] = border;
    ++touched_;
    edge_.push_back(item);
    for (const std::uint32_t t : graph_.things_of(item)) {
      if (--missing_[t] != 0) continue;
      for (const std::uint32_t i : graph_.items_with(t)) {
        if (--open_[i] == 0) take(i);
      }
    }
  }
  void take(std::uint32_t item) {
    place_[item] = inside;
    inside_.push_back(item);
  }

  const overlap_graph& graph_;
  draws random_;
  std::vector<std::uint8_t> place_;
  std::vector<std::uint32_t> open_;     // by item: its keys that outside items have, too
  std::vector<std::uint32_t> missing_;  // by key: number of its items outside
  std::vector<std::uint32_t> inside_, edge_, untouched_;
  std::size_t touched_ = 0;
};

// Renumbers the strata from 0 without gaps, in order.
[[nodiscard]] inline std::vector<std::uint32_t> number_strata(std::span<const std::uint32_t> strata) {
  std::vector<std::uint32_t> known(strata.begin(), strata.end());
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  std::vector<std::uint32_t> out;
  out.reserve(strata.size());
  for (const std::uint32_t s : strata) {
    out.push_back(static_cast<std::uint32_t>(std::lower_bound(known.begin(), known.end(), s) - known.begin()));
  }
  return out;
}

// Returns a region whose inside is at least `share` of the items kept; strata are numbered without gaps.
[[nodiscard]] inline overlap_region grow_region(const overlap_graph& graph, std::span<const std::uint32_t> strata,
                                                double share, draws random) {
  std::vector<std::size_t> all, mine;
  for (const std::uint32_t s : strata) {
    if (s >= all.size()) all.resize(s + std::size_t{1}, 0);
    ++all[s];
  }
  mine.resize(all.size(), 0);
  region_grower grow{graph, random};
  std::size_t counted = 0;
  overlap_region out;
  const auto enough = [&] {
    const auto size = static_cast<double>(grow.inside_items().size());
    return size >= share * (size + static_cast<double>(grow.outside_count()));
  };
  while (!grow.done() && !enough()) {
    const double kept = static_cast<double>(grow.inside_items().size() + grow.outside_count());
    grow.step([&](std::uint32_t i) {
      const std::uint32_t s = strata[i];
      const double due = share * kept * static_cast<double>(all[s]) / static_cast<double>(graph.items());
      return static_cast<double>(mine[s]) >= std::ceil(due);
    });
    for (; counted < grow.inside_items().size(); ++counted) ++mine[strata[grow.inside_items()[counted]]];
  }
  if (grow.outside_count() == 0) return out;
  out.reached = true;
  out.inside = grow.inside_items();
  for (std::uint32_t i = 0; i < graph.items(); ++i) {
    if (grow.place(i) == region_grower::border) out.border.push_back(i);
  }
  out.kept = out.inside.size() + grow.outside_count();
  std::vector<std::size_t> others(all.size(), 0);
  for (std::uint32_t i = 0; i < graph.items(); ++i)
    others[strata[i]] += grow.place(i) == region_grower::outside ? 1U : 0U;
  double apart = 0;  // the total variation distance
  for (std::size_t s = 0; s < all.size(); ++s) {
    apart += std::abs(static_cast<double>(mine[s]) / static_cast<double>(out.inside.size()) -
                      static_cast<double>(others[s]) / static_cast<double>(grow.outside_count())) /
             2;
  }
  out.worth = static_cast<double>(out.kept) * (1 - apart) * (1 - apart) * (1 - apart);
  return out;
}

// Returns all items in the order in which a greedily growing region takes them.
[[nodiscard]] inline std::vector<std::uint32_t> walk_region(const overlap_graph& graph, draws random) {
  region_grower grow{graph, random};
  while (!grow.done()) grow.step([](std::uint32_t) { return false; });
  return grow.inside_items();
}

}  // namespace detail

}  // namespace v0_1
}  // namespace mhqa
