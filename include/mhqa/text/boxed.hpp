// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the answer in LaTeX's \boxed{} as Tool-Star, ReSearch and ReCall do.
#pragma once

#include <mhqa/config.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Returns the answer in a text's last box: the text from the last "\boxed " to "$" or, without one, the contents of
/// the last \boxed{}.
///
/// Undefined: no box, or the last box is \fbox, lacks a brace after its name, or does not close -> nothing
/// Cost:      O(bytes), no allocation
/// Source:    remove_boxed(last_boxed_only_string(text)) of Agent-RL/ReCall's re_call.py
/// Example:   last_boxed("so \\boxed{a{b}}") == "a{b}"
[[nodiscard]] constexpr std::optional<std::string_view> last_boxed(std::string_view text) noexcept {
  constexpr std::string_view spaced = "\\boxed ", name = "\\boxed", opened = "\\boxed{";
  constexpr std::size_t npos = std::string_view::npos;
  std::size_t last = npos, last_spaced = npos;
  for (std::size_t at = text.find('\\'); at != npos; at = text.find('\\', at + 1)) {
    const std::string_view rest = text.substr(at);
    if (!rest.starts_with(name)) continue;
    last = at;
    if (rest.starts_with(spaced)) last_spaced = at;
  }
  if (last_spaced != npos) {
    const std::string_view rest = text.substr(last_spaced + spaced.size());
    return rest.substr(0, rest.find('$'));
  }
  if (last == npos || !text.substr(last).starts_with(opened)) return std::nullopt;
  std::size_t depth = 0;
  for (std::size_t at = last + name.size(); at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) return text.substr(last + opened.size(), at - last - opened.size());
  }
  return std::nullopt;
}

}  // namespace mhqa::inline v0_1
