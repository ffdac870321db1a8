// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Explains why two results have different numbers: measures each choice in which the evaluators or the data differ
// alone, and names for each question the fewest choices that turn its first score into its second.
//   explain_difference(a, "em", b, "exact").choices[0].alone  // -0.012
#pragma once

#include <mhqa/metrics/answer_plan.hpp>
#include <mhqa/metrics/detail/exchange.hpp>
#include <mhqa/metrics/scored_result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A choice in which two results differ.
struct choice_effect {
  std::string name{};
  std::string a{}, b{};         ///< the two values, in words
  double alone = 0;             ///< change of a's mean if this choice alone is as in b
  std::uint64_t questions = 0;  ///< questions whose score it changes alone
};

/// A question with two different scores.
///
/// Units: fractions, also where a program gives percentages
struct explained_question {
  std::string id{};
  std::optional<double> a{}, b{};
  std::vector<std::size_t> choices{};  ///< the fewest choices found that turn a into b; empty: unexplained
};

/// The difference of two results in one number.
///
/// Shape: b - a == sum of `alone` + interaction
/// Units: fractions, also where a program gives percentages
struct result_difference {
  double a = 0, b = 0;  ///< the means, as the evaluators round them
  std::uint64_t questions_a = 0, questions_b = 0;
  std::vector<choice_effect> choices{};
  double interaction = 0;
  std::vector<explained_question> differing{};
  std::uint64_t unexplained = 0;  ///< recorded scores that the evaluator does not give
  std::string because{};          ///< why no choice can explain the numbers, a clause; empty: choices do
};

namespace detail {

[[nodiscard]] bool has_number(const scored_result& result, std::string_view number) noexcept;

/// Returns the plan of a result's number; without one, returns nothing and sets `because` to the reason.
///
/// Errors: data_error for a number that no question has
[[nodiscard]] std::optional<answer_plan> plan_of(const scored_result& result, std::string_view number,
                                                 std::string& because);

/// The number of a question as a fraction.
[[nodiscard]] inline std::optional<double> recorded(const result_answer* answer, std::string_view number,
                                                    bool percent) {
  const std::optional<double> value = answer == nullptr ? std::nullopt : answer->number(number);
  return value && percent ? std::optional{*value / 100} : value;
}

/// Compares numbers that have no plan, as they are recorded.
void compare_recorded(const scored_result& a, std::string_view number_a, const std::optional<answer_plan>& plan_a,
                      const scored_result& b, std::string_view number_b, const std::optional<answer_plan>& plan_b,
                      result_difference& out);

/// Says which data differ, in words.
struct data_counts {
  std::uint64_t predictions = 0, golds = 0, missing = 0, only_a = 0, only_b = 0, more_a = 0, more_b = 0, refused_a = 0,
                refused_b = 0;
  bool refused_differ = false;

  explicit data_counts(const std::vector<paired_answer>& pairs);
};

}  // namespace detail

/// Explains the difference of two results in one number each. Numbers that are not computed from the answers (support,
/// evidence) are compared as recorded, and `because` says why no choice explains them.
///
/// Shape:  questions are paired by id, the nth row of an id with the nth
/// Errors: data_error for a number that no question of the result has
/// Cost:   O(questions * choices) scores, and at most choices^2 more for each question that differs
[[nodiscard]] result_difference explain_difference(const scored_result& a, std::string_view number_a,
                                                   const scored_result& b, std::string_view number_b);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/result_difference.ipp>
#endif
