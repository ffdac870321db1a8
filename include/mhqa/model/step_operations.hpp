// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Operations of a decomposition, computed from earlier answers: "Is #1 greater than #2?", "which was first of #3, #4".
//   step_operations{}(3, steps, answers)  // "yes"; nothing for a step that is a question
#pragma once

#include <mhqa/date/partial_date.hpp>
#include <mhqa/english/pattern.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// What a step computes; the rows of step_operation_rows are in this order.
enum class step_operation : std::uint8_t {
  at_least,
  at_most,
  more,
  less,
  same,
  different,
  all_true,
  any_true,
  which_true,
  which_least,
  which_most,
  difference,
  minus,
  sum,
  product,
  quotient,
  count
};

/// The wordings of operations. Of at_least to different, the second operand is what follows the pattern.
// clang-format off
inline constexpr std::array<language_row, 17> step_operation_rows{{
    {"at-least",
     {"^ is|are|was|were|if @reference is|are|was|were* greater|more|larger|higher|longer|bigger than or equal to",
      "^ is|are|was|were|if @reference is|are|was|were* greater|more|larger|higher|longer or equal to",
      "^ is|are|was|were|if @reference is|are|was|were* equal to or greater|more|larger|higher|longer than",
      "^ is|are|was|were|if @reference is|are|was|were* at least equal to",
      "^ is|are|was|were|if @reference is|are|was|were* at least"},
     "Is #1 greater than or equal to #2?", "Is #1 among the greater than average?"},
    {"at-most",
     {"^ is|are|was|were|if @reference is|are|was|were* less|fewer|smaller|lower|shorter than or equal to",
      "^ is|are|was|were|if @reference is|are|was|were* less|fewer|smaller|lower|shorter or equal to",
      "^ is|are|was|were|if @reference is|are|was|were* equal to or less|fewer|smaller|lower|shorter than",
      "^ is|are|was|were|if @reference is|are|was|were* at most"},
     "Is #1 less than or equal to #2?", "Is #1 less known than Ann?"},
    {"more",
     {"^ is|are|was|were|if @reference is|are|was|were* greater|more|larger|higher|longer|bigger|taller|heavier than",
      "^ is|are|was|were|did|does|do|if @reference is|are|was|were|occur|happen|come|begin|start|end|take|place* after",
      "^ is|are|was|were|if @reference is|are|was|were* later|newer than",
      "^ is|are|was|were|if @reference is|are|was|were* more recent than"},
     "Is #1 greater than #2?", "Is #1 more famous than #2?"},
    {"less",
     {"^ is|are|was|were|if @reference is|are|was|were* less|fewer|smaller|lower|shorter|lighter than",
      "^ is|are|was|were|did|does|do|if @reference is|are|was|were|occur|happen|come|begin|start|end|take|place* before",
      "^ is|are|was|were|if @reference is|are|was|were* prior to",
      "^ is|are|was|were|if @reference is|are|was|were* earlier than"},
     "Did #1 occur before #2?", "Did #1 meet Ann before #2?"},
    {"same",
     {"^ is|are|was|were|if @reference is|are|was|were* the* same as",
      "^ is|are|was|were|if @reference is|are|was|were* equal|identical to",
      "^ is|are|was|were|if @reference and @reference is|are|was|were* the* same|equal|identical $",
      "^ are the answers to @reference and @reference the same $"},
     "Is #1 the same as #2?", "Is #1 the same colour as #2?"},
    {"different",
     {"^ is|are|was|were|if @reference is|are|was|were* different from|than",
      "^ is|are|was|were|if @reference is|are|was|were* not the* same as",
      "^ is|are|was|were|if @reference and @reference is|are|was|were* different $"},
     "Is #1 different from #2?", "Is #1 a different town from #2?"},
    {"all-true",
     {"^ is|are|was|were|if both|all* @reference ... and* @reference is|are|was|were|both|all* true|yes|positive|affirmative -or $"},
     "if both #1 and #2 are true", "if either #1 or #2 are true"},
    {"any-true",
     {"^ is|are|was|were|if either|any* @reference ... or @reference is|are|was|were|either* true|yes|positive|affirmative $"},
     "Is #1 or #2 positive?", "Is #1 and #2 positive?"},
    {"which-true", {"^ which is|are|was|were true of @reference ... @reference $"},
     "which is true of #1 , #2", "which is a true friend of #1 , #2"},
    {"which-least",
     {"^ which is|are|was|were the* first|earliest|earlier|least|lowest|lower|less|fewest|fewer|smallest|smaller|shortest|shorter of @reference ... @reference $"},
     "which is the lowest of #1 , #2", "which is the lowest point of #1 , #2"},
    {"which-most",
     {"^ which is|are|was|were the* last|latest|later|most|more|highest|higher|greatest|greater|largest|larger|biggest|bigger|longest|longer|tallest|taller of @reference ... @reference $"},
     "which is highest of #1 , #2", "which is more diverse of #1 , #2"},
    {"difference",
     {"^ what* is|are* the* difference between|of|in @reference|@digits and @reference|@digits $"},
     "What is the difference between 100,000 and #1?", "What is the difference between cats and #1?"},
    {"minus", {"^ what* is|are* @reference|@digits minus @reference|@digits $"},
     "What is #1 minus #2?", "What is #1 minus the tax?"},
    {"sum",
     {"^ what* is|are* @reference|@digits plus @reference|@digits $",
      "^ what* is|are* the* sum of @reference|@digits and @reference|@digits $"},
     "What is #1 plus #2?", "What is #1 plus its tax?"},
    {"product",
     {"^ what* is|are* @reference|@digits multiplied by @reference|@digits $",
      "^ what* is|are* @reference|@digits times @reference|@digits $"},
     "What is #1 multiplied by 4?", "How many times is #1 in #2?"},
    {"quotient", {"^ what* is|are* @reference|@digits divided by @reference|@digits $"},
     "What is #1 divided by 2?", "What is #1 divided by in Peru?"},
    {"count", {"^ what* is* the* number of @reference $"},
     "number of #1", "number of people in #1"},
}};
/// Steps whose answers are ages, which a date of birth decides the other way round.
inline constexpr std::array<language_row, 1> asked_age_rows{{
    {"age", {"^ how old|young"}, "how old is Ann", "how tall is Ann"},
}};
// clang-format on

/// What an answer says as a number or a date.
struct step_value {
  std::optional<double> number{};
  std::string unit{};                  ///< the word after the number: "feet"
  std::optional<partial_date> date{};  ///< a year alone is a number too
};

/// Reads an answer of one number or one date; brackets after it are left out.
///
/// Undefined: neither, or several of them -> nothing
/// Example:   read_step_value("about 1.6 million people (2010)")  // 1600000, "people"
[[nodiscard]] step_value read_step_value(std::string_view answer);

/// Computes steps that are operations.
///
/// Shape:     step n from 1, the steps with `#n` and the answers so far -> the answer, "yes", "no", a number, or for
///            "which … of #1, #2" the words in which the two steps differ. The time between dates is in years
/// Undefined: nothing for a step that no row reads, and where the answers do not decide: no number or date where one
///            is needed, other units, "1637" against "July 1637"
/// Source:    the operations are those of QDMR (Wolfson et al. 2020) and StrategyQA (Geva et al. 2021, Sec. 2.2)
/// Example:   of the steps "When was Ann born?", "When was Bob born?" and "which was first of #1, #2" with the answers
///            "1901" and "May 1900" the third gives "Bob"
class step_operations {
 public:
  step_operations();

  [[nodiscard]] std::optional<std::string> operator()(std::size_t n, std::span<const std::string> steps,
                                                      std::span<const std::string> answers) const;

 private:
  struct operands;
  [[nodiscard]] std::optional<std::string> compute(step_operation what, const operands& of) const;
  [[nodiscard]] std::optional<std::string> which(step_operation what, const operands& of) const;

  std::vector<std::pair<step_operation, word_pattern>> patterns_;
  row_matcher ages_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/step_operations.ipp>
#endif
