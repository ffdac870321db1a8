// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs for models that fail on data sets without artifacts: the question alone, the context alone, or one paragraph
// at a time (Trivedi et al. 2022, MuSiQue, Sec. 7.2.2). Lazy views, like all probes.
#pragma once

#include <mhqa/probe/numbered.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The part of a question that a restricted model sees.
enum class artifact : std::uint8_t { question_only, context_only, one_fact };

/// Returns the name used in files and cards; in the paper: Q-Only, C-Only and 1-Para models.
[[nodiscard]] constexpr std::string_view to_string(artifact kind) noexcept {
  constexpr std::array<std::string_view, 3> names{"question_only", "context_only", "one_fact"};
  return names[static_cast<std::size_t>(kind)];
}

/// One input: whether it contains the question, and which facts, by position.
struct artifact_input {
  bool question = false;
  std::uint32_t first = 0;
  std::uint32_t count = 0;  ///< facts [first, first + count)

  friend constexpr bool operator==(const artifact_input&, const artifact_input&) = default;
};

/// Maps k to the k-th input.
struct artifact_source {
  artifact kind{};
  std::uint32_t fact_count = 0;

  [[nodiscard]] constexpr artifact_input operator()(std::uint32_t k) const noexcept {
    switch (kind) {
      case artifact::question_only:
        return {.question = true};
      case artifact::context_only:
        return {.count = fact_count};
      case artifact::one_fact:
        break;
    }
    return {.question = true, .first = k, .count = 1};
  }
};

namespace views {

/// Returns the inputs of one question for a restricted model.
///
/// Shape:   one input, or one per fact for artifact::one_fact. The predictions for those form one group;
///          grouped<answer_metric, combine::highest_confidence> scores the most confident
/// Cost:    copies nothing
/// Example: for (auto input : views::artifact_inputs(artifact::one_fact, 20)) …   // {true, 0, 1}, {true, 1, 1}, …
[[nodiscard]] constexpr numbered_view<artifact_source> artifact_inputs(artifact kind, std::uint32_t fact_count) {
  return {kind == artifact::one_fact ? fact_count : 1, {kind, fact_count}};
}

}  // namespace views
}  // namespace mhqa::inline v0_1
