// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of step_kind.hpp.
#pragma once

#include <mhqa/graph/step_kind.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/graph/references.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace mhqa::inline v0_1 {
namespace detail {

// The next word of a text in lower case, at most 12 letters of it; `text` then begins after the word.
struct step_word {
  std::array<char, 12> letters{};
  std::size_t size = 0;

  [[nodiscard]] constexpr std::string_view view() const noexcept { return {letters.data(), size}; }
};

[[nodiscard]] constexpr step_word next_step_word(std::string_view& text) noexcept {
  step_word word;
  while (!text.empty() && !ascii::is_letter(text.front())) text.remove_prefix(1);
  while (!text.empty() && ascii::is_letter(text.front())) {
    if (word.size < word.letters.size()) word.letters[word.size++] = ascii::to_lower(text.front());
    text.remove_prefix(1);
  }
  return word;
}

[[nodiscard]] constexpr bool opens_yes_no_question(std::string_view word) noexcept {
  constexpr std::array<std::string_view, 22> auxiliaries{
      "are",   "can",  "could", "did",    "do",  "does", "had",  "has",   "have", "is",     "may",
      "might", "must", "shall", "should", "was", "were", "will", "would", "am",   "cannot", "need"};
  return std::find(auxiliaries.begin(), auxiliaries.end(), word) != auxiliaries.end();
}

// "Has #1 said more positive things than negative things?": the perfect asks for what is known of an answer.
[[nodiscard]] constexpr bool asks_for_record(std::string_view word) noexcept {
  constexpr std::array<std::string_view, 3> auxiliaries{"had", "has", "have"};
  return std::find(auxiliaries.begin(), auxiliaries.end(), word) != auxiliaries.end();
}

// "What is #2 divided by 2?"
[[nodiscard]] constexpr bool is_arithmetic(std::string_view word) noexcept {
  constexpr std::array<std::string_view, 11> words{"divided", "multiplied", "times", "plus",      "minus",      "added",
                                                   "rounded", "subtracted", "twice", "backwards", "subtracting"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "Is #1 greater than 20?", "Is Ulm listed in #1?": the answers are enough.
[[nodiscard]] constexpr bool is_comparison(std::string_view word) noexcept {
  constexpr std::array<std::string_view, 21> words{
      "greater", "less",   "equal", "larger", "smaller", "fewer",   "before", "after", "longer", "shorter", "older",
      "younger", "higher", "lower", "bigger", "same",    "include", "listed", "among", "exceed", "least"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace detail

MHQA_INLINE step_needs needs_by_rule(std::string_view step) {
  const std::size_t refers = referenced_steps(step).size();
  if (refers == 0) return {.look_up = true, .operation = false};
  if (refers > 1) return {.look_up = false, .operation = true};
  bool operation = false, calculates = false, compares = false, first = true;
  for (std::string_view rest = step; !rest.empty();) {
    const std::size_t skipped = rest.size();
    std::string_view after = rest;
    const detail::step_word word = detail::next_step_word(after);
    if (word.size == 0) break;
    // A clause may come first: "Considering #1, could …".
    const std::string_view gap = rest.substr(0, skipped - after.size() - word.size);
    const bool begins = (first && gap.find_first_not_of(" \t\n\r") == std::string_view::npos) ||
                        (!first && gap.find(',') != std::string_view::npos);
    const bool decides = detail::opens_yes_no_question(word.view()) && !(first && detail::asks_for_record(word.view()));
    operation = operation || (begins && (decides || (first && word.view() == "if")));
    calculates = calculates || detail::is_arithmetic(word.view());
    compares = compares || detail::is_comparison(word.view());
    first = false;
    rest = after;
  }
  operation = operation || calculates;
  return {.look_up = !operation || !(calculates || compares), .operation = operation};
}

MHQA_INLINE step_kind kind_by_rule(std::string_view step) {
  return needs_by_rule(step).operation ? step_kind::operation : step_kind::retrieval;
}

}  // namespace mhqa::inline v0_1
