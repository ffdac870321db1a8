// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks whether a generation has Search-R1's form: after the assistant's marker only <think>, <search> and
// <information> in turn, then one <answer>. text/form_check.hpp has the forms of other trainers.
#pragma once

#include <mhqa/text/extract_places.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

namespace detail {

enum class sequence_state : std::uint8_t {
  start,
  in_think,
  after_think,
  in_search,
  after_search,
  in_information,
  after_information,
  in_answer,
  end,
  wrong
};

struct sequence_step {
  std::string_view tag;
  sequence_state from, to;
};

inline constexpr sequence_step sequence_steps[] = {
    {"<think>", sequence_state::start, sequence_state::in_think},
    {"<think>", sequence_state::after_information, sequence_state::in_think},
    {"</think>", sequence_state::in_think, sequence_state::after_think},
    {"<search>", sequence_state::after_think, sequence_state::in_search},
    {"</search>", sequence_state::in_search, sequence_state::after_search},
    {"<information>", sequence_state::after_search, sequence_state::in_information},
    {"</information>", sequence_state::in_information, sequence_state::after_information},
    {"<answer>", sequence_state::after_think, sequence_state::in_answer},
    {"</answer>", sequence_state::in_answer, sequence_state::end},
};

[[nodiscard]] constexpr bool is_inside(sequence_state s) noexcept {
  return s == sequence_state::in_think || s == sequence_state::in_search || s == sequence_state::in_information ||
         s == sequence_state::in_answer;
}

}  // namespace detail

/// Returns true if the text is a valid sequence for Search-R1.
///
/// Shape:  "<|im_start|>assistant", then think (search information think)* answer, with only white space in between
/// Cost:   O(bytes), no allocation
/// Source: is_valid_sequence of Search-R1's qa_em_format.py
[[nodiscard]] constexpr bool is_search_sequence(std::string_view text) noexcept {
  using detail::sequence_state;
  constexpr std::string_view marker = "<|im_start|>assistant";
  const std::size_t start = text.find(marker);
  if (start == std::string_view::npos) return false;
  text.remove_prefix(start + marker.size());

  auto state = sequence_state::start;
  std::size_t done = 0;
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = detail::next_angle(text, at + 1)) {
    if (text.substr(at + 1).starts_with('<')) continue;
    std::size_t size = 0;
    auto next = sequence_state::wrong;
    for (const detail::sequence_step& step : detail::sequence_steps) {
      if (!text.substr(at).starts_with(step.tag)) continue;
      size = step.tag.size();
      if (step.from == state) next = step.to;
    }
    if (size == 0) continue;
    const bool blank = detail::is_inside(state) || detail::strip(text.substr(done, at - done)).empty();
    if (next == sequence_state::wrong || !blank) return false;
    state = next;
    done = at + size;
  }
  return state == sequence_state::end && detail::strip(text.substr(done)).empty();
}

}  // namespace mhqa::inline v0_1
