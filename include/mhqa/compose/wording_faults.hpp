// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds faults in a wording by people or a model: it reveals an answer, names a bridge, drops a constraint, or is not a
// question. "North America gives about 75,000, does it not?" words no chain of hops.
#pragma once

#include <mhqa/compose/verbalise.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The fault of a wording.
enum class wording_fault : std::uint8_t {
  none,
  blank,            ///< no wording
  control,          ///< a control character, e.g. a line break
  no_question,      ///< no question mark at the end, or an earlier one
  bad_beginning,    ///< does not begin with a capital, digit or quotation mark, or contains a reference "#1"
  answer_shown,     ///< contains the answer or an alias of a hop that is not in any step
  name_lost,        ///< lacks a name or number of a step
  constraint_lost,  ///< lacks more than a third of a step's other content words
  too_long          ///< has more than three times as many words as its steps
};

/// Returns "", "no-words", "control-character", "no-question", "bad-beginning", "answer-shown", "name-lost",
/// "constraint-lost" or "too-long".
[[nodiscard]] constexpr std::string_view to_string(wording_fault fault) noexcept {
  constexpr std::array<std::string_view, 9> names{
      "",          "no-words",        "control-character", "no-question", "bad-beginning", "answer-shown",
      "name-lost", "constraint-lost", "too-long"};
  return names[static_cast<std::size_t>(fault)];
}

namespace detail {

// Calls sink for the parts of a hyphenated word: "modern-day" means "modern" and "day".
template <class Sink>
void for_each_part(std::string_view word, Sink&& sink) {
  for (std::size_t begin = 0; begin <= word.size();) {
    const std::size_t end = std::min(word.find('-', begin), word.size());
    if (end > begin) sink(word.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace detail

/// Returns the first fault of a wording.
///
/// Shape:     every name and number of every step must be there; of a step's other content words, two thirds, compared
///            by forms, common stems or a list of paraphrases. Question words ("what year", "the name of") may be
///            dropped
/// Undefined: a request without hops is checked only against its answers, without aliases
/// Cost:      O(words of the steps times words of the wording)
/// Example:   find_fault(request, "When was Jane Austen born?") == wording_fault::answer_shown
[[nodiscard]] wording_fault find_fault(const wording_request& request, std::string_view question);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/wording_faults.ipp>
#endif
