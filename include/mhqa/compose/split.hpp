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

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

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
[[nodiscard]] std::vector<std::uint32_t> strata_of(const single_hop_pool& pool,
                                                   std::span<const composition> compositions);

namespace detail {

void check_split(const split_options& options, std::size_t items, std::size_t strata);

}  // namespace detail

/// Takes the first of each stratum, in the given order, up to its share by largest remainders.
///
/// Shape: order[n] of positions, with their strata by position -> `taken` gets round(share n) of them, `rest` the
///        others
void take_share(std::span<const std::uint32_t> order, std::span<const std::uint32_t> strata, double share,
                std::vector<std::uint32_t>& taken, std::vector<std::uint32_t>& rest);

/// The overlap between the parts of a split.
struct split_leaks {
  leak_report train_dev;
  leak_report train_test;
  leak_report dev_test;
};

/// Finds the overlap between the parts of a split.
///
/// Example: find_leaks(keys, split_disjoint(keys, strata, seed)).train_test.clean()
[[nodiscard]] split_leaks find_leaks(std::span<const overlap_keys> items, const data_split& split);

/// Splits at random, for comparison with S5.
///
/// Shape:   every part gets its share of each stratum; nothing is removed
/// Errors:  data_error for shares that leave no training set, or unless there is one stratum per question
/// Source:  Trivedi et al. 2022, Sec. 8.2, Table 6
[[nodiscard]] data_split split_randomly(std::span<const std::uint32_t> strata, std::uint64_t seed,
                                        const split_options& options = {});

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
    take_share(walk, region_strata, both > 0 ? options.test_share / both : 0, mine.test, mine.dev);
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

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/split.ipp>
#endif
