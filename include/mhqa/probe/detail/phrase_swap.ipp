// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of phrase_swap.hpp.
#pragma once

#include <mhqa/probe/phrase_swap.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::string phrase_swap::operator()(std::string_view text) const {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const phrase* const found = longest(text, at);
    if (found == nullptr) {
      out += text[at++];
    } else {
      out += found->to;
      at += found->from.size();
    }
  }
  return out;
}

MHQA_INLINE const phrase_swap::phrase* phrase_swap::longest(std::string_view text, std::size_t at) const noexcept {
  const bool inside = at != 0 && is_word(text[at - 1]) && is_word(text[at]);
  if (inside) return nullptr;
  const phrase* best = nullptr;
  for (const phrase& one : phrases_) {
    if (best != nullptr && one.from.size() <= best->from.size()) continue;
    const std::string_view here = text.substr(at, one.from.size());
    if (one.which == letter_case::exact ? here != one.from : !ascii::equal_ignoring_case(here, one.from)) continue;
    const std::size_t end = at + one.from.size();
    if (end < text.size() && is_word(text[end]) && is_word(text[end - 1])) continue;
    best = &one;
  }
  return best;
}

}  // namespace mhqa::inline v0_1
