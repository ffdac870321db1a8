// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of split.hpp.
#pragma once

#include <mhqa/compose/split.hpp>

#include <mhqa/rounded.hpp>

#include <cmath>
#include <map>
#include <set>
#include <string>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::vector<std::uint32_t> strata_of(const single_hop_pool& pool,
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

MHQA_INLINE void check_split(const split_options& options, std::size_t items, std::size_t strata) {
  const auto share = [](double x) { return x >= 0 && x < 1; };
  if (!share(options.dev_share) || !share(options.test_share) || options.dev_share + options.test_share >= 1) {
    throw_data_error({}, "split: expected shares of dev and test whose sum is less than 1");
  }
  if (strata != items) {
    throw_data_error({}, "split: expected one stratum per question, found " + std::to_string(strata) + " for " +
                             std::to_string(items) + " questions");
  }
}

}  // namespace detail

MHQA_INLINE void take_share(std::span<const std::uint32_t> order, std::span<const std::uint32_t> strata, double share,
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

MHQA_INLINE split_leaks find_leaks(std::span<const overlap_keys> items, const data_split& split) {
  const auto keys_of = [&](const std::vector<std::uint32_t>& part) {
    std::vector<overlap_keys> out;
    for (const std::uint32_t i : part) out.push_back(items[i]);
    return out;
  };
  const auto train = keys_of(split.train), dev = keys_of(split.dev), test = keys_of(split.test);
  return {find_leaks(train, dev), find_leaks(train, test), find_leaks(dev, test)};
}

MHQA_INLINE data_split split_randomly(std::span<const std::uint32_t> strata, std::uint64_t seed,
                                      const split_options& options) {
  detail::check_split(options, strata.size(), strata.size());
  std::vector<std::uint32_t> order(strata.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  draws random{seed, "random split"};
  shuffle<std::uint32_t>(order, random);
  data_split out;
  std::vector<std::uint32_t> others;
  take_share(order, strata, options.dev_share + options.test_share, others, out.train);
  const double both = options.dev_share + options.test_share;
  take_share(others, strata, both > 0 ? options.test_share / both : 0, out.test, out.dev);
  for (auto* const part : {&out.train, &out.dev, &out.test}) std::sort(part->begin(), part->end());
  return out;
}

}  // namespace mhqa::inline v0_1
