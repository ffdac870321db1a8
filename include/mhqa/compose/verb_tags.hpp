// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the verb groups of a question from the part-of-speech tags (Penn Treebank) of an external tagger, to check
// that a question does not state its steps one by one (Geva et al. 2021, Sec. 3.4).
#pragma once

#include <mhqa/english/asked.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Counts finite verbs: each VBD, VBP, VBZ and MD begins a group; infinitives and participles belong to a group.
///
/// Shape:     tags[n], one per word -> number of groups. A finite tag right after a modal belongs to its group, because
///            taggers tag "did" or "have" after a modal in many ways
/// Undefined: ignores tags of other tag sets
/// Example:   "Did he win and was she born there?": VBD PRP VB CC VBD PRP VBN RB -> 2
template <std::ranges::input_range Tags>
requires std::convertible_to<std::ranges::range_reference_t<Tags>, std::string_view>
[[nodiscard]] constexpr std::size_t count_verb_groups_by_tags(const Tags& tags) {
  constexpr std::array<std::string_view, 4> finite_tags{"MD", "VBD", "VBP", "VBZ"};  // the first is of a modal
  std::size_t groups = 0;
  bool after_modal = false;
  for (auto&& item : tags) {
    const std::string_view tag{item};
    if (detail::is_one_of(tag, finite_tags) && !after_modal) ++groups;
    after_modal = tag == finite_tags.front();
  }
  return groups;
}

}  // namespace mhqa::inline v0_1
