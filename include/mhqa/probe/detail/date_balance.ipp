// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of date_balance.hpp.
#pragma once

#include <mhqa/probe/date_balance.hpp>

#include <mhqa/error.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::vector<bool> balance_types(std::span<const std::string_view> ids, const std::vector<bool>& combined,
                                            std::uint64_t seed) {
  if (combined.size() != ids.size()) {
    throw_data_error({}, "balance_types: " + std::to_string(combined.size()) + " marks for " +
                             std::to_string(ids.size()) + " questions");
  }
  std::vector<bool> keep(ids.size(), true);
  std::vector<std::pair<std::uint64_t, std::size_t>> comparison;
  std::size_t wanted = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (combined[i]) {
      ++wanted;
    } else {
      comparison.emplace_back(draws{seed, ids[i], 1}(), i);
    }
  }
  std::sort(comparison.begin(), comparison.end(), [&ids](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : ids[a.second] < ids[b.second];
  });
  for (std::size_t i = wanted; i < comparison.size(); ++i) keep[comparison[i].second] = false;
  return keep;
}

}  // namespace mhqa::inline v0_1
