// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The answer within a generation, by a named profile and apart from scoring: the span, why it is that one, and flags
// for texts that are made to win. extract_answer("… <answer> 42 </answer>", extractions::verl).answer == "42".
#pragma once

#include <mhqa/text/extract_places.hpp>
#include <mhqa/text/extract_profiles.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa {
inline namespace v0 {

/// Whether a text names several answers, by which a substring or overlap reward is won without knowing one.
///
/// Shape: a whole word "or"; both yes and no; ';', '|' or a line break with something on either side
/// Cost:  O(bytes)
[[nodiscard]] constexpr bool lists_several(std::string_view answer) noexcept {
  answer = detail::strip(answer);
  if (answer.find_first_of(";|\n", 1) < answer.size() - std::min<std::size_t>(answer.size(), 1)) return true;
  if (detail::find_last_word(answer, "or") != detail::nowhere) return true;
  return detail::find_last_word(answer, "yes") != detail::nowhere &&
         detail::find_last_word(answer, "no") != detail::nowhere;
}

namespace detail {

/// extract_answer() but for the flag `listed`, which takes a pass over the answer.
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

/// The answer within a text, by a profile.
///
/// Undefined: nothing found -> an empty answer with the reason of the first place that says more than `none`
/// Cost:      O(bytes) for any bytes, no allocation
/// Source:    extract_solution of Search-R1 and verl, last_boxed_only_string and remove_boxed of ReCall
/// Differs:   an unclosed tag ends the search at once; the published pattern takes time that is quadratic in such tags
/// Example:   extract_answer("So the answer is Rome.", extractions::answer_phrase).answer  // "Rome"
[[nodiscard]] constexpr extraction extract_answer(std::string_view text, const extraction_profile& profile) noexcept {
  extraction out = detail::extract_span(text, profile);
  if (out.found() && lists_several(out.answer)) out.flags |= extraction_flag::listed;
  return out;
}

}  // namespace v0
}  // namespace mhqa
