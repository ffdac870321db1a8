// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Decompositions: a question as steps of text that refer to earlier answers by `#n`. Parses and prints them, runs the
// checks of StrategyQA's collection (Geva et al. 2021, Sec. 3.4) and finds the reasoning shape. Steps are counted from
// 1, as in `#1`; MuSiQue's relations (`#1 >> spouse`) and QDMR are steps too.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/graph/reasoning_shape.hpp>
#include <mhqa/graph/step_kind.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A defect of a decomposition or of one of its steps.
enum class decomposition_fault : std::uint8_t {
  too_few_steps,          ///< fewer than two steps
  blank_step,             ///< a step of white space only
  dangling_reference,     ///< `#n`, but there is no step n
  self_reference,         ///< a step refers to itself
  forward_reference,      ///< a step refers to a later one
  cyclic_references,      ///< steps refer to each other in a cycle
  unreferenced_step,      ///< no later step refers to it, and it is not the last
  last_not_reached,       ///< no chain of references leads from it to the last step
  intermediate_operation  ///< a warning: marked `operation`, but not the last step
};

/// Returns the reason code: "too-few-steps", "dangling-reference", …
[[nodiscard]] constexpr std::string_view to_string(decomposition_fault fault) noexcept {
  constexpr std::array<std::string_view, 9> names{"too-few-steps",     "blank-step",        "dangling-reference",
                                                  "self-reference",    "forward-reference", "cyclic-references",
                                                  "unreferenced-step", "last-not-reached",  "intermediate-operation"};
  return names[static_cast<std::size_t>(fault)];
}

/// Returns false for faults that only warned annotators.
[[nodiscard]] constexpr bool is_error(decomposition_fault fault) noexcept {
  return fault != decomposition_fault::intermediate_operation;
}

/// Returns true for faults with which the steps cannot be answered one after another.
[[nodiscard]] constexpr bool prevents_execution(decomposition_fault fault) noexcept {
  return fault >= decomposition_fault::blank_step && fault <= decomposition_fault::cyclic_references;
}

/// A fault and its place.
struct decomposition_finding {
  decomposition_fault fault;
  /// From 1: the step at fault and, for a reference, the step it names; for a cycle all its steps; empty if the fault
  /// concerns the whole decomposition.
  std::vector<std::uint32_t> steps;

  friend bool operator==(const decomposition_finding&, const decomposition_finding&) = default;
};

/// Returns all faults of a decomposition; empty if it is a directed acyclic graph whose every step leads to the last.
///
/// Shape:  steps[n], kinds[n] or empty -> too-few-steps; step by step, blank steps, bad references and warnings; then
///         unreferenced-step and last-not-reached by step; then the cycle. A step that names the same wrong
///         step twice is reported once; one of several cycles is reported; unreferenced-step and last-not-reached are
///         independent checks
/// Errors: never throws on any text
/// Cost:   O(text log text)
/// Source: Geva et al. 2021, Sec. 2.1 (two steps) and 3.4 (real-time checks; an intermediate operation warns)
/// Example: the steps "Who wrote Emma?" and "When was #3 born?" give dangling-reference {2, 3},
///          unreferenced-step {1} and last-not-reached {1}
[[nodiscard]] std::vector<decomposition_finding> check_decomposition(std::span<const std::string> steps,
                                                                     std::span<const step_kind> kinds = {});

/// Returns the reasoning shape of a decomposition; nothing if there are no steps or a reference does
/// not name an earlier one.
///
/// Example: the steps "Who wrote Emma?" and "#1 >> sibling" give shape::hop2
[[nodiscard]] std::optional<reasoning_shape> shape_of(std::span<const std::string> steps);

/// The written form of a decomposition.
enum class decomposition_style : std::uint8_t {
  numbered,  ///< one line per step, "1. Who …"; the parser also accepts "1)" and no numbers at all
  qdmr       ///< "return A ;return B of #1", as in Break
};

/// Returns the steps as one text. The numbered style replaces line breaks inside a step by spaces.
///
/// Undefined: blank steps, and in QDMR steps that contain a semicolon, are not the same after parse_decomposition()
/// Example:   the steps "Who wrote Emma?" and "When was #1 born?" give "1. Who wrote Emma?\n2. When was #1 born?\n"
[[nodiscard]] std::string print_decomposition(std::span<const std::string> steps,
                                              decomposition_style style = decomposition_style::numbered);

/// Parses a text into its steps, without numbers, `return` and surrounding white space. Skips blank lines.
///
/// Errors:  expected "a step" (an empty text, or nothing between two `;`), "the next step's number" (in a text
///          that begins with 1), "return"; the position is a byte offset
/// Cost:    O(text)
/// Example: parse_decomposition("return cities ;return #1 in Peru", decomposition_style::qdmr)
///          // {"cities", "#1 in Peru"}
[[nodiscard]] parsed<std::vector<std::string>> parse_decomposition(
    std::string_view text, decomposition_style style = decomposition_style::numbered);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/graph/detail/decomposition.ipp>
#endif
