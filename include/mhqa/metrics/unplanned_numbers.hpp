// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The numbers of data sets that cannot be computed from answers and golds, each with its reason: support, evidence, and
// scores of other texts. Every other number has a plan (metrics/answer_plan.hpp).
//   why_unplanned("hotpotqa", "sp_f1")  // "compares supporting facts or paragraphs, which a result does not hold"
#pragma once

#include <array>
#include <string_view>

namespace mhqa::inline v0_1 {

namespace detail {

inline constexpr std::string_view of_support = "compares supporting facts or paragraphs, which a result does not hold";
inline constexpr std::string_view of_evidence = "compares evidence triples, which a result does not hold";
inline constexpr std::string_view of_joint =
    "multiplies the answer's score by those of facts, which a result does not hold";
inline constexpr std::string_view of_sufficiency =
    "needs the predicted sufficiency of two contexts, which a result does not hold";
inline constexpr std::string_view of_other_texts = "scores other texts of the model; a result holds only the answer";

/// An evaluator, the beginning of the names of some of its numbers, and the reason.
struct unplanned_numbers {
  std::string_view evaluator;
  std::string_view beginning;
  std::string_view reason;
};
inline constexpr std::array all_unplanned{
    unplanned_numbers{"hotpotqa", "sp_", of_support},           unplanned_numbers{"hotpotqa", "joint_", of_joint},
    unplanned_numbers{"2wiki-1.0", "sp_", of_support},          unplanned_numbers{"2wiki-1.0", "evi_", of_evidence},
    unplanned_numbers{"2wiki-1.0", "joint_", of_joint},         unplanned_numbers{"2wiki-1.1", "sp_", of_support},
    unplanned_numbers{"2wiki-1.1", "evi_", of_evidence},        unplanned_numbers{"2wiki-1.1", "joint_", of_joint},
    unplanned_numbers{"musique", "support_", of_support},       unplanned_numbers{"musique", "group_", of_sufficiency},
    unplanned_numbers{"hieradate", "ex_", of_other_texts},      unplanned_numbers{"hieradate", "math_", of_other_texts},
    unplanned_numbers{"hieradate", "compare_", of_other_texts}, unplanned_numbers{"hieradate", "ro_", of_other_texts},
    unplanned_numbers{"strategyqa", "sari", of_other_texts},    unplanned_numbers{"strategyqa", "recall", of_support}};

}  // namespace detail

/// Returns why no plan computes a number of a data set's evaluator from the answers, as a predicate; empty where one
/// does, or where the evaluator does not have the number.
///
/// Example: why_unplanned("musique", "support_f1")  // "compares supporting facts or paragraphs, which …"
[[nodiscard]] constexpr std::string_view why_unplanned(std::string_view evaluator, std::string_view number) noexcept {
  for (const detail::unplanned_numbers& one : detail::all_unplanned) {
    if (one.evaluator == evaluator && number.starts_with(one.beginning)) return one.reason;
  }
  return {};
}

}  // namespace mhqa::inline v0_1
