// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of overlap_region.hpp.
#pragma once

#include <mhqa/compose/overlap_region.hpp>

#include <algorithm>
#include <cmath>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE overlap_graph::overlap_graph(std::span<const overlap_keys> items) : item_first_(items.size() + 1, 0) {
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

MHQA_INLINE std::size_t overlap_graph::shared_keys(std::span<const std::uint32_t> part) const {
  std::vector<std::size_t> in(things(), 0);
  for (const std::uint32_t i : part) {
    for (const std::uint32_t t : things_of(i)) ++in[t];
  }
  std::size_t shared = 0;
  for (std::uint32_t t = 0; t < in.size(); ++t) shared += in[t] != 0 && in[t] != items_with(t).size() ? 1U : 0U;
  return shared;
}

MHQA_INLINE region_grower::region_grower(const overlap_graph& graph, draws random)
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

MHQA_INLINE void region_grower::enclose(std::uint32_t item) {
  touch(item);
  for (const std::uint32_t t : graph_.things_of(item)) {
    for (const std::uint32_t i : graph_.items_with(t)) touch(i);
  }
  if (graph_.things_of(item).empty() && place_[item] != inside) take(item);
}

MHQA_INLINE void region_grower::touch(std::uint32_t item) {
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

MHQA_INLINE void region_grower::take(std::uint32_t item) {
  place_[item] = inside;
  inside_.push_back(item);
}

MHQA_INLINE std::vector<std::uint32_t> number_strata(std::span<const std::uint32_t> strata) {
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

MHQA_INLINE overlap_region grow_region(const overlap_graph& graph, std::span<const std::uint32_t> strata, double share,
                                       draws random) {
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

MHQA_INLINE std::vector<std::uint32_t> walk_region(const overlap_graph& graph, draws random) {
  region_grower grow{graph, random};
  while (!grow.done()) grow.step([](std::uint32_t) { return false; });
  return grow.inside_items();
}

}  // namespace mhqa::inline v0_1::detail
