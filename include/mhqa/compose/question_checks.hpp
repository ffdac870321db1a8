// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks a question while it is written: whether it ends with a question mark, and whether several verbs give its steps
// away (Geva et al. 2021, Sec. 3.4).
#pragma once

#include <mhqa/config.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1 {

/// The faults of a question.
enum class question_fault : std::uint8_t {
  blank,             ///< no visible character
  no_question_mark,  ///< ends in another character
  several_verbs      ///< more than one verb group: its steps may be explicit
};

/// Returns the reason code: "blank", "no-question-mark", "several-verbs".
[[nodiscard]] constexpr std::string_view to_string(question_fault fault) noexcept {
  constexpr std::array<std::string_view, 3> names{"blank", "no-question-mark", "several-verbs"};
  return names[static_cast<std::size_t>(fault)];
}

/// Counts verb groups by function words: each finite auxiliary verb, and each relative clause ("who won", "which
/// flows"), including an auxiliary right after its pronoun.
///
/// Shape:   "have" and "do" after another group belong to it: "would it have been" is one
/// Undefined: misses verbs without function words ("… and won"); pass your own tagger to see them
/// Cost:    O(bytes)
/// Source:  the paper names the check; the rule is ours: StrategyQA's 2,290 questions have 0 (7), 1 (2,186), 2 (92) or
///          3 (5)
/// Example: count_verb_groups("Was the man who is mayor born here?") == 2
[[nodiscard]] std::size_t count_verb_groups(std::string_view question);

/// Returns the faults of a question, in the order of question_fault.
///
/// Shape:   verbs(question) -> number of verb groups; the default is count_verb_groups
/// Cost:    O(bytes)
/// Source:  Geva et al. 2021, Sec. 3.4, "Real-time Automatic Checks"
/// Example: check_question("Aristotle used a laptop")  // no_question_mark
template <class VerbCounter = decltype(&count_verb_groups)>
requires std::convertible_to<std::invoke_result_t<VerbCounter&, std::string_view>, std::size_t>
[[nodiscard]] std::vector<question_fault> check_question(std::string_view question,
                                                         VerbCounter verbs = &count_verb_groups) {
  constexpr std::string_view blanks = " \t\n\v\f\r";
  const std::size_t last = question.find_last_not_of(blanks);
  if (last == std::string_view::npos) return {question_fault::blank};
  std::vector<question_fault> faults;
  if (question[last] != '?') faults.push_back(question_fault::no_question_mark);
  if (static_cast<std::size_t>(std::invoke(verbs, question)) > 1) faults.push_back(question_fault::several_verbs);
  return faults;
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/question_checks.ipp>
#endif
