// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of connection_plan.hpp.
#pragma once

#include <mhqa/compose/connection_plan.hpp>

#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

MHQA_INLINE void assign_folds(std::span<reading_request> requests, std::uint32_t folds, std::uint64_t seed,
                              std::string_view purpose) {
  std::vector<std::uint32_t> order;
  for (const reading_request& r : requests) {
    if (order.empty() || order.back() != r.question) order.push_back(r.question);
  }
  const std::vector<std::uint32_t> questions = order;
  draws random{seed, purpose};
  shuffle<std::uint32_t>(order, random);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> fold_of;
  for (std::size_t i = 0; i < order.size(); ++i) fold_of.emplace_back(order[i], static_cast<std::uint32_t>(i % folds));
  std::sort(fold_of.begin(), fold_of.end());
  std::size_t at = 0;
  for (reading_request& r : requests) {
    while (fold_of[at].first != r.question) ++at;
    r.fold = fold_of[at].second;
  }
}

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
