// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the answer in a generation by a named profile, with the reason and with flags for texts that try to win without
// knowing the answer. extract_answer("… <answer> 42 </answer>", extractions::verl).answer == "42".
#pragma once

#include <mhqa/text/extract_places.hpp>
#include <mhqa/text/extract_profiles.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

/// Returns true if a text lists several answers, which can win a substring or overlap reward without knowing one.
///
/// Shape: a whole word "or"; both yes and no; ';', '|' or a line break with text on both sides
/// Cost:  O(bytes)
[[nodiscard]] constexpr bool lists_several(std::string_view answer) noexcept {
  answer = detail::strip(answer);
  if (answer.find_first_of(";|\n", 1) < answer.size() - std::min<std::size_t>(answer.size(), 1)) return true;
  if (detail::find_last_word(answer, "or") != detail::nowhere) return true;
  return detail::find_last_word(answer, "yes") != detail::nowhere &&
         detail::find_last_word(answer, "no") != detail::nowhere;
}

namespace detail {

/// extract_answer() without the flag `listed`, which needs another pass over the answer.
[[nodiscard]] constexpr extraction extract_span(std::string_view text, const extraction_profile& profile) noexcept {
  extraction out;
  std::uint8_t flags = 0;
  for (const answer_place where : profile.places) {
    if (where == answer_place::nowhere) break;
    const extraction here = find_at(where, text, profile);
    flags = static_cast<std::uint8_t>(flags | here.flags);
    if (here.found() || out.reason == extraction_reason::none) out = here;
    if (here.found()) break;
  }
  out.flags = flags;
  if (!out.found()) return out;
  out.answer = strip(out.answer);
  if (out.answer.empty()) out.flags |= extraction_flag::empty;
  return out;
}

}  // namespace detail

/// Finds the answer in a text by a profile.
///
/// Undefined: nothing found -> an empty answer and the first reason other than `none`
/// Cost:      O(bytes) for any bytes, no allocation
/// Source:    extract_solution of Search-R1 and verl, last_boxed_only_string and remove_boxed of ReCall
/// Differs:   linear also in unclosed tags, where the published pattern is quadratic
/// Example:   extract_answer("So the answer is Rome.", extractions::answer_phrase).answer  // "Rome"
[[nodiscard]] constexpr extraction extract_answer(std::string_view text, const extraction_profile& profile) noexcept {
  extraction out = detail::extract_span(text, profile);
  if (out.found() && lists_several(out.answer)) out.flags |= extraction_flag::listed;
  return out;
}

}  // namespace v0_1
}  // namespace mhqa
