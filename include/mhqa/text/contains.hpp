// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Substring search in linear time for every input, adversarial needles included. contains("aaab", "aab") is true.
#pragma once

#include <mhqa/config.hpp>

#include <string_view>

namespace mhqa::inline v0_1 {

/// Returns true if `needle` is a substring of `text`; the empty needle is a substring of every text.
///
/// Cost: O(text + needle); allocates only for needles over 64 bytes
[[nodiscard]] bool contains(std::string_view text, std::string_view needle);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/contains.ipp>
#endif
