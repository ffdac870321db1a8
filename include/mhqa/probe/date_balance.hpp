// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Balances HieraDate-small: as many comparison questions as combined ones, sampled independently of the input's order
// (Ho et al. 2022, Appendix C.2).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// Selects as many comparison questions as there are combined ones (HieraDate-small).
///
/// Shape:  ids[n] and combined[n] -> kept[n]. Comparison questions are sampled by seed and id, independently of their
///         order. If there are fewer of them than combined ones, all are kept. Combined questions are always kept
/// Errors: data_error if the sizes differ
/// Cost:   O(n log n)
/// Source: Ho et al. 2022, Appendix C.2
[[nodiscard]] std::vector<bool> balance_types(std::span<const std::string_view> ids, const std::vector<bool>& combined,
                                              std::uint64_t seed = 0);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/probe/detail/date_balance.ipp>
#endif
