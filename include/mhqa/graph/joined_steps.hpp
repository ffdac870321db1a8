// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Separates steps that a model wrote as one, as BART did with the last two steps of StrategyQA's published
// decompositions. "Where is it?  Is #1 in Peru?" becomes two steps.
#pragma once

#include <mhqa/config.hpp>

#include <cstddef>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// Splits each step after a question mark that white space and more text follow.
///
/// Shape:   steps -> at least as many steps, in order; white space around a part that was split off is dropped, other
///          steps are unchanged
/// Source:  the rule is ours; of the 99 decompositions by BART in which a step of StrategyQA's development set refers
///          to itself, it repairs 56
/// Cost:    O(bytes)
/// Example: a list of one step, "How many live there?  Is #1 over 5?", gives "How many live there?", "Is #1 over 5?"
template <std::ranges::input_range Steps>
requires std::convertible_to<std::ranges::range_reference_t<Steps>, std::string_view>
[[nodiscard]] std::vector<std::string> split_joined_steps(const Steps& steps) {
  constexpr std::string_view space = " \t\r\n";
  std::vector<std::string> out;
  for (auto&& step : steps) {
    std::string_view rest{step};
    for (std::size_t at = rest.find('?'); at != std::string_view::npos; at = rest.find('?', at)) {
      ++at;
      const std::size_t next = rest.find_first_not_of(space, at);
      if (next == std::string_view::npos) break;
      if (next == at) continue;
      out.emplace_back(rest.substr(0, at));
      rest.remove_prefix(next);
      at = 0;
    }
    out.emplace_back(rest);
  }
  return out;
}

}  // namespace mhqa::inline v0_1
