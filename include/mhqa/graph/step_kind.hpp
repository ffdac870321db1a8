// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The kinds of steps of a decomposition: a step looks something up, operates on earlier answers, or does both.
// E.g. kind_by_rule("Is #1 smaller than #2?") == step_kind::operation
#pragma once

#include <mhqa/english/pattern.hpp>

#include <array>
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

/// What the wording of a step shows; the rows of step_wording_rows are in this order.
enum class step_wording : std::uint8_t { calculates, orders, compares, decides, asks, joins, relates };

/// What the wordings look like, by pattern.
// clang-format off
inline constexpr std::array<language_row, 7> step_wording_rows{{
    {"calculates",
     {"@value plus|minus|times @value", "@value multiplied|multiplies|divided by @value", "@value squared|cubed",
      "@value added to|subtracted|taken|deducted from @value",
      "^ what* is|are* the* absolute|numerical|combined* difference|sum|total|product|quotient|average|mean between|of|in @value and|or|by",
      "^ what* is|are* the* sum|average|mean|number|count|half|twice|double|triple of* @reference|@digits $",
      "^ what* is|are* @percentage|@value percent* of @reference|@digits",
      "^ how many|much @time is|are|has|have|had|passed|elapsed|it|there|been* since|until|before @reference $",
      "^ how many|much @time ... between|from @reference and|to", "^ how many ... listed|mentioned|named in @reference",
      "spelled|spelt|written|read backwards"},
     "What is 10 percent of #1?", "How many times was #1 married?"},
    {"orders",
     {"^ add|compare|convert|deduct|divide|halve|multiply|sort|subtract|sum @any",
      "^ count|double|round|triple the|up|down|all|@reference"},
     "Multiply #1 by 4", "Count Dracula killed #1"},
    {"compares",
     {"greater|less|equal|larger|smaller|fewer|before|after|longer|shorter|older|younger|higher|lower|bigger|same|include|listed|among|exceed|least"},
     "Is #1 greater than 20?", "Is #1 a great man?"},
    {"decides", {"^ @aux&!had|has|have", "^ if"}, "Could #1 float?", "Has #1 said so?"},
    {"asks", {"^ @preposition* who|whom|whose|what|which|when|where|why|how"}, "In what does #1 create #2?", "Is #1 what #2 eats?"},
    {"joins", {"@reference and|or|nor|versus|vs|to|from @reference"}, "What is between #1 and #2?", "When did #1 serve as #2?"},
    {"relates",
     {"^ what* is|are|was|were* the* distance|relationship|connection|link between",
      "^ what separates|distinguishes|connects|links", "^ what helps|can|may to* distinguish|separate|connect"},
     "What is the distance between #1 and #2?", "What is the difference between #1 and #2?"},
}};
// clang-format on

/// Guesses from its wording what a step takes. It is an operation if it calculates ("#1 divided by 2", "Multiply #1 by
/// 4"), refers to two different steps (not "When did #1 serve as #2?"), or refers to one and asks for a decision ("Is
/// #1 …", "Considering #1, could …", "If #2 is no, …"; not "Has #1 ever …"). It needs no look-up if it calculates,
/// compares, or refers to two steps.
///
/// Source:  Geva et al. 2021, Sec. 2.2 names the kinds; the rule is ours. On StrategyQA's 6,720 steps the majority of
///          the annotators has the same kind for 6,355 (94.6 %), the same needs for 5,907 (87.9 %)
/// Cost:    linear on natural text
/// Example: needs_by_rule("Is #1 a citrus fruit?")  // {look_up, operation}
[[nodiscard]] step_needs needs_by_rule(std::string_view step);

/// Guesses the kind of a step from its wording: an operation wherever needs_by_rule() finds one.
/// Example: kind_by_rule("Is #1 smaller than #2?") == step_kind::operation
[[nodiscard]] step_kind kind_by_rule(std::string_view step);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/graph/detail/step_kind.ipp>
#endif
