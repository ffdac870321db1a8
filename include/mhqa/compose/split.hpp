// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Splits questions so that dev and test share nothing with training: grows a region with a small border and leaves the
// border out (Trivedi et al. 2022, Sec. 5, S5).
//   auto parts = mhqa::split_disjoint(mhqa::overlap_keys_of(pool, words, made), strata, seed);
#pragma once

#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/leaks.hpp>
#include <mhqa/compose/overlap_region.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/error.hpp>
#include <mhqa/graph/shapes.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>
#include <mhqa/rounded.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// Options for splitting a data set.
struct split_options {
  double dev_share = 0.1;   ///< of the questions kept
  double test_share = 0.1;  ///< of the questions kept
  /// Number of start places for regions; the best one keeps most questions and has similar strata.
  std::size_t attempts = 64;

  friend constexpr bool operator==(const split_options&, const split_options&) = default;
};

/// A part of a data set.
enum class data_part : std::uint8_t { train, dev, test };

/// All parts.
inline constexpr std::array<data_part, 3> all_parts{data_part::train, data_part::dev, data_part::test};

/// Returns the name: "train", "dev", "test".
[[nodiscard]] constexpr std::string_view to_string(data_part part) noexcept {
  constexpr std::array<std::string_view, 3> names{"train", "dev", "test"};
  return names[static_cast<std::size_t>(part)];
}

/// The parts: positions, each ascending.
struct data_split {
  std::vector<std::uint32_t> train;
  std::vector<std::uint32_t> dev;
  std::vector<std::uint32_t> test;
  std::vector<std::uint32_t> removed;  ///< in no part because they overlap both sides

  [[nodiscard]] const std::vector<std::uint32_t>& of(data_part part) const noexcept {
    return part == data_part::train ? train : part == data_part::dev ? dev : test;
  }
  friend bool operator==(const data_split&, const data_split&) = default;
};

/// Returns the stratum of each composition: one per number of hops and set of source data sets.
///
/// Shape:   n compositions -> n numbers from 0
[[nodiscard]] inline std::vector<std::uint32_t> strata_of(const single_hop_pool& pool,
                                                          std::span<const composition> compositions) {
  std::map<std::pair<std::size_t, std::set<std::string_view>>, std::uint32_t> known;
  std::vector<std::uint32_t> out;
  for (const composition& c : compositions) {
    std::set<std::string_view> sources;
    for (const std::uint32_t q : c.steps()) sources.insert(pool.questions[q].source);
    const auto next = static_cast<std::uint32_t>(known.size());
    out.push_back(known.try_emplace({hops(c.kind), std::move(sources)}, next).first->second);
  }
  return out;
}

namespace detail {

inline void check_split(const split_options& options, std::size_t items, std::size_t strata) {
  const auto share = [](double x) { return x >= 0 && x < 1; };
  if (!share(options.dev_share) || !share(options.test_share) || options.dev_share + options.test_share >= 1) {
    throw_data_error({}, "split: expected shares of dev and test whose sum is less than 1");
  }
  if (strata != items) {
    throw_data_error({}, "split: expected one stratum per question, found " + std::to_string(strata) + " for " +
                             std::to_string(items) + " questions");
  }
}

// Takes the first of each stratum, in the given order, up to its share by largest remainders.
inline void take_share(std::span<const std::uint32_t> order, std::span<const std::uint32_t> strata, double share,
                       std::vector<std::uint32_t>& taken, std::vector<std::uint32_t>& rest) {
  std::map<std::uint32_t, std::size_t> sizes, room;
  for (const std::uint32_t i : order) ++sizes[strata[i]];
  auto left = static_cast<std::size_t>(std::llround(share * static_cast<double>(order.size())));
  std::vector<std::pair<double, std::uint32_t>> remainders;
  for (const auto& [stratum, size] : sizes) {
    const double exact = rounded(share * static_cast<double>(size));
    room[stratum] = std::min(left, static_cast<std::size_t>(std::floor(exact)));
    left -= room[stratum];
    remainders.push_back({std::floor(exact) - exact, stratum});
  }
  std::sort(remainders.begin(), remainders.end());
  for (const auto& [minus, stratum] : remainders) {
    if (left == 0 || room[stratum] == sizes[stratum]) continue;
    ++room[stratum];
    --left;
  }
  for (const std::uint32_t i : order) {
    std::size_t& free = room[strata[i]];
    (free == 0 ? rest : taken).push_back(i);
    if (free != 0) --free;
  }
}

}  // namespace detail

/// The overlap between the parts of a split.
struct split_leaks {
  leak_report train_dev;
  leak_report train_test;
  leak_report dev_test;
};

/// Finds the overlap between the parts of a split.
///
/// Example: find_leaks(keys, split_disjoint(keys, strata, seed)).train_test.clean()
[[nodiscard]] inline split_leaks find_leaks(std::span<const overlap_keys> items, const data_split& split) {
  const auto keys_of = [&](const std::vector<std::uint32_t>& part) {
    std::vector<overlap_keys> out;
    for (const std::uint32_t i : part) out.push_back(items[i]);
    return out;
  };
  const auto train = keys_of(split.train), dev = keys_of(split.dev), test = keys_of(split.test);
  return {find_leaks(train, dev), find_leaks(train, test), find_leaks(dev, test)};
}

/// Splits at random, for comparison with S5.
///
/// Shape:   every part gets its share of each stratum; nothing is removed
/// Errors:  data_error for shares that leave no training set, or unless there is one stratum per question
/// Source:  Trivedi et al. 2022, Sec. 8.2, Table 6
[[nodiscard]] inline data_split split_randomly(std::span<const std::uint32_t> strata, std::uint64_t seed,
                                               const split_options& options = {}) {
  detail::check_split(options, strata.size(), strata.size());
  std::vector<std::uint32_t> order(strata.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  draws random{seed, "random split"};
  shuffle<std::uint32_t>(order, random);
  data_split out;
  std::vector<std::uint32_t> others;
  detail::take_share(order, strata, options.dev_share + options.test_share, others, out.train);
  const double both = options.dev_share + options.test_share;
  detail::take_share(others, strata, both > 0 ? options.test_share / both : 0, out.test, out.dev);
  for (auto* const part : {&out.train, &out.dev, &out.test}) std::sort(part->begin(), part->end());
  return out;
}

/// Splits so that no training question shares a single-hop question, an answer or a paragraph with dev or test.
///
/// Shape:     strata[i] is any number; dev and test together are a region grown until it has its share of the questions
///            kept; complete strata are skipped if others are as good. Test is the part of the region that was grown
///            first, with the same share of each stratum, so that dev and test have little in common (see find_leaks)
/// Undefined: if every region leaves no training set (all questions are connected), all are for training
/// Errors:    data_error for shares that leave no training set, or unless there is one stratum per question
/// Cost:      O(keys) per attempt, and 128 candidates per question of the region; attempts run in parallel
/// Source:    Trivedi et al. 2022, Sec. 5, S5: a greedy subset with the least overlap, then removal
template <class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] data_split split_disjoint(std::span<const overlap_keys> items, std::span<const std::uint32_t> strata,
                                        std::uint64_t seed, const split_options& options = {}, E&& exec = {}) {
  detail::check_split(options, items.size(), strata.size());
  const std::vector<std::uint32_t> numbered = detail::number_strata(strata);
  const double both = options.dev_share + options.test_share;
  const detail::overlap_graph graph{items};
  std::vector<detail::overlap_region> grown(std::max<std::size_t>(options.attempts, 1));
  exec.for_each(grown.size(), [&](std::size_t a) {
    if (both > 0 && !items.empty()) grown[a] = detail::grow_region(graph, numbered, both, draws{seed, a, 1});
  });
  const auto& best = *std::max_element(grown.begin(), grown.end(), [](const auto& x, const auto& y) {
    return std::pair{x.reached, x.worth} < std::pair{y.reached, y.worth};
  });
  data_split out;
  std::vector<std::uint8_t> place(items.size(), 0);
  for (const std::uint32_t i : best.border) place[i] = 1;
  for (const std::uint32_t i : best.inside) place[i] = 2;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (place[i] == 0) out.train.push_back(i);
    if (place[i] == 1) out.removed.push_back(i);
  }

  // Test: the first part of a walk through the region that stays in one place as long as possible.
  std::vector<overlap_keys> region;
  std::vector<std::uint32_t> region_strata;
  for (const std::uint32_t i : best.inside) {
    region.push_back(items[i]);
    region_strata.push_back(numbered[i]);
  }
  const detail::overlap_graph inner{region};
  struct halves {
    std::vector<std::uint32_t> test, dev;
    std::size_t shared = 0;
  };
  std::vector<halves> tried(grown.size());
  exec.for_each(tried.size(), [&](std::size_t a) {
    halves& mine = tried[a];
    const std::vector<std::uint32_t> walk = detail::walk_region(inner, draws{seed, a, 2});
    detail::take_share(walk, region_strata, both > 0 ? options.test_share / both : 0, mine.test, mine.dev);
    mine.shared = inner.shared_keys(mine.test);
  });
  const auto& halved =
      *std::min_element(tried.begin(), tried.end(), [](const auto& x, const auto& y) { return x.shared < y.shared; });
  for (const std::uint32_t i : halved.test) out.test.push_back(best.inside[i]);
  for (const std::uint32_t i : halved.dev) out.dev.push_back(best.inside[i]);
  std::sort(out.dev.begin(), out.dev.end());
  std::sort(out.test.begin(), out.test.end());
  return out;
}

}  // namespace v0_1
}  // namespace mhqa
